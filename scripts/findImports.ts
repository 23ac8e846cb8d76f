import { posix } from 'node:path'
import { lineCounter, type SourceFiles, walkSource } from './readSources.ts'

export type Import = {
  specifier: string
  line: number
  /** Nothing of it is left at run time. `import { type A }` leaves an empty import, so it does not count. */
  typeOnly: boolean
  /** What is named between the braces; `*` stands for all else, a default import included. */
  names: string[]
}

type Named = { type: string; imported?: unknown; local?: unknown }
const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: string; value?: string }
  return name ?? value ?? '*'
}
const importedName = (specifier: Named): string =>
  specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*'

/** The text of a string, or of a template without expressions. */
function constantText(node: unknown): string | undefined {
  const { type, value, quasis } = node as {
    type: string
    value?: unknown
    quasis?: { value: { cooked?: string } }[]
  }
  if (type === 'Literal') return typeof value === 'string' ? value : undefined
  return type === 'TemplateLiteral' && quasis?.length === 1 ? quasis[0]?.value.cooked : undefined
}

/** Finds every import, re-export, `import()`, `require()` and imported type whose specifier is written out. */
export function findImports(source: string, path: string): Import[] {
  const lineOf = lineCounter(source)
  const found: (Import & { start: number })[] = []
  const add = (start: number, specifier: string | undefined, typeOnly: boolean, names: string[]) => {
    if (specifier !== undefined) found.push({ specifier, line: lineOf(start), typeOnly, names, start })
  }
  walkSource(source, path, {
    ImportDeclaration: ({ start, source: from, importKind, specifiers }) =>
      add(start, from.value, importKind === 'type', specifiers.map(importedName)),
    ExportNamedDeclaration({ start, source: from, exportKind, specifiers }) {
      const names = specifiers.map(({ local }) => nameOf(local))
      if (from) add(start, from.value, exportKind === 'type', names)
    },
    ExportAllDeclaration: ({ start, source: from, exportKind }) =>
      add(start, from.value, exportKind === 'type', ['*']),
    ImportExpression: ({ start, source: from }) => add(start, constantText(from), false, ['*']),
    TSImportType({ start, source: from, qualifier }) {
      const first = qualifier?.type === 'Identifier' ? qualifier.name : '*'
      add(start, constantText(from), true, [first])
    },
    TSExternalModuleReference: ({ start, expression }) => add(start, constantText(expression), false, ['*']),
    CallExpression({ start, callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'require' && given.length === 1)
        add(start, constantText(given[0]), false, ['*'])
    },
  })
  return found.sort((a, b) => a.start - b.start).map(({ start: _, ...one }) => one)
}

/** The file that a specifier of ours stands for; `undefined` for packages of others. */
export function resolveImport(files: SourceFiles, path: string, specifier: string): string | undefined {
  const bare = specifier.split('?')[0] ?? specifier
  if (bare.startsWith('.')) {
    const base = posix.join(posix.dirname(path), bare)
    const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    return endings.map((ending) => base + ending).find((candidate) => files.has(candidate))
  }
  const [scope, name, ...rest] = bare.split('/')
  if (scope !== '@latchkey') return undefined
  const root = [`packages/${name}`, `apps/${name}`, `${name}`].find((folder) =>
    files.has(`${folder}/package.json`),
  )
  if (root === undefined) return undefined
  const manifest = JSON.parse(files.get(`${root}/package.json`) ?? '{}') as {
    exports?: Record<string, unknown>
  }
  const target = manifest.exports?.[['.', ...rest].join('/')]
  const file = typeof target === 'string' ? target : (target as { source?: string } | undefined)?.source
  return typeof file === 'string' ? posix.join(root, file) : undefined
}
