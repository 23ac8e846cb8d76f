import { askService } from '@latchkey/protocol/client'
import { getAccountHistory } from '@latchkey/protocol/http'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { activeAccount, activeNetwork } from '../account/accounts.ts'
import type { Activity, Transaction } from '../interfaces/Activity.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import { TransactionsAccountError, TransactionsUnavailableError } from './errors.ts'
import { hasActivity } from './hasActivity.ts'

/** ms that the service may take. */
const TIMEOUT = 10_000
/** Pages in a row that may hold nothing to show before somebody asks for more. */
const EMPTY_PAGES = 5

/** What was read of each account and network, by CAIP-10. */
export function activityOf({ runtime }: Config): StoreApi<{ byAccount: Readonly<Record<string, Activity>> }> {
  runtime.activity ??= createStore(() => ({ byAccount: {} }))
  return runtime.activity
}

const NOTHING: Activity = { transactions: undefined, next: null, hidden: 0, status: 'idle' }

/** Spec 5: whether all that a transaction moved is collectibles that nobody asked for. */
export const isSpam = ({ transfers }: Transaction): boolean =>
  transfers.length > 0 && transfers.every(({ nft_info: nft }) => nft?.flags.is_spam === true)

type Asked = { config: Config; network: Network; address: string }
type Page = { shown: readonly Transaction[]; hidden: number; next: string | null }

async function ask({ config, network, address }: Asked, cursor: string | null): Promise<Page> {
  const chainId = network.caipNetworkId
  const adapter = config.adapters[network.chainNamespace]
  if (adapter?.getTransactions) {
    const { signal } = config.runtime
    const { transactions, next } = await adapter.getTransactions({ network, address, cursor, signal })
    return { shown: transactions, hidden: 0, next }
  }
  const answer = await askService(serviceOf(config), getAccountHistory, {
    params: { account: address },
    query: cursor === null ? { chainId } : { chainId, cursor },
    ms: TIMEOUT,
    signal: config.runtime.signal,
  })
  if (answer.kind !== 'reply') throw new TransactionsUnavailableError()
  // JSON knows no undefined: what is absent is absent.
  const all = answer.reply.data as readonly Transaction[]
  const here = all.filter(({ metadata }) => metadata.chain === chainId)
  const shown = here.filter((transaction) => !isSpam(transaction))
  return { shown, hidden: here.length - shown.length, next: answer.reply.next }
}

/** A page with something to show, or the last one. */
async function read(asked: Asked, from: string | null): Promise<Page> {
  let page = await ask(asked, from)
  let { hidden } = page
  for (let empty = 1; page.shown.length === 0 && page.next && empty < EMPTY_PAGES; empty++) {
    page = await ask(asked, page.next)
    hidden += page.hidden
  }
  return { ...page, hidden }
}

function added(before: readonly Transaction[], page: readonly Transaction[]): readonly Transaction[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...page.filter(({ id }) => !known.has(id))]
}

/**
 * Reads the transactions of the active account on the active network into the store, newest first: the first page anew, or
 * the page after those that are there. While one reading is under way, another of the same account does nothing.
 *
 * @param options `more`: the next page
 * @throws TransactionsAccountError without an account; TransactionsUnavailableError when the service does not tell: then
 *   the list is empty and begins anew
 */
export async function fetchTransactions(config: Config, options: { more?: boolean } = {}): Promise<void> {
  const { address, caipAddress } = activeAccount(config)
  if (!address || !caipAddress) throw new TransactionsAccountError()
  const network = activeNetwork(config.networks.getState())
  if (!network || !hasActivity(config)) throw new TransactionsUnavailableError()
  const store = activityOf(config)
  const put = (activity: Activity) =>
    store.setState(({ byAccount }) => ({ byAccount: { ...byAccount, [caipAddress]: activity } }))
  const last = store.getState().byAccount[caipAddress] ?? NOTHING
  const isBusy = last.status === 'loading' || last.status === 'loadingMore'
  const isAppended = options.more === true && last.transactions !== undefined
  if (isBusy || (isAppended && last.next === null)) return
  put({ ...last, status: isAppended ? 'loadingMore' : 'loading' })
  try {
    const from = isAppended ? last.next : null
    const { shown, hidden, next } = await read({ config, network, address }, from)
    if (isAppended)
      return put({
        transactions: added(last.transactions ?? [], shown),
        hidden: last.hidden + hidden,
        next,
        status: 'idle',
      })
    put({ transactions: added([], shown), hidden, next, status: 'idle' })
  } catch (cause) {
    put({ ...NOTHING, status: 'failed' })
    throw cause instanceof TransactionsUnavailableError ? cause : new TransactionsUnavailableError({ cause })
  }
}
