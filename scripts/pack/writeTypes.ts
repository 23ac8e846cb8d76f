import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { ENTRIES } from './entries.ts'

/** A declaration of the workspace: its package, and its path below `src` without an extension. */
type Declared = { part: string; path: string }

type DeclarationMap = { sources: string[]; mappings: string }

const SPECIFIER = /(?<=\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g
const SOURCE = /^(.*?)(?:\.d)?\.(?:tsx?|mts)$/

const posix = (path: string) => path.split(sep).join('/')

/** What a package of the workspace answers for `@latchkey/part/sub`, by the `exports` of its package.json. */
function resolvePackage(packages: string, specifier: string): Declared {
  const [, part = '', sub = ''] = /^@latchkey\/([^/]+)(?:\/(.*))?$/.exec(specifier) ?? []
  const { exports } = JSON.parse(readFileSync(join(packages, part, 'package.json'), 'utf8'))
  const fits = (key: string) =>
    key === (sub ? `./${sub}` : '.') || (key.endsWith('/*') && `./${sub}`.startsWith(key.slice(0, -1)))
  const target = Object.entries<string>(exports).find(([key]) => fits(key))?.[1]
  const [, path] = SOURCE.exec(target ?? '') ?? []
  if (!path?.startsWith('./src/')) throw new Error(`${specifier} has no source.`)
  return { part, path: path.slice('./src/'.length) }
}

function resolve(packages: string, from: Declared, specifier: string): Declared | undefined {
  if (specifier.startsWith('@latchkey/')) return resolvePackage(packages, specifier)
  if (!specifier.startsWith('.')) return undefined
  const [, path] = SOURCE.exec(posix(join(dirname(from.path), specifier))) ?? []
  if (path === undefined)
    throw new Error(`${from.part}/${from.path} imports ${specifier}, which no declaration is.`)
  return { part: from.part, path }
}

/** Moves the columns of a declaration map behind each text that has changed its length. */
export function shift(
  mappings: string,
  edits: readonly { line: number; column: number; by: number }[],
): string {
  const lines = decode(mappings)
  for (const { line, column, by } of edits)
    for (const segment of lines[line] ?? []) if (segment[0] > column) segment[0] += by
  return encode(lines)
}

/**
 * Copies the declarations that the entries reach into `outDir/types`, and the sources that their maps name into
 * `outDir/sources`. A name of the workspace becomes a relative path, so that nothing but this package has to resolve.
 *
 * @throws Error where a declaration is missing: `tsc -b` makes them
 */
export function writeTypes(root: string, outDir: string): void {
  const packages = join(root, 'packages')
  const seen = new Set<string>()
  const queue: Declared[] = ENTRIES.map(({ source }) => {
    const [part = '', ...path] = source.replace(SOURCE, '$1').split('/')
    return { part, path: path.slice(1).join('/') }
  })
  for (let from = queue.pop(); from !== undefined; from = queue.pop()) {
    const name = `${from.part}/${from.path}`
    if (seen.has(name)) continue
    seen.add(name)
    queue.push(...copyDeclaration(packages, outDir, from))
  }
}

/** Copies one, and answers those that it imports. */
function copyDeclaration(packages: string, outDir: string, from: Declared): Declared[] {
  const built = join(packages, from.part, 'dist', 'types', `${from.path}.d.ts`)
  if (!existsSync(built)) throw new Error(`There is no ${built}.`)
  const text = readFileSync(built, 'utf8')
  const edits: { line: number; column: number; by: number }[] = []
  const imported: Declared[] = []
  const lines = text.split('\n').map((code, line) => {
    // An example in a docstring imports nothing.
    if (/^\s*(?:\*|\/\*\*)/.test(code)) return code
    let moved = 0
    return code.replace(SPECIFIER, (whole, quote: string, specifier: string, column: number) => {
      const found = resolve(packages, from, specifier)
      if (!found) return whole
      imported.push(found)
      const path = posix(relative(dirname(`${from.part}/${from.path}`), `${found.part}/${found.path}.js`))
      const written = `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
      edits.push({ line, column: column + moved, by: written.length - whole.length })
      moved += written.length - whole.length
      return written
    })
  })
  const target = join(outDir, 'types', from.part, `${from.path}.d.ts`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, lines.join('\n'))

  const map: DeclarationMap = JSON.parse(readFileSync(`${built}.map`, 'utf8'))
  const sources = map.sources.map((source) => {
    const file = join(dirname(built), source)
    const copy = join(outDir, 'sources', from.part, relative(join(packages, from.part, 'src'), file))
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(file, copy)
    return posix(relative(dirname(target), copy))
  })
  writeFileSync(`${target}.map`, JSON.stringify({ ...map, sources, mappings: shift(map.mappings, edits) }))
  return imported
}
