import { SigHash } from '@scure/btc-signer'
import { pubSchnorr } from '@scure/btc-signer/utils.js'
import { BitcoinKeyError } from '../../model/errors.ts'
import { type AccountKind, scriptOfKey } from '../account/accountKind.ts'
import { inputsToSign } from './inputsToSign.ts'
import { openPsbt, type ReadPsbt } from './readPsbt.ts'
import { refusePsbt } from './refuse.ts'

/**
 * Signs every input of one account, and nothing else: by ECDSA (BIP-143) for `payment`, by Schnorr with the tweaked key
 * (BIP-341, BIP-86) for `ordinal`. The signatures cover all inputs and all outputs. Nothing is finalised.
 *
 * @param privateKey 32 bytes; stays the caller's to zero. The library makes copies of taproot's tweaked key, which nobody can zero
 * @param psbt what was read, and shown
 * @returns the bytes of the PSBT with the signatures (BIP-174 version 0)
 * @throws PsbtRefusedError, BitcoinKeyError
 * @example const signed = signPsbt(privateKey, 'payment', readPsbt(bytes))
 */
export function signPsbt(privateKey: Uint8Array, kind: AccountKind, psbt: ReadPsbt): Uint8Array {
  const inputs = inputsToSign(psbt, { [kind]: scriptOfKey(privateKey, kind) }, [kind])
  const transaction = openPsbt(psbt.bytes)
  const internalKey = kind === 'ordinal' ? pubSchnorr(privateKey) : undefined
  for (const index of inputs) {
    if (internalKey) {
      const told = psbt.inputs[index]?.internalKey
      if (told && !told.every((byte, at) => byte === internalKey[at])) throw refusePsbt('script', index)
      transaction.updateInput(index, { tapInternalKey: internalKey })
    }
    if (!transaction.signIdx(privateKey, index, [SigHash.DEFAULT, SigHash.ALL])) throw new BitcoinKeyError()
  }
  return transaction.toPSBT(0)
}
