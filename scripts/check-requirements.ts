/**
 * Which requirements are open, and do the closed ones name places and tests that exist?
 * `tsx scripts/check-requirements.ts [--root <folder>]`
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isEntry, rootOption } from './check-metrics.ts'

export const REQUIREMENTS = 'docs/requirements.md'
const HEADER = ['id', 'what must hold', 'where', 'test', 'issue']
const ISSUES = ['2', '3', '4', '5', '10', 'later']
/** Stands where a row names no place or no test yet. */
const OPEN = '–'

export type Requirement = {
  id: string
  section: number
  rule: string
  /** Paths, each with the symbol that the file must contain, if one is named. */
  places: { path: string; symbol: string | undefined }[]
  tests: string[]
  issue: string
  line: number
}
export type Mistake = { line: number; message: string }
/** The text of a file, an empty text for a folder, `undefined` for neither. */
export type ReadPath = (path: string) => string | undefined

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
  const [id = '', rule = '', where = '', test = '', issue = ''] = cells
  const idSection = /^R(\d+)-[1-9]\d*$/.exec(id)?.[1]
  if (idSection === undefined) report(`${id || 'an empty cell'} is not an id such as R4-12`)
  else if (Number(idSection) !== section) report(`${id} stands in section ${section ?? 'none'}`)
  if (rule === '') report(`${id} says nothing`)
  if (!ISSUES.includes(issue)) report(`${id}: the issue is ${ISSUES.join(', ')}, not ${issue || 'empty'}`)
  const places = pathsOf(where, 'where', id, report).map((place) => {
    const [path = '', symbol] = place.split(/#(.*)/s)
    return { path, symbol }
  })
  const tests = pathsOf(test, 'test', id, report)
  return { id, section: section ?? 0, rule, places, tests, issue, line }
}

function pathsOf(cell: string, column: string, id: string, report: (message: string) => void): string[] {
  if (cell === OPEN) return []
  const paths = cell.split(',').map((path) => path.trim().replace(/^`(.*)`$/, '$1'))
  for (const path of paths) {
    if (/^(?:[\w@.-]+\/)*[\w@.-]+(?:#[^#`]+)?$/.test(path) && !path.split('/').includes('..')) continue
    report(`${id}: ${column} is ${OPEN} or paths with commas between, not ${cell || 'empty'}`)
    return []
  }
  return paths
}

/** Every mistake of the table: its form, ids that repeat, and places and tests that do not hold what they must. */
export function checkRequirements(
  markdown: string,
  read: ReadPath,
): { rows: Requirement[]; mistakes: Mistake[] } {
  const { rows, mistakes } = parseRequirements(markdown)
  const seen = new Set<string>()
  for (const row of rows) {
    const { id, line } = row
    if (seen.has(id)) mistakes.push({ line, message: `${id} repeats` })
    seen.add(id)
    for (const { path, symbol } of row.places) {
      const text = read(path)
      if (text === undefined) mistakes.push({ line, message: `${id}: ${path} does not exist` })
      else if (symbol !== undefined && !text.includes(symbol))
        mistakes.push({ line, message: `${id}: ${path} does not contain ${symbol}` })
    }
    for (const path of row.tests) {
      const text = read(path)
      if (text === undefined) mistakes.push({ line, message: `${id}: ${path} does not exist` })
      else if (!new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text))
        mistakes.push({ line, message: `${id}: ${path} does not name it` })
    }
  }
  if (rows.length === 0 && mistakes.length === 0)
    mistakes.push({ line: 1, message: 'there is no requirement' })
  return { rows, mistakes: mistakes.sort((a, b) => a.line - b.line) }
}

export const isOpen = (row: Requirement): boolean => row.places.length === 0 || row.tests.length === 0

/** `open of all` for each section, then for each issue, then in all. */
export function summarize(rows: readonly Requirement[]): string[] {
  const count = (some: readonly Requirement[]) => `${some.filter(isOpen).length} of ${some.length} open`
  const sections = [...new Set(rows.map(({ section }) => section))].sort((a, b) => a - b)
  return [
    ...sections.map(
      (section) => `section ${section}: ${count(rows.filter((row) => row.section === section))}`,
    ),
    ...ISSUES.map((issue) => `issue ${issue}: ${count(rows.filter((row) => row.issue === issue))}`),
    `requirements: ${count(rows)}`,
  ]
}

function main(): void {
  const root = rootOption(process.argv)
  const markdown = readFileSync(join(root, REQUIREMENTS), 'utf8')
  const { rows, mistakes } = checkRequirements(markdown, (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return undefined
    return statSync(full).isFile() ? readFileSync(full, 'utf8') : ''
  })
  for (const { line, message } of mistakes) console.error(`${REQUIREMENTS}:${line} ${message}`)
  for (const line of summarize(rows)) console.log(line)
  if (mistakes.length > 0) process.exitCode = 1
}

if (isEntry(import.meta.url)) main()
