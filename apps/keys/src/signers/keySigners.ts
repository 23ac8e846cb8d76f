import type { AnyKeySigner } from '../accounts/KeySigner.ts'
import { evmSigner } from './evm/evmSigner.ts'

/** Every signer; the first one proves a wallet to the service. */
export const KEY_SIGNERS: readonly AnyKeySigner[] = [evmSigner]
