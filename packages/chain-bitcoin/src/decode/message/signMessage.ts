import { SigHash } from '@scure/btc-signer'
import { pubSchnorr } from '@scure/btc-signer/utils.js'
import { BitcoinKeyError } from '../../model/errors.ts'
import { type AccountKind, scriptOfKey } from '../account/accountKind.ts'
import { encodeWitness, toSign } from './bip322.ts'

/**
 * Signs a message by an account (BIP-322, `simple`). What it signs is no transaction that could exist, whatever the message says.
 *
 * @param privateKey 32 bytes; stays the caller's to zero
 * @param message the bytes themselves
 * @returns the witness, encoded; in base64 it is the signature that others check
 * @throws BitcoinKeyError
 * @example const signature = base64.encode(signBitcoinMessage(key, 'payment', new TextEncoder().encode('hello')))
 */
export function signBitcoinMessage(
  privateKey: Uint8Array,
  kind: AccountKind,
  message: Uint8Array,
): Uint8Array {
  const transaction = toSign(message, scriptOfKey(privateKey, kind))
  if (kind === 'ordinal') transaction.updateInput(0, { tapInternalKey: pubSchnorr(privateKey) })
  if (!transaction.signIdx(privateKey, 0, [SigHash.DEFAULT, SigHash.ALL])) throw new BitcoinKeyError()
  transaction.finalizeIdx(0)
  const witness = transaction.getInput(0).finalScriptWitness
  if (!witness) throw new BitcoinKeyError()
  return encodeWitness(witness)
}
