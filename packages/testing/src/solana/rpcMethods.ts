import { accountMethods, type SolanaMethods } from './accountMethods.ts'
import { LOCAL_GENESIS_HASH } from './localSolana.ts'
import { textOf } from './readParams.ts'
import type { SolanaChain } from './SolanaChain.ts'
import { transactionMethods } from './transactionMethods.ts'

/** The methods of Solana's JSON-RPC that a wallet, a page and their tests ask for. */
export function rpcMethods(chain: SolanaChain): SolanaMethods {
  const context = () => ({ slot: chain.slot(), apiVersion: '2.0.0' })
  return {
    ...accountMethods(chain),
    ...transactionMethods(chain),
    getBlockHeight: () => chain.height(),
    getBlockTime: () => Math.floor(Date.now() / 1_000),
    getEpochInfo: () => ({
      ...{ absoluteSlot: chain.slot(), blockHeight: chain.height(), epoch: 0 },
      ...{ slotIndex: chain.slot(), slotsInEpoch: 432_000, transactionCount: null },
    }),
    getGenesisHash: () => LOCAL_GENESIS_HASH,
    getHealth: () => 'ok',
    getLatestBlockhash: () => ({ context: context(), value: chain.latest() }),
    getRecentPrioritizationFees: () => [{ slot: chain.slot(), prioritizationFee: 0 }],
    getSlot: () => chain.slot(),
    getVersion: () => ({ 'solana-core': '2.0.0', 'feature-set': 0 }),
    isBlockhashValid: ([blockhash]) => ({ context: context(), value: chain.isValid(textOf(blockhash)) }),
  }
}
