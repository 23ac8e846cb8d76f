import { askService } from '@latchkey/protocol/client'
import {
  getWallets,
  ServiceUnreachableError,
  type WalletsQuery,
  walletListing,
  writeWalletsQuery,
} from '@latchkey/protocol/http'
import { startDeadline } from '@latchkey/std/deadline'
import * as z from 'zod/mini'
import { RequestAbortedError } from '../errors/connectionErrors.ts'
import type { Config, CustomWallet, WalletListing } from '../interfaces/Config.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import { directoryQuery, type WalletsQuestion } from './directoryQuery.ts'
import {
  DirectoryAnswerError,
  DirectoryRefusedError,
  DirectoryTimeoutError,
  DirectoryUnreachableError,
} from './errors.ts'
import { walletImageUrl } from './imageUrls.ts'

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
  const route = { ...getWallets, reply: walletsReply }
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
const withoutOrder = ({ order: _, ...wallet }: z.output<typeof walletListing>) => wallet as WalletListing

/**
 * Reads an answer of the directory, which is not trusted: a wallet whose name hides or reorders text, whose link could
 * run code, or that is there twice is left out, and takes no other with it. `count`: how many there are on all pages;
 * `received`: how many the answer held before some were left out.
 */
export const walletsReply = /* @__PURE__ */ z.pipe(
  z.strictObject({
    data: z.array(z.unknown()).check(z.maxLength(100)),
    count: z.int().check(z.gte(0)),
  }),
  z.transform(({ data, count }) => {
    const byId = new Map<string, WalletListing>()
    for (const entry of data) {
      const wallet = walletListing.safeParse(entry)
      if (wallet.success && !byId.has(wallet.data.id)) byId.set(wallet.data.id, withoutOrder(wallet.data))
    }
    return { wallets: [...byId.values()], count, received: data.length }
  }),
)
