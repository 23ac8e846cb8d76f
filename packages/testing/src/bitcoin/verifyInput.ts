import { crypto, script as scripts, Transaction } from 'bitcoinjs-lib'
import * as ecc from 'tiny-secp256k1'
import { refuse } from './bitcoinRefusal.ts'

/** An output, and where it lies. */
export type SpentOutput = { script: Uint8Array; value: bigint }

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0
const FAILED =
  'mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)'

/** Native segwit by key hash (BIP-143): a signature, and the key whose hash the script has. */
function verifyKeyHash(transaction: Transaction, index: number, spent: SpentOutput): boolean {
  const [signature, key, ...more] = transaction.ins[index]?.witness ?? []
  if (!signature || key?.length !== 33 || more.length > 0) return false
  if (!isSame(crypto.hash160(key), spent.script.subarray(2))) return false
  const decoded = scripts.signature.decode(signature)
  const code = Uint8Array.of(0x76, 0xa9, 20, ...spent.script.subarray(2), 0x88, 0xac)
  const hash = transaction.hashForWitnessV0(index, code, spent.value, decoded.hashType)
  return ecc.verify(hash, key, decoded.signature, true)
}

/** Taproot by its key (BIP-341): one Schnorr signature, which covers every output that is spent. */
function verifyTaproot(transaction: Transaction, index: number, spent: readonly SpentOutput[]): boolean {
  const [signature, ...more] = transaction.ins[index]?.witness ?? []
  const own = spent[index]
  if (!signature || !own || more.length > 0 || (signature.length !== 64 && signature.length !== 65))
    return false
  const sighash = signature.length === 65 ? (signature[64] ?? 0) : Transaction.SIGHASH_DEFAULT
  if (signature.length === 65 && sighash === Transaction.SIGHASH_DEFAULT) return false
  const hash = transaction.hashForWitnessV1(
    index,
    spent.map(({ script }) => script),
    spent.map(({ value }) => value),
    sighash,
  )
  return ecc.verifySchnorr(hash, own.script.subarray(2), signature.subarray(0, 64))
}

/**
 * Checks one input's script and signature by bitcoinjs-lib and libsecp256k1, which no part of the wallet uses.
 *
 * @param spent the outputs of all inputs, in their order
 * @throws BitcoinRefusal; also for scripts that this chain does not run
 */
export function verifyInput(transaction: Transaction, index: number, spent: readonly SpentOutput[]): void {
  const own = spent[index]
  const input = transaction.ins[index]
  if (!own || !input) throw refuse('bad-txns-inputs-missingorspent')
  const [version, size] = own.script
  const isKeyHash = own.script.length === 22 && version === 0 && size === 20
  const isTaproot = own.script.length === 34 && version === 0x51 && size === 32
  if (!isKeyHash && !isTaproot)
    throw refuse('non-mandatory-script-verify-flag (this chain runs no such script)')
  if (input.script.length > 0)
    throw refuse('mandatory-script-verify-flag-failed (Witness requires empty scriptSig)')
  let isValid = false
  try {
    isValid = isKeyHash ? verifyKeyHash(transaction, index, own) : verifyTaproot(transaction, index, spent)
  } catch {
    // No signature in the form that there is.
  }
  if (!isValid) throw refuse(FAILED)
}
