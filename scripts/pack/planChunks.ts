import { relative, sep } from 'node:path'
import { ENTRIES, type Entry, LATER, type LaterChunk } from './entries.ts'

/** What the plan reads of a module: what it imports at once, and what later. */
export type GraphModule = { id: string; imported: readonly string[]; later: readonly string[] }

/** Entries that run where there is no page. What they share with the others is a chunk that defines no element. */
const WITHOUT_PAGE = new Set(['siwx', 'verify', 'authjs', 'testing'])

const LANGUAGE = /^i18n\/src\/locales\/([\w-]+)\.ts/

/** The path below `packages`, with slashes and without the query that a plug-in added. */
export const pathOf = (packages: string, id: string): string =>
  relative(packages, id.split('?')[0] ?? id)
    .split(sep)
    .join('/')

/** All that the roots bring with them at once. */
function reach(modules: ReadonlyMap<string, GraphModule>, roots: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const queue = [...roots]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    queue.push(...(modules.get(id)?.imported ?? []))
  }
  return seen
}

/**
 * Which chunk each module is in: first what is loaded with an entry, then the chunks of `LATER` in their order, then each
 * remaining `import()` by itself. Where two of those share something, it is in `parts`.
 *
 * @throws Error for a root that no module is, so that a moved file is noticed
 */
export function planChunks(
  packages: string,
  graph: readonly GraphModule[],
  {
    entries: given = ENTRIES,
    chunks = LATER,
  }: { entries?: readonly Entry[]; chunks?: readonly LaterChunk[] } = {},
): Map<string, string> {
  const modules = new Map(graph.map((module) => [module.id, module]))
  const idsOf = (path: string) => graph.filter(({ id }) => pathOf(packages, id) === path).map(({ id }) => id)
  const rootsOf = (path: string) => {
    const ids = idsOf(path)
    if (ids.length === 0) throw new Error(`No module of the build is packages/${path}. Has it moved?`)
    return ids
  }
  const plan = new Map<string, string>()
  const place = (ids: Iterable<string>, chunk: (id: string) => string) => {
    for (const id of ids) if (!plan.has(id)) plan.set(id, chunk(id))
  }

  const entries = given.map(({ name, source }) => ({ name, reached: reach(modules, rootsOf(source)) }))
  const later = new Set(graph.flatMap((module) => module.later).flatMap((id) => [...reach(modules, [id])]))
  place(new Set(entries.flatMap(({ reached }) => [...reached])), (id) => {
    const users = entries.filter(({ reached }) => reached.has(id)).map(({ name }) => name)
    if (users.includes('index')) return users.some((name) => WITHOUT_PAGE.has(name)) ? 'base' : 'entry'
    // What the modal needs too must not make it load an entry that the page does not import.
    return users.length > 1 || later.has(id) ? `${users.join('-')}-shared` : `${users[0]}-only`
  })
  for (const { chunk, roots } of chunks) place(reach(modules, roots.flatMap(rootsOf)), () => chunk)

  const isLeft = (id: string) => modules.has(id) && !plan.has(id)
  const left = [...new Set(graph.flatMap(({ later }) => later))].filter(isLeft)
  const features = left.map((id) => ({ name: featureName(packages, id), reached: reach(modules, [id]) }))
  place(new Set(features.flatMap(({ reached }) => [...reached])), (id) => {
    const names = new Set(features.filter(({ reached }) => reached.has(id)).map(({ name }) => name))
    return names.size === 1 ? ([...names][0] as string) : 'parts'
  })
  return plan
}

function featureName(packages: string, id: string): string {
  const path = pathOf(packages, id)
  const [, language] = LANGUAGE.exec(path) ?? []
  // A page shows the button long before the modal: its few words come alone.
  if (language) return id.endsWith('=button') ? `button-${language}` : `language-${language}`
  const [, view] = /^modal\/src\/views\/(\w+)\//.exec(path) ?? []
  if (view) return `view-${view}`
  return path.replace(/^.*\//, '').replace(/\.\w+$/, '')
}
