import type { Config } from '../interfaces/Config.ts'
import type { CustomWallet } from '../interfaces/ConnectOptions.ts'
import { readRecentWallets } from '../storage/storedState.ts'
import { type Cell, createCell } from './createCell.ts'
import { fetchWallets, type WalletsPage, type WalletsQuestion } from './fetchWallets.ts'
import { keepWallets } from './keptWallets.ts'

/** Answers one question about wallets by one request. Rejects with a typed error, or when the signal aborts. */
export type AskWallets = (question: WalletsQuestion, signal: AbortSignal) => Promise<WalletsPage>

export type WalletListState = {
  /** Of all pages so far, each once. */
  wallets: readonly CustomWallet[]
  /** On all pages; undefined until the first has come. */
  count: number | undefined
  hasMore: boolean
  isLoading: boolean
  /** Why the page after those that are there did not come. */
  error: unknown
}

export type WalletList = Cell<WalletListState> & {
  /** Asks for the next page, unless one is on its way, the last has come, or the one before has failed. */
  loadMore(): void
  /** Asks again for the page that failed. */
  retry(): void
  /** Gives up what is on its way; what has come stays. */
  stop(): void
  /** Forgets everything. */
  reset(): void
}

/** A directory without end would fill the memory. */
const MOST_PAGES = 250
const EMPTY_LIST: WalletListState = {
  wallets: [],
  count: undefined,
  hasMore: true,
  isLoading: false,
  error: undefined,
}

/**
 * Wallets of the directory, page by page; one request a page, whoever asks and however often.
 *
 * @param question what every page is asked for
 * @example
 * const list = createWalletList(ask, { entries: 40 })
 * list.loadMore()
 */
export function createWalletList(ask: AskWallets, question: Omit<WalletsQuestion, 'page'>): WalletList {
  const cell = createCell<WalletListState>(EMPTY_LIST)
  let pages = 0
  let running: AbortController | undefined

  const load = async () => {
    const controller = new AbortController()
    running = controller
    cell.setState({ ...cell.getState(), isLoading: true, error: undefined })
    const next = await ask({ ...question, page: pages + 1 }, controller.signal).then(
      (page): Partial<WalletListState> => {
        if (running === controller) pages += 1
        const known = cell.getState().wallets
        const wallets = withoutRepeated(known, page.wallets)
        // A page that brings nothing new is the last, whatever it says: the list must not ask for ever.
        const hasMore = page.hasMore && wallets.length > known.length && pages < MOST_PAGES
        return { wallets, count: page.count, hasMore }
      },
      (error: unknown) => ({ error }),
    )
    if (running !== controller) return
    running = undefined
    cell.setState({ ...cell.getState(), ...next, isLoading: false })
  }
  const stop = () => {
    if (!running) return
    running.abort()
    running = undefined
    cell.setState({ ...cell.getState(), isLoading: false })
  }
  const isReady = () => !running && cell.getState().hasMore
  return {
    ...cell,
    loadMore() {
      if (isReady() && cell.getState().error === undefined) void load()
    },
    retry() {
      if (isReady()) void load()
    },
    stop,
    reset() {
      stop()
      pages = 0
      cell.setState(EMPTY_LIST)
    },
  }
}

/** The directory may change between two pages: a wallet that moved is not listed twice. */
function withoutRepeated(known: readonly CustomWallet[], more: readonly CustomWallet[]) {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...more.filter(({ id }) => !ids.has(id) && ids.add(id))]
}

/** Spec 9. */
const WAIT = 300
const SEARCH_ENTRIES = 100

export type WalletSearchState = {
  /** What was typed. */
  text: string
  /** What the newest answer was for; undefined while nothing is searched. */
  query: string | undefined
  /** The newest answer, or failure; it stays until the next one is there. */
  found: WalletList | undefined
  /** An answer is to come. */
  isBusy: boolean
}

type WalletSearch = Cell<WalletSearchState> & {
  /** Searches for the text once nothing has been typed for 300 ms. An empty one ends the search. */
  type(text: string): void
  /** Searches no further; what is there stays. */
  stop(): void
}

const IDLE: WalletSearchState = { text: '', query: undefined, found: undefined, isBusy: false }

/** Search in the directory: the answer to an old question never replaces that to a newer one. */
export function createWalletSearch(ask: AskWallets, wait = WAIT): WalletSearch {
  const cell = createCell(IDLE)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked: { list: WalletList } | undefined

  const give = (patch: Partial<WalletSearchState>) => cell.setState({ ...cell.getState(), ...patch })
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
    const left = asked
    asked = undefined
    left?.list.stop()
  }
  const search = (query: string) => {
    const list = createWalletList(ask, { entries: SEARCH_ENTRIES, search: query })
    asked = { list }
    const stop = list.subscribe(() => {
      if (list.getState().isLoading) return
      stop()
      if (asked?.list !== list) return
      asked = undefined
      cell.getState().found?.stop()
      give({ query, found: list, isBusy: false })
    })
    list.loadMore()
  }
  return {
    ...cell,
    type(text) {
      const query = text.trim()
      const { query: answered, isBusy, text: before } = cell.getState()
      if (query === before.trim() && (isBusy || query === (answered ?? ''))) return give({ text })
      cancel()
      if (query === (answered ?? '')) return give({ text, isBusy: false })
      if (query === '') {
        cell.getState().found?.stop()
        return cell.setState({ ...IDLE, text })
      }
      timer = setTimeout(() => search(query), wait)
      give({ text, isBusy: true })
    },
    stop() {
      const { isBusy, query = '', found } = cell.getState()
      cancel()
      found?.stop()
      if (isBusy) give({ text: query, isBusy: false })
    },
  }
}

/** Spec 9. */
const ENTRIES = 40

/** What the directory of the service has told one modal. Nothing is asked until something is called. */
export type Directory = {
  /** All wallets. The first page serves the recommended ones and the count too. */
  all: WalletList
  search: WalletSearch
  /** Wallets that the page features, and those used last, as far as the first page lacks them. */
  picked: Cell<readonly CustomWallet[]>
  /** Where the visitor was in the list when he left it for a wallet. */
  place: { scrollTop: number; walletId: string | undefined }
  /** Asks for what the first view shows, as far as it is not there. Silent when it fails. */
  loadHome(): void
  /** Gives up what is on its way. */
  stop(): void
}

/**
 * Makes the directory of one modal.
 *
 * @param ask who answers; default: the service
 */
export function createDirectory(config: Config, ask: AskWallets = askService(config)): Directory {
  const all = createWalletList(ask, { entries: ENTRIES })
  const search = createWalletSearch(ask)
  const picked = createCell<readonly CustomWallet[]>([])
  let picking: AbortController | undefined
  let isPicked = false
  let networks = networksOf(config)

  const pick = async () => {
    const include = wantedIds(config)
    if (picking || isPicked || include.length === 0) return
    picking = new AbortController()
    const { signal } = picking
    const page = await ask({ page: 1, entries: include.length, include }, signal).catch(() => undefined)
    if (signal.aborted) return
    picking = undefined
    if (!page) return
    isPicked = true
    picked.setState(page.wallets)
    keep()
  }
  const keep = () => {
    const { wallets, count } = all.getState()
    if (count !== undefined) keepWallets(config, { wallets, count, picked: picked.getState() })
  }
  all.subscribe(keep)
  return {
    all,
    search,
    picked,
    place: { scrollTop: 0, walletId: undefined },
    loadHome() {
      const before = networks
      networks = networksOf(config)
      if (networks !== before) all.reset()
      if (all.getState().wallets.length === 0) all.retry()
      void pick()
    },
    stop() {
      all.stop()
      search.stop()
      picking?.abort()
      picking = undefined
    },
  }
}

const askService =
  (config: Config): AskWallets =>
  (question, signal) =>
    fetchWallets(config, question, { signal })

/** The list is that of the page's networks, which may change. */
const networksOf = (config: Config): string =>
  config.networks
    .getState()
    .networks.map(({ caipNetworkId }) => caipNetworkId)
    .join()

const MOST_IDS = 100

function wantedIds(config: Config): string[] {
  const recent = readRecentWallets(config.storage).map(({ id }) => id)
  return [...new Set([...(config.options.featuredWalletIds ?? []), ...recent])].slice(0, MOST_IDS)
}
