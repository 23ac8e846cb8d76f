import { posix } from 'node:path'
import { findImports, resolveImport } from './findImports.ts'
import type { SourceFiles } from './readSources.ts'

/** How far apart the parts of the product stand. Types and lazy imports count as all others do. */
export type Shape = {
  files: number
  lines: number
  /** Groups of folders that reach each other in both directions, the largest first; those of the tests and the demo too. */
  folderCycles: string[][]
  /** The longest way along imports, as files, from the top down; files of one cycle count as one. */
  longestChain: string[]
  /** Files under 40 lines that one file alone imports, which stands beside them. */
  loneSmall: string[]
  /** Folders with more than 20 files. */
  crowded: { folder: string; files: number }[]
}

const PRODUCT = /^(?:packages|apps)\/(?!testing\/|local-bundler\/|demo\/)[^/]+\/src\/.*\.tsx?$/
const PARTS = /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/
const TEST = /\.(?:test|spec|bench)\.|\.d\.ts$/
const SUPPORT = /\.(?:test|spec|bench)\.|\/(?:testing|fixtures|workbench)\/|\.d\.ts$/
/** What English says, said again in another language: it grows with the languages and says nothing of the code. */
const TRANSLATION = /\/i18n\/src\/locales\/(?!en\.ts|Words\.ts)/
const SMALL = 40
const MOST_FILES = 20

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Measures the product's own files: no tests, nothing that only tests and demos use, no translations. */
export function measureShape(files: SourceFiles): Shape {
  const isOwn = (path: string) => PRODUCT.test(path) && !SUPPORT.test(path) && !TRANSLATION.test(path)
  const product = [...files.keys()].filter(isOwn)
  const parts = importsAmong(
    files,
    [...files.keys()].filter((path) => PARTS.test(path) && !TEST.test(path)),
  )
  const imports = new Map(
    product.map((path) => [path, new Set([...(parts.get(path) ?? [])].filter((target) => isOwn(target)))]),
  )
  const importers = new Map(product.map((path) => [path, new Set<string>()]))
  for (const [path, targets] of imports) for (const target of targets) importers.get(target)?.add(path)
  const lineCount = (path: string) => (files.get(path) ?? '').replace(/\n$/, '').split('\n').length
  const isLone = (path: string) => {
    const [first, ...others] = importers.get(path) ?? []
    return first !== undefined && others.length === 0 && posix.dirname(first) === posix.dirname(path)
  }
  return {
    files: product.length,
    lines: product.reduce((sum, path) => sum + lineCount(path), 0),
    folderCycles: components(foldersOf(parts))
      .filter((group) => group.length > 1)
      .sort((a, b) => b.length - a.length),
    longestChain: longestChain(imports),
    loneSmall: product.filter((path) => isLone(path) && lineCount(path) < SMALL),
    crowded: crowdedFolders(product),
  }
}

function importsAmong(files: SourceFiles, paths: readonly string[]): Graph {
  const imports = new Map(paths.map((path) => [path, new Set<string>()]))
  for (const [path, targets] of imports)
    for (const { specifier } of findImports(files.get(path) ?? '', path)) {
      const target = resolveImport(files, path, specifier)
      if (target !== undefined && target !== path && imports.has(target)) targets.add(target)
    }
  return imports
}

function foldersOf(imports: Graph): Graph {
  const folders = new Map<string, Set<string>>()
  for (const [path, targets] of imports) {
    const from = posix.dirname(path)
    const to = folders.get(from) ?? new Set()
    folders.set(from, to)
    for (const target of targets) if (posix.dirname(target) !== from) to.add(posix.dirname(target))
  }
  return folders
}

function crowdedFolders(product: readonly string[]): Shape['crowded'] {
  const counts = new Map<string, number>()
  for (const path of product) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => ({ folder, files: count }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** The strongly connected components (Tarjan), each after those that it reaches. */
function components(graph: Graph): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const visit = (node: string): number => {
    const own = order.size
    order.set(node, own)
    stack.push(node)
    onStack.add(node)
    let lowest = own
    for (const next of graph.get(node) ?? [])
      if (!order.has(next)) lowest = Math.min(lowest, visit(next))
      else if (onStack.has(next)) lowest = Math.min(lowest, order.get(next) ?? lowest)
    low.set(node, lowest)
    if (lowest === own) {
      const group = stack.splice(stack.indexOf(node))
      for (const one of group) onStack.delete(one)
      found.push(group)
    }
    return lowest
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

function longestChain(imports: Graph): string[] {
  const groups = components(imports)
  const groupOf = new Map(groups.flatMap((group) => group.map((path) => [path, group] as const)))
  // A component comes after all that it reaches, so each chain below it is known already.
  const chains = new Map<string[], string[]>()
  let longest: string[] = []
  for (const group of groups) {
    let below: string[] = []
    for (const path of group)
      for (const target of imports.get(path) ?? []) {
        const next = groupOf.get(target)
        const chain = next && next !== group ? (chains.get(next) ?? []) : []
        if (chain.length > below.length) below = chain
      }
    const chain = [group[0] ?? '', ...below]
    chains.set(group, chain)
    if (chain.length > longest.length) longest = chain
  }
  return longest
}

/** What the shape may be at most. Numbers only go down: the house gets simpler, never again more tangled. */
export type ShapeLimits = {
  folderCycles: number
  longestChain: number
  /** Per cent of all files. */
  loneSmall: number
  crowded: number
  lines: number
}

/** A line a measure, and whether all are within their limits. @param limits folders of ui's parts do not count */
export function judgeShape(shape: Shape, limits: ShapeLimits): { text: string; problems: string[] } {
  const lone = (100 * shape.loneSmall.length) / Math.max(1, shape.files)
  const crowded = shape.crowded.filter(({ folder }) => folder !== 'packages/ui/src')
  const rows: [string, number, number, string][] = [
    ['folder cycles', shape.folderCycles.length, limits.folderCycles, ''],
    ['longest import chain', shape.longestChain.length, limits.longestChain, ' files'],
    ['small files with one importer beside them', Number(lone.toFixed(1)), limits.loneSmall, ' %'],
    ['folders above 20 files', crowded.length, limits.crowded, ''],
    ['product lines', shape.lines, limits.lines, ''],
  ]
  const isOver = ([, value, most]: (typeof rows)[number]) => value > most
  return {
    text: rows.map(([name, value, most, unit]) => `${name}: ${value}${unit}, at most ${most}`).join('\n'),
    problems: rows.filter(isOver).map(([name, value, most]) => `${name}: ${value}, at most ${most}`),
  }
}
