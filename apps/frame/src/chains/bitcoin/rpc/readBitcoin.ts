import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import {
  type BitcoinMethod,
  type BitcoinParams,
  type BitcoinResult,
  bitcoinMethods,
} from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import { networkOf } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'

/** Where a network is asked. */
export type Place = { frame: Pick<ChainContext, 'chain'>; chain: ChainInfo; signal?: AbortSignal | undefined }

/**
 * Asks the service about a network of Bitcoin.
 *
 * @throws ChainRefusedError with the service's own code; ChainUnreachableError, also for an answer of another form
 */
export async function askBitcoin<Method extends BitcoinMethod>(
  { frame, chain, signal }: Place,
  method: Method,
  ...params: BitcoinParams<Method>
): Promise<BitcoinResult<Method>> {
  const told = await frame.chain.request(networkOf(chain), { method, params }, signal)
  const result: z.ZodMiniType = bitcoinMethods[method].result
  const read = result.safeParse(told)
  if (!read.success) throw new ChainUnreachableError({ details: method })
  return read.data as BitcoinResult<Method>
}

/** An output, by the transaction that made it. */
type Outpoint = { txid: string; vout: number }

/** Asks which outputs of an address are unspent now; the answer says of any number of them whether all are. */
export async function readUnspent(
  place: Place,
  address: string,
): Promise<(outputs: readonly Outpoint[]) => boolean> {
  const nameOf = ({ txid, vout }: Outpoint) => `${txid}:${vout}`
  const unspent = new Set((await askBitcoin(place, 'getUtxos', address)).map(nameOf))
  return (outputs) => outputs.every((one) => unspent.has(nameOf(one)))
}

/** Transactions that are asked for at once, and how many at most: more would hold up the screen. */
const AT_ONCE = 4
const MOST = 60

/** Raw transactions in hex by their ids; those that are not told are left out. */
export async function readTransactions(
  place: Place,
  txids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(txids)]
  const found = new Map<string, string>()
  if (wanted.length > MOST) return found
  const readNext = async (): Promise<void> => {
    for (let txid = wanted.pop(); txid !== undefined; txid = wanted.pop()) {
      const told = await askBitcoin(place, 'getTransaction', txid).catch((error: unknown) => {
        if (place.signal?.aborted) throw error
        return undefined
      })
      if (told) found.set(txid, told.hex)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readNext))
  return found
}
