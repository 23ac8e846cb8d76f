import type { CustomWallet } from '@latchkey/core'
import type { WalletsQuestion } from '@latchkey/core/directory'
import type { AskWallets } from './AskWallets.ts'
import { type Cell, createCell } from './createCell.ts'

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
