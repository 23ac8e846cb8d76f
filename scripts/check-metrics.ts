/**
 * Are files and functions small, and free of what the tests and reviewers agreed to do without?
 * `tsx scripts/check-metrics.ts [--root <folder>]`. It also holds the tokenizer that the boundary check uses.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Repository files by their path from the root, with forward slashes. */
export type SourceFiles = ReadonlyMap<string, string>
/** `text` is the spelling; of a string and a template the quote that opens it and the content, if it is constant. */
export type Token = {
  kind: 'word' | 'number' | 'string' | 'template' | 'regex' | 'punct' | 'element'
  text: string
  line: number
}
export type FunctionSize = { name: string; line: number; lines: number }
export type Problem = { path: string; line: number; message: string }
export type Metrics = { problems: Problem[]; fileLines: number[]; functionLines: number[]; anyCount: number }

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 80
const LINES_PER_ANY = 1_000

type Scan = { source: string; jsx: boolean; at: number; offsets: number[]; tokens: Token[] }

const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy
const NUMBER = /\d[\w.]*/y
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const JSX_NAME = /[\w$.:-]*/y
/** After these words an expression starts, so `/` begins a regular expression and `<` an element. */
const BEFORE_EXPRESSION = new Set(
  'return typeof case do else in of instanceof new delete void throw await yield default'.split(' '),
)

/** Splits TypeScript into tokens without comments; with `jsx`, also without the text between elements. */
export function tokenize(source: string, jsx: boolean): Token[] {
  const scan: Scan = { source, jsx, at: 0, offsets: [], tokens: [] }
  if (source.startsWith('#!')) skipTo(scan, '\n', 0)
  scanCode(scan, false)
  let line = 1
  let from = 0
  scan.tokens.forEach((token, index) => {
    const offset = scan.offsets[index] ?? 0
    for (; from < offset; from += 1) if (source.charCodeAt(from) === 10) line += 1
    token.line = line
  })
  return scan.tokens
}

function push(scan: Scan, kind: Token['kind'], text: string, offset: number): void {
  scan.tokens.push({ kind, text, line: 0 })
  scan.offsets.push(offset)
}

function match(scan: Scan, pattern: RegExp): string | undefined {
  pattern.lastIndex = scan.at
  return pattern.exec(scan.source)?.[0]
}

function skipTo(scan: Scan, end: string, after: number): void {
  const found = scan.source.indexOf(end, scan.at)
  scan.at = found < 0 ? scan.source.length : found + after
}

/** With `inBraces` it stops at the `}` that closes the caller's brace and says whether there was one. */
function scanCode(scan: Scan, inBraces: boolean): boolean {
  let depth = 0
  while (scan.at < scan.source.length) {
    const char = scan.source[scan.at] as string
    if (inBraces && char === '}' && depth === 0) return true
    if (char === '{') depth += 1
    if (char === '}') depth -= 1
    scanToken(scan, char)
  }
  return !inBraces
}

function scanToken(scan: Scan, char: string): void {
  const start = scan.at
  const next = scan.source[start + 1]
  if (/\s/.test(char)) scan.at += 1
  else if (char === '/' && next === '/') skipTo(scan, '\n', 0)
  else if (char === '/' && next === '*') {
    scan.at += 2
    skipTo(scan, '*/', 2)
  } else if (char === '"' || char === "'") scanString(scan, char)
  else if (char === '`') scanTemplate(scan)
  else {
    const word = match(scan, WORD)
    const number = word === undefined ? match(scan, NUMBER) : undefined
    const regex = char === '/' && expressionStarts(scan) ? match(scan, REGEX) : undefined
    const known = word ?? number ?? regex
    if (known !== undefined) {
      scan.at += known.length
      push(scan, word !== undefined ? 'word' : number !== undefined ? 'number' : 'regex', known, start)
    } else if (!(char === '<' && scan.jsx && expressionStarts(scan) && tryElement(scan))) scanPunct(scan)
  }
}

function scanPunct(scan: Scan): void {
  const pair = scan.source.slice(scan.at, scan.at + 2)
  const text = pair === '=>' || pair === '++' || pair === '--' ? pair : pair.slice(0, 1)
  push(scan, 'punct', text, scan.at)
  scan.at += text.length
}

function scanString(scan: Scan, quote: string): void {
  const start = scan.at
  let end = start + 1
  while (end < scan.source.length && scan.source[end] !== quote && scan.source[end] !== '\n')
    end += scan.source[end] === '\\' ? 2 : 1
  push(scan, 'string', scan.source.slice(start, end), start)
  scan.at = end + 1
}

function scanTemplate(scan: Scan): void {
  const start = scan.at
  scan.at += 1
  let from = scan.at
  while (scan.at < scan.source.length && scan.source[scan.at] !== '`') {
    if (scan.source[scan.at] === '\\') scan.at += 2
    else if (scan.source.startsWith('${', scan.at)) {
      push(scan, 'template', '`', from)
      push(scan, 'punct', '${', scan.at)
      scan.at += 2
      scanCode(scan, true)
      push(scan, 'punct', '}', scan.at)
      scan.at += 1
      from = scan.at
    } else scan.at += 1
  }
  push(scan, 'template', from === start + 1 ? scan.source.slice(start, scan.at) : '`', from)
  scan.at += 1
}

function expressionStarts(scan: Scan): boolean {
  const last = scan.tokens.at(-1)
  if (last === undefined) return true
  if (last.kind === 'word') return BEFORE_EXPRESSION.has(last.text)
  return last.kind === 'punct' && !/^(?:\)|\]|\}|\+\+|--)$/.test(last.text)
}

/** Reads an element, or takes everything back where `<` turns out to open a type parameter or to compare. */
function tryElement(scan: Scan): boolean {
  const at = scan.at
  const count = scan.tokens.length
  if (scanElement(scan)) return true
  scan.at = at
  scan.tokens.length = count
  scan.offsets.length = count
  return false
}

function scanElement(scan: Scan): boolean {
  scan.at += 1
  const name = match(scan, JSX_NAME) ?? ''
  scan.at += name.length
  if (scan.source[scan.at] === '<') skipTo(scan, '>', 1)
  while (scan.at < scan.source.length) {
    const char = scan.source[scan.at] as string
    if (char === '>') {
      scan.at += 1
      return scanChildren(scan, name)
    }
    if (scan.source.startsWith('/>', scan.at)) {
      push(scan, 'element', '', scan.at)
      scan.at += 2
      return true
    }
    if (!scanAttribute(scan, char)) return false
  }
  return false
}

function scanAttribute(scan: Scan, char: string): boolean {
  if (/[\s=]/.test(char)) scan.at += 1
  else if (scan.source.startsWith('/*', scan.at)) skipTo(scan, '*/', 2)
  else if (char === '{') return scanBraces(scan)
  else if (char === '<') return scanElement(scan)
  else if (char === '"' || char === "'") {
    scan.at += 1
    skipTo(scan, char, 1)
  } else {
    const name = match(scan, JSX_NAME) ?? ''
    scan.at += name.length
    return name.length > 0
  }
  return true
}

function scanBraces(scan: Scan): boolean {
  push(scan, 'punct', '{', scan.at)
  scan.at += 1
  if (!scanCode(scan, true)) return false
  push(scan, 'punct', '}', scan.at)
  scan.at += 1
  return true
}

function scanChildren(scan: Scan, name: string): boolean {
  while (scan.at < scan.source.length) {
    const char = scan.source[scan.at]
    if (scan.source.startsWith('</', scan.at)) {
      const end = scan.source.indexOf('>', scan.at)
      const closes = end > 0 && scan.source.slice(scan.at + 2, end).trim() === name
      if (closes) push(scan, 'element', '', end)
      scan.at = end + 1
      return closes
    }
    if (char === '<') {
      if (!scanElement(scan)) return false
    } else if (char === '{') {
      if (!scanBraces(scan)) return false
    } else if (char === '>' || char === '}') return false
    else scan.at += 1
  }
  return false
}

const CONTROL = new Set('if for while switch catch with await return'.split(' '))
const GROUPING = new Set(['describe', 'suite'])
/** Words that can stand in a return type; any other keyword ends the search for a body. */
const STATEMENT = /^(?:if|for|while|do|switch|return|const|let|var|function|class|throw|try|import|export)$/

const OPENS = /^(?:\$?\{|[([])$/

type Open = { text: string; callee: string; line: number; name?: string }

/**
 * Measures every body in braces, from the line of its name or parameters to its closing brace. Approximate:
 * arrows without braces are not measured, and `describe` blocks group tests rather than being functions.
 */
export function measureFunctions(tokens: readonly Token[]): FunctionSize[] {
  const sizes: FunctionSize[] = []
  const open: Open[] = []
  const bodies = new Map<number, { name: string; line: number }>()
  let parameters: Open | undefined
  tokens.forEach((token, index) => {
    if (token.kind !== 'punct') return
    const { text } = token
    if (OPENS.test(text)) {
      const before = wordBefore(tokens, index)
      const body =
        text === '{' ? (bodies.get(index) ?? arrowBody(tokens, index, parameters, open)) : undefined
      open.push({ text, callee: before, line: body?.line ?? token.line, ...(body && { name: body.name }) })
    } else if (text === ')' || text === ']' || text === '}') {
      const opened = open.pop()
      if (opened?.name !== undefined)
        sizes.push({ name: opened.name, line: opened.line, lines: token.line - opened.line + 1 })
      if (text !== ')' || opened === undefined) return
      parameters = opened
      const at = CONTROL.has(opened.callee) ? -1 : bodyAfter(tokens, index)
      if (at > 0) bodies.set(at, { name: opened.callee || 'function', line: opened.line })
    }
  })
  return sizes
}

function wordBefore(tokens: readonly Token[], index: number): string {
  let at = index - 1
  if (tokens[at]?.text === '>') while (at > 0 && tokens[at]?.text !== '<') at -= 1
  if (tokens[at]?.text === '<') at -= 1
  return tokens[at]?.kind === 'word' ? (tokens[at]?.text ?? '') : ''
}

function arrowBody(
  tokens: readonly Token[],
  index: number,
  parameters: Open | undefined,
  open: readonly Open[],
): { name: string; line: number } | undefined {
  const arrow = tokens[index - 1]
  if (arrow?.text !== '=>') return undefined
  const around = open.at(-1)
  const caller = around?.text === '(' ? around.callee : ''
  if (GROUPING.has(caller)) return undefined
  const line = parameters && tokens[index - 2]?.text === ')' ? parameters.line : arrow.line
  return { name: caller ? `function given to ${caller}` : 'arrow function', line }
}

/** Where the body of a parameter list that ends at `close` begins, past its return type; -1 if there is none. */
function bodyAfter(tokens: readonly Token[], close: number): number {
  if (tokens[close + 1]?.text === '{') return close + 1
  if (tokens[close + 1]?.text !== ':') return -1
  let depth = 0
  for (let at = close + 2; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Token
    if (kind === 'word' && STATEMENT.test(text)) return -1
    const inType = depth > 0 || /^(?:[:|&<,]|=>|is)$/.test(tokens[at - 1]?.text ?? '')
    if (text === '{' && !inType) return at
    if (text === '<' || OPENS.test(text)) depth += 1
    else if (/^[})\]>]$/.test(text)) depth -= 1
    else if (depth === 0 && /^[;,=?]$/.test(text)) return -1
    // A function type goes on after its arrow; any other arrow has its own body.
    else if (depth === 0 && text === '=>' && tokens[at - 1]?.text !== ')') return -1
    if (depth < 0) return -1
  }
  return -1
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
    const report = (line: number, message: string) => metrics.problems.push({ path, line, message })
    metrics.fileLines.push(lines.length)
    if (lines.length > MAX_FILE_LINES) report(1, `${lines.length} lines, at most ${MAX_FILE_LINES}`)
    lines.forEach((text, index) => {
      if (LEFT_OVER.test(text)) report(index + 1, `left-over note: ${text.trim().slice(0, 80)}`)
    })
    if (path.endsWith('.css')) continue
    const tokens = tokenize(source, /\.[jt]sx$/.test(path))
    for (const size of measureFunctions(tokens)) {
      metrics.functionLines.push(size.lines)
      if (size.lines > MAX_FUNCTION_LINES)
        report(size.line, `${size.name} has ${size.lines} lines, at most ${MAX_FUNCTION_LINES}`)
    }
    findForbidden(tokens, report)
    for (const line of anyLines(tokens)) anys.push({ path, line, message: 'any' })
  }
  metrics.anyCount = anys.length
  const total = metrics.fileLines.reduce((sum, lines) => sum + lines, 0)
  if (anys.length * LINES_PER_ANY > total) metrics.problems.push(...anys.map((use) => tooMany(use, total)))
  return metrics
}

function tooMany(use: Problem, total: number): Problem {
  return { ...use, message: `any, of which ${total} lines may hold ${Math.floor(total / LINES_PER_ANY)}` }
}

function findForbidden(tokens: readonly Token[], report: (line: number, message: string) => void): void {
  tokens.forEach(({ kind, text, line }, index) => {
    if (kind !== 'word') return
    if (text === 'waitForTimeout') report(line, 'waitForTimeout: wait for what should happen instead')
    const mocks = (text === 'vi' || text === 'jest') && tokens[index + 1]?.text === '.'
    const member = tokens[index + 2]?.text ?? ''
    if (mocks && /^(?:mock|doMock|unstable_mockModule)$/.test(member))
      report(line, `${text}.${member}: pass the dependency in instead`)
  })
}

/** `any` as a type: not a member such as `Promise.any`, nor a key or a call. */
function anyLines(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ kind, text, line }, index) => {
    const before = tokens[index - 1]?.text
    const after = tokens[index + 1]?.text
    return kind === 'word' && text === 'any' && before !== '.' && after !== ':' && after !== '(' ? [line] : []
  })
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 0 ? (upper + (sorted[middle - 1] ?? 0)) / 2 : upper
}

const SKIPPED = /^(?:\..*|node_modules|dist|coverage|test-results|playwright-report)$/

/** Reads every file of `root` whose name fits, leaving out what is installed or built. */
export function readFiles(root: string, fits: RegExp, folder = ''): Map<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (SKIPPED.test(entry.name)) continue
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) for (const [name, text] of readFiles(root, fits, path)) files.set(name, text)
    else if (entry.isFile() && fits.test(path)) files.set(path, readFileSync(join(root, path), 'utf8'))
  }
  return files
}

/** The folder after `--root`, else the current one. */
export function rootOption(args: readonly string[]): string {
  const at = args.indexOf('--root')
  return at < 0 ? process.cwd() : (args[at + 1] ?? process.cwd())
}

export const isEntry = (url: string): boolean => process.argv[1] === fileURLToPath(url)

function main(): void {
  const files = readFiles(rootOption(process.argv), /\.(?:[cm]?[jt]sx?|css)$/)
  const { problems, fileLines, functionLines, anyCount } = checkMetrics(files)
  for (const { path, line, message } of problems) console.error(`${path}:${line} ${message}`)
  console.log(
    `${fileLines.length} files, median ${median(fileLines)} lines; ${functionLines.length} functions, ` +
      `median ${median(functionLines)} lines; ${anyCount} any; ${problems.length} problems`,
  )
  if (problems.length > 0) process.exitCode = 1
}

if (isEntry(import.meta.url)) main()
