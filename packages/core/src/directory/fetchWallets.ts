import { askService } from '@latchkey/protocol/client'
import {
  getWallets,
  ServiceUnreachableError,
  type WalletsQuery,
  walletId,
  walletListing,
  writeWalletsQuery,
} from '@latchkey/protocol/http'
import { startDeadline } from '@latchkey/std/deadline'
import { once } from '@latchkey/std/once'
import { parseKnown } from '@latchkey/std/parseKnown'
import * as z from 'zod/mini'
import { RequestAbortedError } from '../errors/connectionErrors.ts'

import type { Config } from '../interfaces/Config.ts'
import type { CustomWallet, WalletListing } from '../interfaces/ConnectOptions.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import {
  DirectoryAnswerError,
  DirectoryRefusedError,
  DirectoryTimeoutError,
  DirectoryUnreachableError,
} from './errors.ts'
import { walletImageUrl } from './imageUrl.ts'

/** What a caller asks of the directory; the page's own settings are added. */
export type WalletsQuestion = {
  /** From 1. */
  page: number
  /** Wallets a page, 100 at most. */
  entries: number
  /** Part of a name or of an rdns. */
  search?: string
  /** These alone, as far as the page lists them. */
  include?: readonly string[]
}

const MOST_IDS = 100
const MOST_NETWORKS = 50
/** Code points: two units each at most, of the 100 that the service takes. */
const MOST_SEARCH = 50
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** Ids that the directory can know; others would make it refuse the whole question. */
const knowable = (ids: readonly string[] = []): string[] =>
  [...new Set(ids)].filter((id) => walletId().safeParse(id).success)

/** The networks of the page, so many as a question may name; none of its namespaces is left out. */
function chainsOf(config: Config): string[] {
  const ids = config.networks.getState().networks.map(({ caipNetworkId }) => caipNetworkId as string)
  const valid = [...new Set(ids)].filter((id) => CAIP2.test(id))
  const namespaces = new Set<string>()
  const first = valid.filter((id) => {
    const [namespace = ''] = id.split(':')
    return !namespaces.has(namespace) && namespaces.add(namespace)
  })
  return [...new Set([...first, ...valid])].slice(0, MOST_NETWORKS)
}

/**
 * What is asked of the service: the question, with the page's networks and the wallets that it includes and excludes.
 * Undefined when no wallet can be the answer.
 */
function directoryQuery(config: Config, question: WalletsQuestion): WalletsQuery | undefined {
  const { includeWalletIds = [], excludeWalletIds } = config.options
  const listed = knowable(includeWalletIds)
  const asked = question.include && knowable(question.include)
  const include =
    asked && includeWalletIds.length > 0 ? asked.filter((id) => listed.includes(id)) : (asked ?? listed)
  if (include.length === 0 && (asked || includeWalletIds.length > 0)) return undefined
  const exclude = knowable(excludeWalletIds).slice(0, MOST_IDS)
  const chains = chainsOf(config)
  const search = [...(question.search?.trim() ?? '')].slice(0, MOST_SEARCH).join('').trim()
  return {
    page: question.page,
    entries: question.entries,
    ...(include.length > 0 ? { include: include.slice(0, MOST_IDS) } : {}),
    ...(exclude.length > 0 ? { exclude } : {}),
    ...(chains.length > 0 ? { chains } : {}),
    ...(search ? { search } : {}),
  }
}

/** ms that one page may take, its body included. */
const TIMEOUT = 10_000

export type WalletsPage = {
  /** Each with the address of its picture. */
  wallets: readonly CustomWallet[]
  /** On all pages. */
  count: number
  /** There is a further page. */
  hasMore: boolean
}

/**
 * Asks the service for one page of wallets, by one request. Wallets that the page excludes, that do not serve its
 * networks, or whose entry is not safe to show are not among them.
 *
 * @param parameters `signal` aborts; `timeout` in ms, default 10 000
 * @throws DirectoryUnreachableError, DirectoryTimeoutError, DirectoryAnswerError, DirectoryRefusedError,
 * RequestAbortedError
 * @example
 * const { wallets, hasMore } = await fetchWallets(config, { page: 1, entries: 40 }, { signal })
 */
export async function fetchWallets(
  config: Config,
  question: WalletsQuestion,
  parameters: { signal?: AbortSignal; timeout?: number } = {},
): Promise<WalletsPage> {
  const query = directoryQuery(config, question)
  if (!query) return { wallets: [], count: 0, hasMore: false }
  const answer = await ask(config, query, parameters)
  if (answer.kind === 'unreadable') throw new DirectoryAnswerError()
  if (answer.kind === 'refused') {
    const { status, error } = answer
    throw new DirectoryRefusedError({ data: error ? { status, code: error.code } : { status } })
  }
  const { wallets, count, received } = answer.reply
  return {
    wallets: wallets.map((wallet) =>
      wallet.image_id ? { ...wallet, image_url: walletImageUrl(config, wallet.image_id) } : wallet,
    ),
    count,
    hasMore: received > 0 && query.page * query.entries < count,
  }
}

async function ask(
  config: Config,
  query: WalletsQuery,
  { signal, timeout = TIMEOUT }: { signal?: AbortSignal; timeout?: number },
) {
  const route = { ...getWallets, reply: walletsReply() }
  const either = startDeadline(undefined, config.runtime.signal, signal)
  try {
    return await askService(serviceOf(config), route, {
      query: writeWalletsQuery(query),
      ms: timeout,
      signal: either.signal,
      tooLate: () => new DirectoryTimeoutError(),
      cancelled: () => new RequestAbortedError(),
    })
  } catch (error) {
    throw error instanceof ServiceUnreachableError ? new DirectoryUnreachableError({ cause: error }) : error
  } finally {
    either.clear()
  }
}

/** The order is the service's own matter. Nothing that JSON brings is undefined. */
const withoutOrder = ({ order: _, ...wallet }: z.output<ReturnType<typeof walletListing>>) =>
  wallet as WalletListing

/**
 * Reads an answer of the directory, which is not trusted: a wallet whose name hides or reorders text, whose link could
 * run code, or that is there twice is left out, and takes no other with it. `count`: how many there are on all pages;
 * `received`: how many the answer held before some were left out.
 */
export const walletsReply = /* @__PURE__ */ once(() =>
  z.pipe(
    z.strictObject({
      data: z.array(z.unknown()).check(z.maxLength(100)),
      count: z.int().check(z.gte(0)),
    }),
    z.transform(({ data, count }) => {
      const byId = new Map<string, WalletListing>()
      for (const entry of data) {
        const wallet = parseKnown(walletListing(), entry)
        if (wallet.success && !byId.has(wallet.data.id)) byId.set(wallet.data.id, withoutOrder(wallet.data))
      }
      return { wallets: [...byId.values()], count, received: data.length }
    }),
  ),
)
