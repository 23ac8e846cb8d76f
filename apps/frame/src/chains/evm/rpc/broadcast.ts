import { BaseError } from '@latchkey/errors'
import { ChainRefusedError, UncertainBroadcastError } from '@latchkey/protocol/frame'
import { pause as wait } from '@latchkey/std/pause'
import type { ChainRpc } from '../../../context/ChainRpc.ts'

export type SignedTransaction = { raw: string; hash: string }

/** How often, and ms apart, the network is asked whether it has a transaction whose sending was interrupted. */
const checks = 3
const checkInterval = 1_500

/** What nodes say of a transaction that they have already. */
const isKnownAlready = (error: unknown): boolean =>
  error instanceof BaseError &&
  /already known|already imported|known transaction/i.test(String(error.data?.rpcMessage))

const isRefusal = (error: unknown): boolean =>
  error instanceof BaseError && error.code === ChainRefusedError.code

async function isOnNetwork(chain: ChainRpc, chainId: number, hash: string): Promise<boolean> {
  const found = await chain.request(chainId, { method: 'eth_getTransactionByHash', params: [hash] })
  return typeof found === 'object' && found !== null
}

export type Wait = (ms: number) => Promise<void>

/** Sends the same bytes again and looks for the hash, until one of both tells that the network has it. */
async function settleDoubt(
  chain: ChainRpc,
  chainId: number,
  { raw, hash }: SignedTransaction,
  pause: Wait,
): Promise<string> {
  for (let tries = 0; tries < checks; tries++) {
    await pause(checkInterval)
    try {
      if (await isOnNetwork(chain, chainId, hash)) return hash
      // The same bytes are the same transaction: sending them twice moves nothing twice.
      await chain.request(chainId, { method: 'eth_sendRawTransaction', params: [raw] })
      return hash
    } catch (error) {
      if (isKnownAlready(error)) return hash
    }
  }
  throw new UncertainBroadcastError({ data: { hash } })
}

/**
 * Whether a transaction that a node refuses was taken before: another node may have had it, whose answer was lost, and once a
 * block has it the next one finds its number used. Silence is no yes.
 */
const wasTaken = (chain: ChainRpc, chainId: number, hash: string): Promise<boolean> =>
  isOnNetwork(chain, chainId, hash).catch(() => false)

/**
 * Sends a signed transaction.
 *
 * @returns the hash
 * @throws ChainRefusedError when the network said no; UncertainBroadcastError with `data.hash` when nobody can tell
 */
export async function broadcast(
  chain: ChainRpc,
  chainId: number,
  signed: SignedTransaction,
  pause: Wait = wait,
): Promise<string> {
  try {
    await chain.request(chainId, { method: 'eth_sendRawTransaction', params: [signed.raw] })
    return signed.hash
  } catch (error) {
    if (isKnownAlready(error)) return signed.hash
    if (isRefusal(error)) {
      // Who is told of a refusal pays again.
      if (await wasTaken(chain, chainId, signed.hash)) return signed.hash
      throw error
    }
    return settleDoubt(chain, chainId, signed, pause)
  }
}
