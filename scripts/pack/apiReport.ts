import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type Directive, parseSync, type Statement } from 'oxc-parser'

/** Reads a declaration file by its path. */
type ReadDeclarations = (path: string) => string

type Module = { text: string; body: readonly (Directive | Statement)[] }
/** Where a name comes from: another module, or a text of this one. */
type Found = { source: string; name: string } | { text: string }

const nameOf = (node: { type: string; name?: string; value?: unknown }) => node.name ?? String(node.value)

/** A declaration without what is said about it. */
const bare = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s*(?=\n)/g, '')
    .trim()

function parse(path: string, text: string): Module {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`)
  return { text, body: program.body }
}

const declared = (node: {
  type: string
  id?: unknown
  declarations?: readonly { id: unknown }[]
}): string[] =>
  (node.declarations?.map(({ id }) => id) ?? [node.id]).flatMap((id) => (id as { name?: string })?.name ?? [])

/** What a module says of a name that it declares or imports. */
function local({ text, body }: Module, name: string): Found | undefined {
  for (const node of body) {
    if (node.type === 'ImportDeclaration') {
      const one = node.specifiers.find((specifier) => specifier.local.name === name)
      if (!one) continue
      return { source: node.source.value, name: one.type === 'ImportSpecifier' ? nameOf(one.imported) : '*' }
    }
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (declaration && declared(declaration as never).includes(name))
      return { text: text.slice(declaration.start, declaration.end) }
  }
  return undefined
}

/** The names that a module exports, each with where it comes from; `*` stands for all of another module. */
function exportsOf(module: Module): [name: string, found: Found][] {
  const found: [string, Found][] = []
  for (const node of module.body) {
    if (node.type === 'ExportAllDeclaration')
      found.push([node.exported ? nameOf(node.exported) : '*', { source: node.source.value, name: '*' }])
    if (node.type !== 'ExportNamedDeclaration') continue
    if (node.declaration)
      for (const name of declared(node.declaration as never))
        found.push([name, { text: module.text.slice(node.declaration.start, node.declaration.end) }])
    for (const { local: from, exported } of node.specifiers) {
      const name = nameOf(from)
      const origin = node.source ? { source: node.source.value, name } : local(module, name)
      found.push([nameOf(exported), origin ?? { text: name }])
    }
  }
  return found
}

/** All that an entry exports, by name: its declaration without comments, or the library that it is of. */
export function surfaceOf(read: ReadDeclarations, entry: string): Map<string, string> {
  const surface = new Map<string, string>()
  const modules = new Map<string, Module>()
  const open = (path: string) => {
    const module = modules.get(path) ?? parse(path, read(path))
    modules.set(path, module)
    return module
  }
  const tell = (from: string, name: string, origin: Found): string[] => {
    if ('text' in origin) return [bare(origin.text)]
    if (!origin.source.startsWith('.')) return [`of ${origin.source}`]
    const path = normalize(join(dirname(from), origin.source.replace(/\.js$/, '.d.ts')))
    const inner = exportsOf(open(path))
    const direct = inner.find(([one]) => one === origin.name)?.[1] ?? local(open(path), origin.name)
    if (direct) return tell(path, name, direct)
    return inner
      .filter(([one]) => one === '*')
      .flatMap(([, all]) => tell(path, name, { ...all, name: origin.name }))
  }
  const add = (path: string) => {
    for (const [name, origin] of exportsOf(open(path))) {
      if (name === '*' && 'source' in origin && origin.source.startsWith('.'))
        add(normalize(join(dirname(path), origin.source.replace(/\.js$/, '.d.ts'))))
      else surface.set(name, tell(path, name, origin)[0] ?? 'unknown')
    }
  }
  add(entry)
  return surface
}

/** Where the report is kept. It is not published. */
export const apiFile = (root: string): string => join(root, 'packages', 'latchkey', 'api.md')

/**
 * What the package exports, as a text that is kept beside it: a change of the surface is a change of that file.
 *
 * @param folder of the built package
 */
export function apiReport(folder: string): string {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const sections = Object.entries<{ types?: string }>(exports).flatMap(([entry, { types }]) => {
    if (!types) return []
    const surface = [...surfaceOf(read, types)].sort(([left], [right]) => (left < right ? -1 : 1))
    const lines = surface.map(([one, text]) => (text.includes(one) ? text : `${one}: ${text}`))
    return `## ${name}${entry.slice(1)}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`
  })
  return `# What ${name} exports\n\nWritten by \`npm run pack -- --api\`. Where the package exports something else, \`npm run outside\` and \`npm test\` fail.\n\n${sections.join('\n')}`
}
