import { NETWORK } from '@scure/btc-signer'
import { WIF } from '@scure/btc-signer/payment.js'

/**
 * A private key as other wallets of Bitcoin take it: the wallet import format, for a compressed public key.
 *
 * @param privateKey 32 bytes; stays the caller's to zero
 * @throws Error for another length
 */
export const exportBitcoinKey = (privateKey: Uint8Array): string => WIF(NETWORK).encode(privateKey)
