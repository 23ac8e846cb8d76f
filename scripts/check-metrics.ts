/**
 * Are files and functions small, and free of what the tests and reviewers agreed to do without?
 * `tsx scripts/check-metrics.ts [--root <folder>]`.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEntry, lineCounter, readFiles, rootOption, type SourceFiles, walkSource } from './readSources.ts'
import { judgeShape, measureShape, type ShapeLimits } from './shape.ts'

export type FunctionSize = { name: string; line: number; lines: number }
export type Problem = { path: string; line: number; message: string }
export type Metrics = { problems: Problem[]; fileLines: number[]; functionLines: number[]; anyCount: number }

/** Where the house stands: lower a limit as soon as a lower one holds. */
const SHAPE_LIMITS: ShapeLimits = {
  folderCycles: 0,
  longestChain: 16,
  loneSmall: 4,
  crowded: 0,
  lines: 125_000,
}

type Report = (line: number, message: string) => void

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 80
const LINES_PER_ANY = 1_000
/** Group tests rather than being functions. */
const GROUPING = new Set(['describe', 'suite'])
const MOCKS = /^(?:mock|doMock|unstable_mockModule)$/

type Sized = { start: number; end: number; name: string }
type Body = { start: number; end: number; body: { type: string } | null }

/** Every function whose body stands in braces, from its first line to its closing brace, by where it ends. */
export function measureFunctions(source: string, path: string): FunctionSize[] {
  const lineOf = lineCounter(source)
  const found: Sized[] = []
  /** What the parent node tells of a function before its visit: its start and name, or that it groups tests. */
  const known = new Map<unknown, { start?: number; name: string } | 'group'>()
  const add = (node: Body, own: string) => {
    const told = known.get(node)
    if (told === 'group' || (node.body?.type !== 'BlockStatement' && node.body?.type !== 'FunctionBody'))
      return
    found.push({ start: told?.start ?? node.start, end: node.end, name: told?.name ?? own })
  }
  const method = ({ start, key, value }: { start: number; key: unknown; value: unknown }) =>
    known.set(value, { start, name: (key as { name?: string }).name ?? 'function' })
  walkSource(source, path, {
    CallExpression({ callee, arguments: given }) {
      const own = callee.type === 'MemberExpression' ? callee.property : callee
      const name = 'name' in own && typeof own.name === 'string' ? own.name : undefined
      if (name === undefined) return
      const told = GROUPING.has(name) ? ('group' as const) : { name: `function given to ${name}` }
      for (const one of given) if (/Function/.test(one.type)) known.set(one, told)
    },
    MethodDefinition: method,
    Property(node) {
      if (node.method || node.kind !== 'init') method(node)
    },
    FunctionDeclaration: (node) => add(node, node.id?.name ?? 'function'),
    FunctionExpression: (node) => add(node, node.id?.name ?? 'function'),
    ArrowFunctionExpression: (node) => add(node, 'arrow function'),
  })
  return found
    .sort((a, b) => a.end - b.end)
    .map(({ start, end, name }) => ({
      name,
      line: lineOf(start),
      lines: lineOf(end - 1) - lineOf(start) + 1,
    }))
}

const EXEMPT = /(?:^|\/)(?:vectors|generated|data|drizzle|locales)\/|\.generated\.\w+$/
// Spelt in parts, so that this file does not find itself.
const LEFT_OVER = new RegExp(`\\b(?:${'TO'}${'DO'}|${'FIX'}${'ME'})\\b`)

/** Applies every limit to files that are not vectors, generated, data, migrations or locales. */
export function checkMetrics(files: SourceFiles): Metrics {
  const metrics: Metrics = { problems: [], fileLines: [], functionLines: [], anyCount: 0 }
  const anys: Problem[] = []
  for (const [path, source] of files) {
    if (EXEMPT.test(path)) continue
    const lines = source.replace(/\n$/, '').split('\n')
    const report: Report = (line, message) => metrics.problems.push({ path, line, message })
    metrics.fileLines.push(lines.length)
    if (lines.length > MAX_FILE_LINES) report(1, `${lines.length} lines, at most ${MAX_FILE_LINES}`)
    lines.forEach((text, index) => {
      if (LEFT_OVER.test(text)) report(index + 1, `left-over note: ${text.trim().slice(0, 80)}`)
    })
    if (path.endsWith('.css')) continue
    for (const size of measureFunctions(source, path)) {
      metrics.functionLines.push(size.lines)
      if (size.lines > MAX_FUNCTION_LINES)
        report(size.line, `${size.name} has ${size.lines} lines, at most ${MAX_FUNCTION_LINES}`)
    }
    const lineOf = lineCounter(source)
    for (const offset of findForbidden(source, path, (at, message) => report(lineOf(at), message)))
      anys.push({ path, line: lineOf(offset), message: 'any' })
  }
  metrics.anyCount = anys.length
  const total = metrics.fileLines.reduce((sum, lines) => sum + lines, 0)
  if (anys.length * LINES_PER_ANY > total) metrics.problems.push(...anys.map((use) => tooMany(use, total)))
  return metrics
}

function tooMany(use: Problem, total: number): Problem {
  return { ...use, message: `any, of which ${total} lines may hold ${Math.floor(total / LINES_PER_ANY)}` }
}

/** Reports what tests do without, by offset, and returns the offsets of `any` as a type. */
function findForbidden(source: string, path: string, report: Report): number[] {
  const anys: number[] = []
  walkSource(source, path, {
    Identifier({ name, start }) {
      if (name === 'waitForTimeout') report(start, 'waitForTimeout: wait for what should happen instead')
    },
    MemberExpression({ object, property, start }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      if ((object.name === 'vi' || object.name === 'jest') && MOCKS.test(property.name))
        report(start, `${object.name}.${property.name}: pass the dependency in instead`)
    },
    TSAnyKeyword: ({ start }) => anys.push(start),
  })
  return anys
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 0 ? (upper + (sorted[middle - 1] ?? 0)) / 2 : upper
}

/** What `npm run trace` counted last. */
function callText(root: string): string {
  const file = join(root, 'scripts', 'trace', 'counts.json')
  if (!existsSync(file)) return 'no call was traced'
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { way: number; drawing: number }>
  return Object.entries(counts)
    .map(([call, { way, drawing }]) => `${call} passes ${way} modules, and ${drawing} that draw`)
    .join('\n')
}

function main(): void {
  const root = rootOption(process.argv)
  const files = readFiles(root, /\.(?:[cm]?[jt]sx?|css)$/)
  const { problems, fileLines, functionLines, anyCount } = checkMetrics(files)
  const shape = judgeShape(measureShape(readFiles(root, /\.tsx?$|(?:^|\/)package\.json$/)), SHAPE_LIMITS)
  for (const { path, line, message } of problems) console.error(`${path}:${line} ${message}`)
  console.log(
    `${fileLines.length} files, median ${median(fileLines)} lines; ${functionLines.length} functions, ` +
      `median ${median(functionLines)} lines; ${anyCount} any; ${problems.length} problems`,
  )
  console.log(shape.text)
  console.log(callText(root))
  for (const problem of shape.problems) console.error(problem)
  if (problems.length > 0 || shape.problems.length > 0) process.exitCode = 1
}

if (isEntry(import.meta.url)) main()
