/**
 * May this file import that one? Enforces the import table of docs/architecture.md and the rules around it.
 * `tsx scripts/check-boundaries.ts [--root <folder>]`
 */
import { posix } from 'node:path'
import { findImports, type Import, resolveImport } from './findImports.ts'
import { findNamespaceNames } from './namespaceNames.ts'
import {
  isEntry,
  isTest,
  lineCounter,
  readFiles,
  rootOption,
  type SourceFiles,
  walkSource,
} from './readSources.ts'

export type Violation = { path: string; line: number; rule: string; edge: string }

/** `types`: by `import type` only. `tests`: in test files only. */
type Allowance = 'all' | 'types' | 'tests'
type Unit = { name: string; root: string }
type Edge = { from: string; to: string; line: number; typeOnly: boolean }

const ALL_BUT_KEYRING =
  'errors ui protocol bridge core connectors chain-evm chain-solana chain-bitcoin react modal'
/** Everybody may import std and i18n. */
const TABLE: Record<string, readonly string[]> = {
  std: [],
  i18n: [],
  errors: [],
  ui: [],
  protocol: ['errors'],
  bridge: ['errors', 'protocol:types'],
  keyring: ['errors'],
  core: ['errors', 'protocol'],
  connectors: ['core', 'errors', 'protocol', 'bridge'],
  'chain-evm': ['core', 'errors', 'protocol'],
  'chain-solana': ['core:types', 'errors'],
  'chain-bitcoin': ['core:types', 'errors', 'protocol'],
  react: ['core'],
  vue: ['core'],
  svelte: ['core'],
  modal: ['core', 'react', 'ui', 'errors:types'],
  sdk: ALL_BUT_KEYRING.split(' '),
  wagmi: ['sdk', 'core:types'],
  relay: ['errors'],
  siwx: ['errors', 'protocol', 'core:types', 'chain-bitcoin'],
  frame: ['errors', 'protocol', 'bridge', 'chain-evm', 'chain-solana', 'chain-bitcoin', 'ui'],
  keys: ['errors', 'protocol', 'bridge', 'keyring', 'chain-bitcoin'],
  service: ['errors', 'protocol', 'relay', 'siwx'],
  // core, modal and ui are for the workbench, which shows every view in every state.
  demo: 'sdk react connectors chain-evm chain-solana chain-bitcoin testing core modal ui siwx wagmi'.split(
    ' ',
  ),
  e2e: ['testing', 'local-bundler'],
  // The importer of wallets writes what the service reads.
  scripts: ['testing', 'local-bundler', 'protocol', 'service'],
  'local-bundler': ['testing'],
}

function allowance(from: string, to: string): Allowance | undefined {
  if (from === 'testing' || (/^(?:std|i18n)$/.test(to) && !/^(?:std|i18n)$/.test(from))) return 'all'
  const entry = TABLE[from]?.find((allowed) => allowed.split(':')[0] === to)
  if (entry !== undefined) return entry.endsWith(':types') ? 'types' : 'all'
  return to === 'testing' || to === 'local-bundler' ? 'tests' : undefined
}

/** Why a file of one unit may not import `subpath` of another; `undefined` if it may. */
function refusal(file: string, from: Unit, to: string, subpath: string, found: Import): string | undefined {
  const allowed = allowance(from.name, to)
  if (allowed === undefined) return `${from.name} may not import ${to}`
  if (allowed === 'tests' && !isTest(file)) return `${from.name} may import ${to} in test files only`
  if (allowed === 'types' && !found.typeOnly) return `${from.name} may import types only from ${to}`
  if (/^(?:frame|keys)$/.test(from.name) && to.startsWith('chain-') && !/^decode(?:\/|$)/.test(subpath))
    return `${from.name} may import ${to}/decode, nothing else of ${to}`
  if (from.name === 'siwx' && to === 'chain-bitcoin' && subpath !== 'decode/verify')
    return 'siwx may import chain-bitcoin/decode/verify, nothing else of chain-bitcoin'
  if (from.name !== 'keys' && to === 'chain-bitcoin' && subpath === 'decode/sign')
    return 'chain-bitcoin/decode/sign is for keys alone'
  // Whoever decodes (the frame) or reads a network carries none of the page's state.
  if (from.name === 'chain-evm' && !/\/src\/(?:provider|testing)\//.test(file)) {
    if (to === 'core' && !found.typeOnly) return 'chain-evm may import types only from core'
    if (to === 'protocol') return 'chain-evm may import protocol in its provider only'
  }
  if (from.name === 'chain-bitcoin' && to === 'protocol' && !/\/src\/host\//.test(file))
    return 'chain-bitcoin may import protocol in its host only'
  const embedded = /\/embedded(?:\/|[^/]*\.tsx?$)/.test(file.slice(from.root.length))
  // The service's HTTP contracts are for every connector that reads through it.
  const ofFrame = to === 'bridge' || (to === 'protocol' && !/^(?:http|client|chainRpc)$/.test(subpath))
  if (from.name === 'connectors' && ofFrame && !embedded)
    return `connectors may import ${to} in embedded files only`
  if (/(?:^|\/)internal(?:\/|$)/.test(subpath)) return `what is internal to ${to} stays there`
  return undefined
}

/** Every edge and name that breaks a rule, in the order of the files. */
export function checkBoundaries(files: SourceFiles): Violation[] {
  const violations: Violation[] = []
  const edges: Edge[] = []
  for (const [path, source] of files) {
    const unit = unitOf(path)
    if (unit === undefined) continue
    if (path === `${unit.root}/package.json`) violations.push(...checkManifest(path, source, unit))
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue
    const stem = posix.basename(path).split('.')[0] ?? ''
    if (/^(?:utils|helpers|common|constants|types)$/i.test(stem))
      violations.push({ path, line: 1, rule: `no file is named ${stem}: name the thing`, edge: path })
    if (isProduct(unit) && !isTest(path)) violations.push(...findRefusedMembers(path, source))
    for (const found of findImports(source, path)) {
      const to = resolveImport(files, path, found.specifier)
      const rule = checkImport(files, path, unit, found, to)
      if (rule !== undefined)
        violations.push({ path, line: found.line, rule, edge: `${path} → ${found.specifier}` })
      if (to !== undefined) edges.push({ from: path, to, line: found.line, typeOnly: found.typeOnly })
    }
  }
  return [...violations, ...runTimeCycles(edges), ...packageCycles(edges)]
}

const isProduct = ({ name }: Unit): boolean => !/^(?:testing|local-bundler|demo|e2e|scripts)$/.test(name)

const NEWER = 'not in every browser that docs/integrating.md names'
/** Node 20 collects `AbortSignal.timeout` inside `AbortSignal.any` as garbage, and then it never fires. */
const LOST = 'deadlines come from @latchkey/std/deadline: AbortSignal.timeout may never fire'
/** Static members that the product does without. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['AbortSignal.timeout', LOST],
  ['AbortSignal.any', `anySignal is in @latchkey/std/deadline: ${NEWER}`],
  ['URL.canParse', `parseUrl is in @latchkey/std/parseUrl: ${NEWER}`],
  ['URL.parse', `parseUrl is in @latchkey/std/parseUrl: ${NEWER}`],
  ...['Array.fromAsync', 'Map.groupBy', 'Object.groupBy', 'Promise.try', 'Promise.withResolvers'].map(
    (name) => [name, NEWER] as const,
  ),
])

/** What runs in Node alone. */
const ON_SERVERS = /^(?:apps\/service|packages\/(?:create-latchkey|relay|siwx\/src\/(?:authjs|verify)))\b/

function findRefusedMembers(path: string, source: string): Violation[] {
  const names = [...REFUSED.keys()].filter((name) => name === 'AbortSignal.timeout' || !ON_SERVERS.test(path))
  if (!names.some((name) => source.includes(name))) return []
  const lineOf = lineCounter(source)
  const found: Violation[] = []
  walkSource(source, path, {
    MemberExpression({ object, property, start }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      const edge = `${object.name}.${property.name}`
      const rule = names.includes(edge) ? REFUSED.get(edge) : undefined
      if (rule !== undefined) found.push({ path, line: lineOf(start), rule, edge })
    },
  })
  return found
}

function unitOf(path: string): Unit | undefined {
  const [top = '', name = ''] = path.split('/')
  if ((top === 'packages' || top === 'apps') && path.split('/').length > 2)
    return { name, root: `${top}/${name}` }
  return top === 'e2e' || top === 'scripts' ? { name: top, root: top } : undefined
}

function checkImport(
  files: SourceFiles,
  path: string,
  unit: Unit,
  found: Import,
  to: string | undefined,
): string | undefined {
  const { specifier } = found
  if (specifier.startsWith('.')) {
    const target = to ?? posix.join(posix.dirname(path), specifier)
    // The end-to-end tests start the very stack that `npm start` does.
    const stack = unit.name === 'e2e' && target.startsWith('scripts/stack/')
    if (!stack && !target.startsWith(`${unit.root}/`)) return 'a relative import stays in its package'
    if (/^src\/index\.tsx?$/.test(target.slice(unit.root.length + 1)))
      return 'no file imports its own package’s index'
    return sliceOf(path) && sliceOf(target) && sliceOf(path) !== sliceOf(target) && !isTest(path)
      ? 'a slice never imports a slice'
      : undefined
  }
  const [scope, name = '', ...rest] = specifier.split('/')
  if (scope !== '@latchkey') return undefined
  if (name === unit.name) return 'no file imports its own package by name'
  return refusal(path, unit, name, rest.join('/'), found) ?? methodTypesOnly(files, unit, name, found)
}

const sliceOf = (path: string): string | undefined => /^packages\/core\/src\/slices\/([^/.]+)/.exec(path)?.[1]

/** bridge knows no method by name: of protocol it takes what describes methods, not the methods. */
function methodTypesOnly(files: SourceFiles, unit: Unit, to: string, found: Import): string | undefined {
  const source = files.get('packages/protocol/src/schema/defineMethod.ts')
  if (unit.name !== 'bridge' || to !== 'protocol' || source === undefined) return undefined
  const declared = new Set(
    [...source.matchAll(/export (?:type|interface|function|const) (\w+)/g)].map((match) => match[1]),
  )
  const other = found.names.find((name) => !declared.has(name))
  return other === undefined ? undefined : `bridge may import only the types of defineMethod, not ${other}`
}

function checkManifest(path: string, source: string, unit: Unit): Violation[] {
  const manifest = JSON.parse(source) as Record<string, Record<string, string> | undefined>
  const fields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
  return fields.flatMap((field) =>
    Object.keys(manifest[field] ?? {}).flatMap((dependency) => {
      const [scope, name = ''] = dependency.split('/')
      if (scope !== '@latchkey') return []
      const allowed = allowance(unit.name, name)
      if (allowed !== undefined && (allowed !== 'tests' || field === 'devDependencies')) return []
      const line = source.slice(0, source.indexOf(`"${dependency}"`)).split('\n').length
      const rule =
        allowed === 'tests' ? `${name} is a devDependency` : `${unit.name} may not depend on ${name}`
      return [{ path, line, rule, edge: `${unit.name} → ${dependency} (${field})` }]
    }),
  )
}

function runTimeCycles(edges: readonly Edge[]): Violation[] {
  return cycles(edges.filter((edge) => !edge.typeOnly)).map(({ edge, route }) => ({
    path: edge.from,
    line: edge.line,
    rule: 'no cycle between files at run time',
    edge: route.join(' → '),
  }))
}

/** Type imports count here, tests do not: they are not part of what a package offers. */
function packageCycles(edges: readonly Edge[]): Violation[] {
  const between = edges.flatMap((edge) => {
    const from = unitOf(edge.from)?.root
    const to = unitOf(edge.to)?.root
    return from && to && from !== to && !isTest(edge.from) ? [{ ...edge, from, to, at: edge.from }] : []
  })
  return cycles(between).map(({ edge, route }) => ({
    path: edge.at,
    line: edge.line,
    rule: 'no cycle between packages, types included',
    edge: route.join(' → '),
  }))
}

/** One shortest cycle for each group of nodes that can reach each other. */
function cycles<E extends { from: string; to: string }>(edges: readonly E[]): { edge: E; route: string[] }[] {
  const next = new Map<string, E[]>()
  for (const edge of edges) {
    const others = next.get(edge.from)
    if (others === undefined) next.set(edge.from, [edge])
    else others.push(edge)
  }
  const found: { edge: E; route: string[] }[] = []
  const covered = new Set<string>()
  for (const start of next.keys()) {
    if (covered.has(start)) continue
    const route = wayBack(start, next)
    const edge = route && next.get(start)?.find(({ to }) => to === route[1])
    if (route === undefined || edge === undefined) continue
    found.push({ edge, route })
    for (const node of route) covered.add(node)
  }
  return found
}

function wayBack(start: string, next: ReadonlyMap<string, readonly { to: string }[]>): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const { to } of next.get(node) ?? []) {
      if (to === start) {
        const route = [start]
        for (let at: string | undefined = node; at !== undefined && at !== start; at = cameFrom.get(at)) {
          route.unshift(at)
        }
        return [start, ...route]
      }
      if (cameFrom.has(to)) continue
      cameFrom.set(to, node)
      queue.push(to)
    }
  }
  return undefined
}

function main(): void {
  const files = readFiles(rootOption(process.argv), /\.[cm]?[jt]sx?$|(?:^|\/)package\.json$/)
  const violations = [...checkBoundaries(files), ...findNamespaceNames(files)]
  for (const { path, line, rule, edge } of violations) console.error(`${path}:${line} ${edge}: ${rule}`)
  console.log(`${files.size} files, ${violations.length} forbidden`)
  if (violations.length > 0) process.exitCode = 1
}

if (isEntry(import.meta.url)) main()
