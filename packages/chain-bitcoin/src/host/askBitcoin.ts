import type { AdapterContext, Network } from '@latchkey/core'
import { askChain } from '@latchkey/protocol/chainRpc'
import {
  type BitcoinMethod,
  type BitcoinParams,
  type BitcoinResult,
  bitcoinMethods,
} from '@latchkey/protocol/http'
import { BitcoinRequestError } from '../model/errors.ts'

/** Of one call, ms (spec 7). */
const TIMEOUT = 10_000

/** What is asked of which network; `signal` ends it, and so does `ms`. */
export type Asked = { network: Network; signal?: AbortSignal | undefined; ms?: number }

type Schema = { safeParse(told: unknown): { success: boolean; data?: unknown } }

/**
 * Asks the operator's service about a network of Bitcoin.
 *
 * @throws BitcoinRequestError where nobody answers in time, or in another form than the contract's
 * @example await askBitcoin(context, { network: bitcoin }, 'getBalance', address)
 */
export async function askBitcoin<Method extends BitcoinMethod>(
  { apiOrigin, projectId }: AdapterContext,
  { network, signal, ms = TIMEOUT }: Asked,
  method: Method,
  ...params: BitcoinParams<Method>
): Promise<BitcoinResult<Method>> {
  const service = { apiOrigin, query: { chainId: network.caipNetworkId, projectId } }
  const answer = await askChain(service, [{ method, params }], { ms, signal }).catch((cause: unknown) => {
    throw new BitcoinRequestError({ cause })
  })
  const [reply] = answer.kind === 'reply' ? answer.reply : []
  const { result }: { result: Schema } = bitcoinMethods[method]
  const read = result.safeParse(reply?.result)
  if (!read.success) throw new BitcoinRequestError({ details: method })
  return read.data as BitcoinResult<Method>
}
