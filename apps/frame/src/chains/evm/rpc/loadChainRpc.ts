import type { FrameDocumentConfig } from '@latchkey/protocol'
import type { ChainRpc } from '../../../context/ChainRpc.ts'
import { loadPart } from '../../../context/loadPart.ts'

/**
 * The way to the networks, loaded while the rest of the wallet starts. See createChainRpc.
 *
 * @throws ServiceUnreachableError from its calls when it could not be loaded; the next call tries again
 */
export function loadChainRpc(config: FrameDocumentConfig, fetch: typeof globalThis.fetch): ChainRpc {
  const rpc = async () => (await loadPart(() => import('./createChainRpc.ts'))).createChainRpc(config, fetch)
  rpc().catch(() => undefined)
  return {
    request: async (...call) => (await rpc()).request(...call),
    batch: async (...calls) => (await rpc()).batch(...calls),
    tokens: async (...call) => (await rpc()).tokens(...call),
    paymaster: async (...call) => (await rpc()).paymaster(...call),
  }
}
