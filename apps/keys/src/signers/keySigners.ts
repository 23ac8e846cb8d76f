import { BITCOIN, SOLANA } from '../accounts/accountIds.ts'
import type { AnyKeySigner, LazyKeySigner } from '../accounts/KeySigner.ts'
import { evmSigner } from './evm/evmSigner.ts'

/** Every signer; the first one proves a wallet to the service. The others are loaded where they are wanted. */
export const KEY_SIGNERS: readonly (AnyKeySigner | LazyKeySigner)[] = [
  evmSigner,
  { ...SOLANA, load: async () => (await import('./solana/solanaSigner.ts')).solanaSigner },
  { ...BITCOIN, load: async () => (await import('./bitcoin/bitcoinSigner.ts')).bitcoinSigner },
]
