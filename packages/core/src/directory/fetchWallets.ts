import { getWallets, type WalletsQuery, walletListing, writeWalletsQuery } from '@latchkey/protocol/http'
import { startDeadline } from '@latchkey/std/deadline'
import * as z from 'zod/mini'
import { RequestAbortedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { CustomWallet, WalletListing } from '../interfaces/ConnectOptions.ts'
import { refusalCode } from '../remote/askService.ts'
import { serviceUrl } from '../remote/serviceUrl.ts'
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
  const { response, body } = await ask(config, query, parameters)
  if (!response.ok) throw new DirectoryRefusedError({ data: refusal(response.status, body) })
  const parsed = parseWallets(body)
  if (!parsed) throw new DirectoryAnswerError()
  const { wallets, count, received } = parsed
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
  const { signal: stop, clear } = startDeadline(timeout, config.runtime.signal, signal)
  try {
    const url = serviceUrl(config, getWallets.path)
    for (const [name, value] of Object.entries(writeWalletsQuery(query))) url.searchParams.set(name, value)
    stop.throwIfAborted()
    const response = await fetch(url, { signal: stop, credentials: 'omit' })
    // The body is part of the wait: a service that sends headers and then nothing must not hold anything up.
    return { response, body: await readJson(response) }
  } catch (cause) {
    if (stop.reason?.name === 'TimeoutError') throw new DirectoryTimeoutError()
    if (stop.aborted) throw new RequestAbortedError()
    throw new DirectoryUnreachableError({ cause })
  } finally {
    clear()
  }
}

/** Undefined for a text that is no JSON; a connection that breaks is another matter. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function refusal(status: number, body: unknown): { status: number; code?: number } {
  const code = refusalCode(body)
  return code === undefined ? { status } : { status, code }
}

/** The answer without its wallets: one bad wallet must not take the others with it. */
const envelope = z.strictObject({
  data: z.array(z.unknown()).check(z.maxLength(100)),
  count: z.int().check(z.gte(0)),
})

export type ParsedWallets = {
  wallets: WalletListing[]
  /** How many there are on all pages. */
  count: number
  /** How many the answer held before the bad ones and the repeated ones were left out. */
  received: number
}

/**
 * Reads an answer of the directory, which is not trusted: a wallet whose name hides or reorders text, whose link could
 * run code, or that is there twice is left out. Undefined when the answer has another form.
 */
export function parseWallets(answer: unknown): ParsedWallets | undefined {
  const parsed = envelope.safeParse(answer)
  if (!parsed.success) return undefined
  const { data, count } = parsed.data
  const byId = new Map<string, WalletListing>()
  for (const entry of data) {
    const wallet = walletListing.safeParse(entry)
    if (wallet.success && !byId.has(wallet.data.id)) byId.set(wallet.data.id, withoutOrder(wallet.data))
  }
  return { wallets: [...byId.values()], count, received: data.length }
}

/** The order is the service's own matter. Nothing that JSON brings is undefined. */
const withoutOrder = ({ order: _, ...wallet }: z.output<typeof walletListing>) => wallet as WalletListing
