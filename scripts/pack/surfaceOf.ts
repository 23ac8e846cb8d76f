import { dirname, join, normalize } from 'node:path'
import { type Directive, parseSync, type Statement } from 'oxc-parser'

/** Reads a declaration file by its path. */
type ReadDeclarations = (path: string) => string

type Module = { text: string; body: readonly (Directive | Statement)[] }
/** A declaration as it stands, with what its members say of themselves, and what its docstring says before it. */
export type Declared = { text: string; doc?: string }
/** Where a name comes from: another module, or a text of this one. */
type Found = { source: string; name: string } | Declared

const nameOf = (node: { type: string; name?: string; value?: unknown }) => node.name ?? String(node.value)

/** A declaration without what is said about it. */
export const bare = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s*(?=\n)/g, '')
    .trim()

/** A declaration with the docstring right before the statement that it is in. */
function declaredAt(
  text: string,
  statement: { start: number },
  declaration: { start: number; end: number },
): Declared {
  const [, doc] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, statement.start)) ?? []
  const own = { text: text.slice(declaration.start, declaration.end) }
  return doc === undefined ? own : { ...own, doc: doc.replace(/^\s*\* ?/gm, '').trim() }
}

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
      return declaredAt(text, node, declaration)
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
        found.push([name, declaredAt(module.text, node, node.declaration)])
    for (const { local: from, exported } of node.specifiers) {
      const name = nameOf(from)
      const origin = node.source ? { source: node.source.value, name } : local(module, name)
      found.push([nameOf(exported), origin ?? { text: name }])
    }
  }
  return found
}

/** All that an entry exports, by name: its declaration and what is said about it, or the library that it is of. */
export function declarationsOf(read: ReadDeclarations, entry: string): Map<string, Declared> {
  const surface = new Map<string, Declared>()
  const modules = new Map<string, Module>()
  const open = (path: string) => {
    const module = modules.get(path) ?? parse(path, read(path))
    modules.set(path, module)
    return module
  }
  const tell = (from: string, name: string, origin: Found): Declared[] => {
    if ('text' in origin) return [origin]
    if (!origin.source.startsWith('.')) return [{ text: `of ${origin.source}` }]
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
      else surface.set(name, tell(path, name, origin)[0] ?? { text: 'unknown' })
    }
  }
  add(entry)
  return surface
}
