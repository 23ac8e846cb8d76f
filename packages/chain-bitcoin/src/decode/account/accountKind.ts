import { p2tr, p2wpkh } from '@scure/btc-signer'
import { equalBytes, pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'

/**
 * The two accounts of a wallet: `payment` is native segwit (P2WPKH, BIP-84), `ordinal` is taproot by its key alone (P2TR, BIP-86).
 */
export type AccountKind = 'payment' | 'ordinal'

/** Scripts of a wallet's own accounts, as they stand in outputs. */
export type OwnScripts = Readonly<Partial<Record<AccountKind, Uint8Array>>>

/**
 * The script of a key's account.
 *
 * @param privateKey 32 bytes; stays the caller's to zero
 * @throws Error for what is no key of secp256k1
 */
export const scriptOfKey = (privateKey: Uint8Array, kind: AccountKind): Uint8Array =>
  kind === 'payment' ? p2wpkh(pubECDSA(privateKey)).script : p2tr(pubSchnorr(privateKey)).script

/** Whose a script is: one of the wallet's own accounts, or somebody else's (`undefined`). */
export function ownerOf(script: Uint8Array, own: OwnScripts): AccountKind | undefined {
  for (const kind of ['payment', 'ordinal'] as const)
    if (own[kind] && equalBytes(own[kind], script)) return kind
  return undefined
}
