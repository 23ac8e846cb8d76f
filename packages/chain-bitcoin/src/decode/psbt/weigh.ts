import { OutScript } from '@scure/btc-signer'

type Paid = { script: Uint8Array }
/** What tells how long it is to spend an input: the script of the output before it, and what spends it already. */
type Spent = Paid & { final: { scriptSig: Uint8Array; witness: readonly Uint8Array[] } | undefined }

/** Weights (BIP-141): a byte counts four, a byte of a witness one. */
const bytes = (count: number) => 4 * count
const countLength = (count: number) => (count < 0xfd ? 1 : count <= 0xffff ? 3 : 5)
const lengthOf = (script: Uint8Array) => countLength(script.length) + script.length

/** Previous output and its number, sequence. */
const OUTPOINT = 32 + 4 + 4
/** Marker and flag of a transaction with witnesses. */
const SEGWIT = 2
/** A count, an ECDSA signature of 72 bytes at most, a public key; each with its length. */
const WITNESS_BY_KEY_HASH = 1 + 73 + 34
/** A count, a Schnorr signature with its length. */
const WITNESS_BY_TAPROOT_KEY = 1 + 65
const SCRIPT_BY_KEY_HASH = 73 + 34

/** What spends an input is as long as this; `undefined` where nobody can know before it is signed. */
function weighSpending({ script, final }: Spent): { weight: number; isKnown: boolean } {
  if (final) {
    const witness = countLength(final.witness.length)
    const items = final.witness.reduce((sum, item) => sum + lengthOf(item), 0)
    return { weight: bytes(lengthOf(final.scriptSig)) + witness + items, isKnown: true }
  }
  const empty = bytes(1)
  const { type } = OutScript.decode(script)
  if (type === 'wpkh') return { weight: empty + WITNESS_BY_KEY_HASH, isKnown: true }
  if (type === 'tr') return { weight: empty + WITNESS_BY_TAPROOT_KEY, isKnown: true }
  if (type === 'pkh') return { weight: bytes(1 + SCRIPT_BY_KEY_HASH) + 1, isKnown: true }
  return { weight: empty + 1, isKnown: false }
}

/**
 * How much room a transaction takes in a block once it is signed, before it is.
 *
 * @returns virtual bytes (BIP-141), rounded up; the least they can be where `isExact` is false
 */
export function weigh(
  inputs: readonly Spent[],
  outputs: readonly Paid[],
): { vsize: number; isExact: boolean } {
  // Version and lock time.
  let weight = bytes(8 + countLength(inputs.length) + countLength(outputs.length)) + SEGWIT
  let isExact = true
  for (const input of inputs) {
    const spending = weighSpending(input)
    weight += bytes(OUTPOINT) + spending.weight
    isExact &&= spending.isKnown
  }
  for (const { script } of outputs) weight += bytes(8 + lengthOf(script))
  return { vsize: Math.ceil(weight / 4), isExact }
}
