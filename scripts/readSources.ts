/** What the checks of the sources share: which files there are, and what TypeScript they hold. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser'

/** Repository files by their path from the root, with forward slashes. */
export type SourceFiles = ReadonlyMap<string, string>

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

/** A file's tests, or what only tests use. */
export const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$|\/src\/testing\//.test(path)

/**
 * Walks the syntax tree of a TypeScript or JavaScript source.
 *
 * @param path tells by its ending which language it is
 * @param visit by type of node, in the order of the source
 * @throws SyntaxError for a source that cannot be read: an unread file would pass every check
 */
export function walkSource(source: string, path: string, visit: VisitorObject): void {
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error) throw new SyntaxError(`${path}: ${error.message}\n${error.codeframe ?? ''}`)
  new Visitor(visit).visit(program)
}

/** Line numbers, from 1, of offsets in a source. */
export function lineCounter(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
