import { OutScript, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'
import { tagSchnorr } from '@scure/btc-signer/utils.js'

const OPTIONS = { version: 0, allowUnknownOutputs: true, allowUnknownInputs: true } as const

/** What a message is signed as (BIP-322, "Full"): a tagged hash (BIP-340). @param message the bytes themselves */
export const messageHash = (message: Uint8Array): Uint8Array => tagSchnorr('BIP0322-signed-message', message)

/**
 * The transaction that cannot exist, whose output holds the message (BIP-322, `to_spend`).
 *
 * @param script of the account that signs
 */
export function toSpend(message: Uint8Array, script: Uint8Array): Transaction {
  const raw = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffff_ffff,
        finalScriptSig: Script.encode(['OP_0', messageHash(message)]),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  return Transaction.fromRaw(raw, OPTIONS)
}

/** The transaction that spends it, without its witness (BIP-322, `to_sign`). */
export function toSign(message: Uint8Array, script: Uint8Array): Transaction {
  const transaction = new Transaction(OPTIONS)
  const { id } = toSpend(message, script)
  transaction.addInput({ txid: id, index: 0, sequence: 0, witnessUtxo: { amount: 0n, script } })
  transaction.addOutput({ amount: 0n, script: Script.encode(['RETURN']) })
  return transaction
}

/** A witness as a `simple` signature holds it. */
export const encodeWitness = (items: Uint8Array[]): Uint8Array => RawWitness.encode(items)

/** @returns `undefined` for other bytes */
export function decodeWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  try {
    return RawWitness.decode(bytes)
  } catch {
    return undefined
  }
}

/** What the message of an account is signed over: the digest of BIP-143 or BIP-341. */
export function messageDigest(
  message: Uint8Array,
  script: Uint8Array,
  sighash: number,
): Uint8Array | undefined {
  const account = OutScript.decode(script)
  const transaction = toSign(message, script)
  if (account.type === 'tr') return transaction.preimageWitnessV1(0, [script], sighash, [0n])
  if (account.type !== 'wpkh') return undefined
  const code = OutScript.encode({ type: 'pkh', hash: account.hash })
  return transaction.preimageWitnessV0(0, code, sighash, 0n)
}
