import { type Config, type CustomWallet, readRecentWallets } from '@latchkey/core'
import { fetchWallets } from '@latchkey/core/directory'
import type { AskWallets } from './AskWallets.ts'
import { type Cell, createCell } from './createCell.ts'
import { createWalletList, type WalletList } from './createWalletList.ts'
import { createWalletSearch, type WalletSearch } from './createWalletSearch.ts'

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
  }
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
