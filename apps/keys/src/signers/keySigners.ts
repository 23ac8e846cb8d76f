import { evmSigner } from './evm/evmSigner.ts'
import type { AnyKeySigner } from './KeySigner.ts'

/** Every signer; the first one proves a wallet to the service. */
export const KEY_SIGNERS: readonly AnyKeySigner[] = [evmSigner]
