/**
 * How many bytes does a visitor load? Compares the finished builds with their budgets, in gzip.
 * `tsx scripts/check-size.ts [--root <folder>]`
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isEntry, rootOption } from './readSources.ts'

/** Text of a built file by its path; undefined when there is none. */
export type ReadFile = (path: string) => string | undefined

const STATIC = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g
const DYNAMIC = /\bimport\(\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g

const targets = (code: string, pattern: RegExp, folder: string) =>
  [...code.matchAll(pattern)].map((match) => join(folder, match[1] ?? ''))

/** Every file that the given ones load before they run. */
export function staticGraph(read: ReadFile, entries: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const queue = [...entries]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const code = read(file)
    if (seen.has(file) || code === undefined) continue
    seen.add(file)
    queue.push(...targets(code, STATIC, join(file, '..')))
  }
  return seen
}

/** Files that the given ones load later, on demand. */
export const dynamicTargets = (read: ReadFile, files: Iterable<string>): string[] =>
  [...files].flatMap((file) => targets(read(file) ?? '', DYNAMIC, join(file, '..')))

/** Scripts and style sheets that a document names. */
export function documentFiles(html: string, folder: string): string[] {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\/?([^":]+\.(?:js|css))"/g)]
  return named.map((match) => join(folder, match[1] ?? ''))
}

/** Every file that the given ones load, at once or later. */
export function reachable(read: ReadFile, entries: Iterable<string>): string[] {
  let files = staticGraph(read, [...entries])
  for (;;) {
    const more = staticGraph(read, [...files, ...dynamicTargets(read, files)])
    if (more.size === files.size) return [...files]
    files = more
  }
}

/** What a document of an app loads at once. */
function graphOf(read: ReadFile, root: string, app: string, document: string): Set<string> {
  const folder = join(root, 'apps', app, 'dist')
  const files = documentFiles(read(join(folder, document)) ?? '', folder)
  const scripts = files.filter((file) => file.endsWith('.js'))
  return new Set([...files, ...staticGraph(read, scripts)])
}

export const gzipBytes = (read: ReadFile, files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file) ?? '', { level: 9 }).length, 0)

export type Measure = { name: string; bytes: number; budget: number }

/** A line a measure, and whether all are within their budgets. */
export function report(measures: readonly Measure[]): { text: string; ok: boolean } {
  const lines = measures.map(({ name, bytes, budget }) => {
    const verdict = bytes > budget ? 'OVER' : bytes === 0 ? 'NONE' : 'ok'
    return `${verdict.padEnd(5)}${(bytes / 1000).toFixed(1).padStart(7)} kB of ${(budget / 1000).toFixed(0).padStart(3)} kB  ${name}`
  })
  // Nothing measured is not "within the budget": the build or this script has changed its form.
  const ok = measures.every(({ bytes, budget }) => bytes > 0 && bytes <= budget)
  return { text: lines.join('\n'), ok }
}

const minus = (files: Iterable<string>, others: ReadonlySet<string>) =>
  [...files].filter((file) => !others.has(file))

/** The smallest file of a build that holds a text, with all that it loads and the first open does not. */
function chunkWith(read: ReadFile, folder: string, text: string, loaded: ReadonlySet<string>): string[] {
  const files = existsSync(join(folder, 'assets')) ? readdirSync(join(folder, 'assets')) : []
  const found = files
    .map((name) => join(folder, 'assets', name))
    .filter((file) => file.endsWith('.js') && !loaded.has(file) && read(file)?.includes(text))
    .sort((left, right) => (read(left)?.length ?? 0) - (read(right)?.length ?? 0))
  return minus(staticGraph(read, found.slice(0, 1)), loaded)
}

/** Style sheets that are loaded with a script, of whose name they have all but the hash. */
const stylesBeside = (scripts: readonly string[]): string[] =>
  scripts.flatMap((script) => {
    const name = basename(script).slice(0, -'12345678.js'.length)
    const beside = readdirSync(dirname(script)).filter(
      (file) => file.startsWith(name) && file.endsWith('.css'),
    )
    return beside.map((file) => join(dirname(script), file))
  })

/** What only the code of one namespace says: its programs, its curve's seed; what tags its messages, its explorer. */
const MARKS = [
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'ed25519 seed'],
  ['BIP0322-signed-message', 'https://mempool.space'],
] as const
const ON_DEMAND = MARKS.flat()

/** Which of the files hold code of one namespace, and hold or load that of another: whoever uses one is spared the other. */
export const mixedOnes = (read: ReadFile, files: Iterable<string>): string[] =>
  [...files].filter((file) => {
    const marked = (parts: Iterable<string>) =>
      MARKS.filter((marks) => [...parts].some((part) => marks.some((mark) => read(part)?.includes(mark))))
    return marked([file]).length > 0 && marked(staticGraph(read, [file])).length > 1
  })

/** What Ethereum's decoders alone say: of a transaction's fields, of calls to tokens, of typed data. */
const EVM_MARKS = ['InvalidSerializableTransactionError', 'safeTransferFrom', 'EIP712Domain'] as const

/** Words of what is loaded for approvals on any network, and for those on Solana and Bitcoin. */
const SHARED_OR_OTHER = [
  ...['approve.checkingAgain', 'solana.sendTitle', 'bitcoin.sendTitle'],
  ...[MARKS[0][0], MARKS[1][0]],
]

/**
 * Which of the files, or of what they load at once, hold decoders of Ethereum: approvals on Solana and Bitcoin, and what all
 * approvals share, do without them.
 */
export const evmDecodersIn = (read: ReadFile, files: Iterable<string>): string[] =>
  [...staticGraph(read, [...files])].filter((file) => EVM_MARKS.some((mark) => read(file)?.includes(mark)))

/** The workbench shows the states of all at once, and is on no site. */
const isNoWorkbench = (file: string): boolean => !basename(file).startsWith('workbench')

/** Every script of a build. */
const scriptsOf = (root: string, app: string): string[] => {
  const folder = join(root, 'apps', app, 'dist', 'assets')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => name.endsWith('.js')).map((name) => join(folder, name))
}

/**
 * Which of the files hold code of a namespace that a site may never use: it comes with the first request for it, so a host that
 * lists Ethereum's networks alone loads none of it.
 */
export const eagerOnes = (read: ReadFile, files: Iterable<string>): string[] =>
  [...files].filter((file) => ON_DEMAND.some((mark) => read(file)?.includes(mark)))

/**
 * What pages of Solana and Bitcoin load at once, and the code of both that they load with the first need of it.
 *
 * @throws Error where a build has no such page any more
 */
function otherPages(read: ReadFile, root: string): string[] {
  const lazy = scriptsOf(root, 'demo')
    .filter(isNoWorkbench)
    .filter((file) => eagerOnes(read, [file]).length > 0)
  const pages = ['solana.html', 'bitcoin.html'].flatMap((document) => {
    const files = [...graphOf(read, root, 'demo', document)]
    if (files.length === 0 && lazy.length > 0) throw new Error(`The demo has no ${document} any more.`)
    return files
  })
  return [...pages, ...lazy]
}

/**
 * @param opened what a page loads when the modal is opened first
 * @throws Error where the code of a namespace is loaded at once, or with that of another
 */
function refuseStrays(
  read: ReadFile,
  root: string,
  atOnce: readonly string[],
  opened: Iterable<string>,
): void {
  const eager = eagerOnes(read, [...atOnce, ...opened])
  if (eager.length > 0)
    throw new Error(`Code of a namespace is loaded before anybody asks for it: ${eager.join(', ')}`)
  const built = ['demo', 'frame', 'keys'].flatMap((app) => scriptsOf(root, app))
  const mixed = mixedOnes(read, built.filter(isNoWorkbench))
  if (mixed.length > 0)
    throw new Error(`Code of one namespace is loaded with that of another: ${mixed.join(', ')}`)
  const frame = reachable(read, graphOf(read, root, 'frame', 'index.html'))
  const without = SHARED_OR_OTHER.flatMap((mark) => {
    const found = frame.filter((file) => read(file)?.includes(mark))
    if (found.length === 0 && frame.length > 0)
      throw new Error(`No file of the frame has "${mark}" any more.`)
    return found
  })
  const strays = evmDecodersIn(read, [...without, ...otherPages(read, root), ...opened])
  if (strays.length > 0)
    throw new Error(`Decoders of Ethereum are loaded where nobody may use its networks: ${strays.join(', ')}`)
}

/**
 * What draws the frame's screens, known by the library that it draws with.
 *
 * @throws Error where the frame loads no such file any more: its first paint would be measured without it
 */
function screensOf(read: ReadFile, frame: ReadonlySet<string>): string[] {
  const found = dynamicTargets(read, frame).filter((file) => read(file)?.includes('identifierPrefix'))
  if (found.length === 0 && frame.size > 0)
    throw new Error('No file of the frame draws its screens any more.')
  return found
}

/** The documents of the keys origin, and the account page, which embeds one of them. */
const ownDocuments = (read: ReadFile, root: string, keys: readonly string[]): Measure[] => [
  // Most of what came over 60 kB are the contracts of the sign-ins and their sentences.
  // What came over 62 kB: parts of the curves' library that a lazy Ed25519 shares with the worker, two methods, a configuration read without a schema, and times by the browser's own clock.
  { name: 'keys: document and worker', bytes: gzipBytes(read, keys), budget: 65_500 },
  // Over 120 kB: its overview, a configuration read without a schema, waits that go on, and a freeze that is lifted where the wallet is not.
  {
    name: 'account page',
    bytes: gzipBytes(read, graphOf(read, root, 'frame', 'account.html')),
    budget: 122_600,
  },
  {
    name: 'account page: keys’ panel',
    bytes: gzipBytes(read, graphOf(read, root, 'keys', 'panel.html')),
    budget: 60_000,
  },
  {
    name: 'keys: window of passkeys',
    bytes: gzipBytes(read, graphOf(read, root, 'keys', 'passkey.html')),
    budget: 30_000,
  },
]

/** Measures the builds below `root` (design: budgets of the entry, the first open, the frame and keys). */
export function measure(root: string): Measure[] {
  const read: ReadFile = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
  const entry = graphOf(read, root, 'demo', 'button-only.html')
  const react = graphOf(read, root, 'demo', 'baseline.html')
  const host = graphOf(read, root, 'demo', 'index.html')
  const shop = graphOf(read, root, 'demo', 'shop.html')
  // The first thing that the entry loads by itself is the modal; it is known by the dialog that it makes.
  const modal = dynamicTargets(read, entry).filter((file) =>
    [...staticGraph(read, [file])].some((part) => read(part)?.includes('showModal')),
  )
  const opened = new Set(minus(staticGraph(read, modal), entry))
  const frame = graphOf(read, root, 'frame', 'index.html')
  const screens = screensOf(read, frame)
  const keys = graphOf(read, root, 'keys', 'index.html')
  const begins = [...keys].flatMap((file) =>
    [...(read(file) ?? '').matchAll(/["'`]\/?(assets\/worker-[^"'`]+\.js)["'`]/g)].map((match) =>
      join(root, 'apps', 'keys', 'dist', 'assets', basename(match[1] ?? '')),
    ),
  )
  const worker = staticGraph(read, begins)
  refuseStrays(read, root, [...keys, ...worker, ...frame, ...entry], opened)
  return [
    // What came over 11 kB are `connect`, `on`, `ready`, `themeMode: 'auto'`, that the button loads words of any language, and that a page that is done with the wallet opens no frame.
    { name: 'page: entry before a click', bytes: gzipBytes(read, minus(entry, react)), budget: 11_400 },
    {
      // React itself may lie in other chunks here than on a page that has nothing else: its bytes are taken off, not its files.
      name: 'page with React: hooks more',
      bytes:
        gzipBytes(
          read,
          minus(shop, host).filter((file) => file.endsWith('.js')),
        ) -
        gzipBytes(
          read,
          [...react].filter((file) => file.endsWith('.js')),
        ),
      budget: 4_000,
    },
    // 100 bytes: deadlines that fire; 200: views for buying in the registry; 280: views drawn ahead hear of the opening later (decision
    // 0072), and none is there for a sign-in that is off; 250: what comes of a wallet or an account that was left changes nothing; 500: an account that is gone leaves no view of its own behind, and a button that is gone no focus outside the modal. 50 bytes of what has no React are schemas that are made when they are asked for.
    { name: 'first open, React included', bytes: gzipBytes(read, opened), budget: 107_000 },
    {
      name: 'first open where the page has React',
      bytes: gzipBytes(read, minus(opened, react)),
      budget: 38_500,
    },
    {
      // Budgets of the first open do not hold it: it is a chunk of its own, known by a method of the protocol.
      name: 'WalletConnect, on first use',
      bytes: gzipBytes(
        read,
        minus(chunkWith(read, join(root, 'apps', 'demo', 'dist'), 'wc_sessionPropose', opened), entry),
      ),
      budget: 160_000,
    },
    // The last 200 bytes: answers of a later version are read, and a document whose files are gone gives way. So in the three that follow.
    { name: 'frame: before it answers the page', bytes: gzipBytes(read, frame), budget: 33_700 },
    // What came over 110 kB are the door of social results and the rules by which an approval takes a press; the last 200 bytes: a
    // configuration read without a schema (decision 0072), digits of any keyboard in codes, and a page's code that leads to recovery.
    {
      name: 'frame: first paint',
      bytes: gzipBytes(read, new Set([...frame, ...staticGraph(read, screens), ...stylesBeside(screens)])),
      budget: 112_900,
    },
    ...ownDocuments(read, root, [...keys, ...worker]),
  ]
}

if (isEntry(import.meta.url)) {
  const { text, ok } = report(measure(rootOption(process.argv)))
  console.log(text)
  process.exit(ok ? 0 : 1)
}
