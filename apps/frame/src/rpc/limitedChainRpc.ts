import type { ChainRpc } from './ChainRpc.ts'
import { limitConcurrency } from './limitConcurrency.ts'

/** At most twenty of the host's reads at the same time; the wallet's own batches are not counted. */
export function limitedChainRpc(chain: ChainRpc): ChainRpc {
  const limit = limitConcurrency(20)
  return {
    batch: chain.batch,
    request: (chainId, call, signal) => limit(() => chain.request(chainId, call, signal)),
  }
}
