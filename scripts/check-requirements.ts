/**
 * Which requirements are open, and does a test name each of the others?
 * `tsx scripts/check-requirements.ts [--root <folder>] [R4-12 …]`; with ids it prints the tests that name them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEntry, readFiles, rootOption, type SourceFiles } from './readSources.ts'

export const REQUIREMENTS = 'docs/requirements.md'
const HEADER = ['id', 'what must hold', 'state']
const STATES = ['done', 'open'] as const
const TEST_FILE = /\.(?:test|spec)\.tsx?$/

export type Requirement = {
  id: string
  section: number
  rule: string
  state: (typeof STATES)[number]
  line: number
}
export type Mistake = { line: number; message: string }

/** Reads every table row; whatever begins with `|` and is not a header, a rule or a sound row is a mistake. */
export function parseRequirements(markdown: string): { rows: Requirement[]; mistakes: Mistake[] } {
  const rows: Requirement[] = []
  const mistakes: Mistake[] = []
  let section: number | undefined
  let expects: 'header' | 'rule' | 'row' = 'header'
  const lines = [...markdown.split('\n'), '']
  lines.forEach((text, index) => {
    const line = index + 1
    const report = (message: string) => mistakes.push({ line, message })
    const heading = /^#{1,2} (?:(\d+)\. )?/.exec(text)
    if (heading) section = heading[1] === undefined ? undefined : Number(heading[1])
    if (!text.trimStart().startsWith('|')) {
      if (expects === 'rule') report('a table header without its rule')
      expects = 'header'
      return
    }
    const cells = cellsOf(text)
    if (expects === 'header') {
      if (cells?.join('|') !== HEADER.join('|')) report(`the header is not ${HEADER.join(' | ')}`)
      expects = 'rule'
    } else if (expects === 'rule') {
      if (cells?.length !== HEADER.length || !cells.every((cell) => /^-{3,}$/.test(cell)))
        report('the second line of a table is its rule')
      expects = 'row'
    } else {
      const row = parseRow(cells, section, line, report)
      if (row) rows.push(row)
    }
  })
  return { rows, mistakes }
}

/** The cells of a table line, where `\|` is a bar within a cell; `undefined` without a bar at both ends. */
function cellsOf(text: string): string[] | undefined {
  const inner = /^\|(.*[^\\])\|$/.exec(text.trimEnd())?.[1]
  return inner?.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function parseRow(
  cells: string[] | undefined,
  section: number | undefined,
  line: number,
  report: (message: string) => void,
): Requirement | undefined {
  if (cells?.length !== HEADER.length) {
    report(`a row has ${HEADER.length} cells between bars`)
    return undefined
  }
  const [id = '', rule = '', written = ''] = cells
  const idSection = /^R(\d+)-[1-9]\d*$/.exec(id)?.[1]
  if (idSection === undefined) report(`${id || 'an empty cell'} is not an id such as R4-12`)
  else if (Number(idSection) !== section) report(`${id} stands in section ${section ?? 'none'}`)
  if (rule === '') report(`${id} says nothing`)
  const state = STATES.find((one) => one === written)
  if (!state) report(`${id}: the state is ${STATES.join(' or ')}, not ${written || 'empty'}`)
  return { id, section: section ?? 0, rule, state: state ?? 'open', line }
}

/** The test files that name each id. What a comment says proves nothing. */
export function findProofs(tests: SourceFiles): ReadonlyMap<string, readonly string[]> {
  const proofs = new Map<string, string[]>()
  for (const [path, source] of tests) {
    const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    for (const id of new Set(code.match(/(?<![\w-])R\d+-[1-9]\d*(?![\w-])/g)))
      proofs.set(id, [...(proofs.get(id) ?? []), path])
  }
  return proofs
}

/** Every mistake of the table: its form, ids that repeat, done rows that no test names, and tests that name no row. */
export function checkRequirements(
  markdown: string,
  tests: SourceFiles,
): { rows: Requirement[]; mistakes: Mistake[] } {
  const { rows, mistakes } = parseRequirements(markdown)
  const proofs = findProofs(tests)
  const seen = new Set<string>()
  for (const { id, state, line } of rows) {
    if (seen.has(id)) mistakes.push({ line, message: `${id} repeats` })
    seen.add(id)
    if (state === 'done' && !proofs.has(id)) mistakes.push({ line, message: `${id}: no test names it` })
  }
  for (const [id, paths] of proofs)
    if (!seen.has(id)) mistakes.push({ line: 1, message: `${id} has no row, and ${paths[0]} names it` })
  if (rows.length === 0 && mistakes.length === 0)
    mistakes.push({ line: 1, message: 'there is no requirement' })
  return { rows, mistakes: mistakes.sort((a, b) => a.line - b.line) }
}

/** `open of all` for each section, then in all. */
export function summarize(rows: readonly Requirement[]): string[] {
  const count = (some: readonly Requirement[]) =>
    `${some.filter(({ state }) => state === 'open').length} of ${some.length} open`
  const sections = [...new Set(rows.map(({ section }) => section))].sort((a, b) => a - b)
  return [
    ...sections.map(
      (section) => `section ${section}: ${count(rows.filter((row) => row.section === section))}`,
    ),
    `requirements: ${count(rows)}`,
  ]
}

function main(): void {
  const root = rootOption(process.argv)
  const tests = readFiles(root, TEST_FILE)
  // The check's own tests name rows that they invent.
  tests.delete('scripts/check-requirements.test.ts')
  const wanted = process.argv.filter((argument) => /^R\d+-\d+$/.test(argument))
  if (wanted.length > 0) {
    const proofs = findProofs(tests)
    for (const id of wanted) console.log(`${id}: ${proofs.get(id)?.join(', ') ?? 'no test names it'}`)
    return
  }
  const { rows, mistakes } = checkRequirements(readFileSync(join(root, REQUIREMENTS), 'utf8'), tests)
  for (const { line, message } of mistakes) console.error(`${REQUIREMENTS}:${line} ${message}`)
  for (const line of summarize(rows)) console.log(line)
  if (mistakes.length > 0) process.exitCode = 1
}

if (isEntry(import.meta.url)) main()
