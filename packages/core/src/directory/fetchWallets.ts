import { getWallets, type WalletsQuery, writeWalletsQuery } from '@latchkey/protocol/http'
import { startDeadline } from '@latchkey/std/deadline'
import { RequestAbortedError } from '../connectionErrors.ts'
import type { Config } from '../createConfig.ts'
import type { CustomWallet } from '../interfaces/ConnectOptions.ts'
import { refusalCode } from '../remote/askService.ts'
import { serviceUrl } from '../remote/serviceUrl.ts'
import { directoryQuery, type WalletsQuestion } from './directoryQuery.ts'
import {
  DirectoryAnswerError,
  DirectoryRefusedError,
  DirectoryTimeoutError,
  DirectoryUnreachableError,
} from './errors.ts'
import { parseWallets } from './parseWallets.ts'
import { walletImageUrl } from './walletImageUrl.ts'

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
