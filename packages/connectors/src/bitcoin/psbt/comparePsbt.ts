import { decodeBase58 } from '@latchkey/std/base58'
import { bytesToHex } from '@latchkey/std/hex'
import { OtherTransactionError } from '../../answer/errors.ts'
import { type PsbtFields, type PsbtInput, type ReadPsbt, readerOf, readPsbt } from './readPsbt.ts'

/** Types of an input's fields (BIP-174, BIP-371, BIP-373). */
const PREVIOUS = '0x00'
const OUTPUT = '0x01'
const SIGHASH = '0x03'
const REDEEM = '0x04'
const WITNESS_SCRIPT = '0x05'
const FINAL_SCRIPT = '0x07'
const FINAL_WITNESS = '0x08'
const isPartial = (key: string) => key.startsWith('0x02')
const isSchnorr = (key: string) => key === '0x13' || key.startsWith('0x14')
const isFinal = (key: string) => key === FINAL_SCRIPT || key === FINAL_WITNESS
/** Of several signers of one key (BIP-373): it does not say for how much of the transaction it is. */
const isShare = (key: string) => key.startsWith('0x1c')
const isSignature = (key: string) => isPartial(key) || isSchnorr(key) || isFinal(key) || isShare(key)
/** What an input spends: whoever changes that changes the fee which the page will reckon. */
const SPENT = [PREVIOUS, OUTPUT, REDEEM, WITNESS_SCRIPT]

/** `SIGHASH_ALL`; taproot's `DEFAULT` says the same in no byte at all. */
const ALL = 1
const SCHNORR = 64
const LONGEST_DER = 73

const last = (bytes: Uint8Array) => bytes[bytes.length - 1]
const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined) =>
  one === other || (one !== undefined && other !== undefined && bytesToHex(one) === bytesToHex(other))

/** BIP-66: every signature of ECDSA that a network takes has this form, and its kind in the last byte. */
const isDer = (bytes: Uint8Array) =>
  bytes[0] === 0x30 && bytes.length >= 9 && bytes.length <= LONGEST_DER && bytes[1] === bytes.length - 3

/** Whether a part of what spends an input is no signature (of ECDSA, of Schnorr) of less than everything. */
const isWholeEcdsa = (part: Uint8Array) => !isDer(part) || last(part) === ALL
const isWholeSchnorr = (part: Uint8Array) => part.length !== SCHNORR + 1 || last(part) === ALL

/** What signs of a taproot witness (BIP-341): without the annex, and without the script and its proof. */
function signingParts(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const rest = parts.length > 1 && parts.at(-1)?.[0] === 0x50 ? parts.slice(0, -1) : parts
  return rest.length > 1 ? rest.slice(0, -2) : rest
}

/** @param spent the script that the input spends; where the PSBT does not say, both kinds of signatures are looked for */
function isSoundWitness(parts: readonly Uint8Array[], spent: Uint8Array | undefined): boolean {
  if (!spent) return parts.every((part) => isWholeEcdsa(part) && isWholeSchnorr(part))
  const isTaproot = spent.length === 34 && spent[0] === 0x51
  return isTaproot ? signingParts(parts).every(isWholeSchnorr) : parts.every(isWholeEcdsa)
}

/** The parts of a witness. @throws RangeError */
function witnessParts(bytes: Uint8Array): Uint8Array[] {
  const reader = readerOf(bytes)
  const parts = Array.from({ length: reader.count() }, () => reader.take(reader.size()))
  if (!reader.isAtEnd()) throw new RangeError('It is longer than a witness.')
  return parts
}

/** What a script puts on the stack, which is all that one that spends may do. @throws RangeError */
function pushedParts(bytes: Uint8Array): Uint8Array[] {
  const reader = readerOf(bytes)
  const parts: Uint8Array[] = []
  while (!reader.isAtEnd()) {
    const code = reader.little(1)
    if (code > 0x60) throw new RangeError('It does more than to push.')
    const length =
      code <= 0x4b ? code : code === 0x4c ? reader.little(1) : code === 0x4d ? reader.little(2) : 0
    if (code === 0x4e) throw new RangeError('It is longer than a script.')
    parts.push(reader.take(length))
  }
  return parts
}

function isSound(key: string, value: Uint8Array, spent: Uint8Array | undefined): boolean {
  if (isPartial(key)) return isDer(value) && last(value) === ALL
  if (isSchnorr(key)) return value.length === SCHNORR || (value.length === SCHNORR + 1 && last(value) === ALL)
  try {
    if (key === FINAL_WITNESS) return isSoundWitness(witnessParts(value), spent)
    return key === FINAL_SCRIPT && pushedParts(value).every(isWholeEcdsa)
  } catch {
    return false
  }
}

/** The kind of signature that an input asks for; undefined: it asks for none. */
const sighashOf = (fields: PsbtFields): number | undefined => {
  const field = fields.get(SIGHASH)
  return field && (field.length === 4 ? readerOf(field).little(4) : Number.NaN)
}

/** Whether an input wants everything signed, or says nothing of it. */
export const isForAll = ({ fields }: PsbtInput): boolean => [undefined, 0, ALL].includes(sighashOf(fields))

/** The script that an input spends, as far as the PSBT says. */
function spentScript({ vout, fields }: PsbtInput): Uint8Array | undefined {
  try {
    const output = fields.get(OUTPUT)
    const reader = readerOf(output ?? fields.get(PREVIOUS) ?? new Uint8Array())
    if (!output) skipToOutput(reader, vout)
    reader.take(8)
    return reader.take(reader.size())
  } catch {
    return undefined
  }
}

/** Reads a transaction up to one of its outputs. */
function skipToOutput(reader: ReturnType<typeof readerOf>, vout: number): void {
  reader.take(4)
  // No input: the marker of segwit and its flag, then the inputs.
  let inputs = reader.count()
  if (inputs === 0 && reader.little(1) === 1) inputs = reader.count()
  for (let input = 0; input < inputs; input += 1) {
    reader.take(36)
    reader.take(reader.size() + 4)
  }
  if (vout >= reader.count()) throw new RangeError('There is no such output.')
  for (let output = 0; output < vout; output += 1) {
    reader.take(8)
    reader.take(reader.size())
  }
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** The script of an address. Its checksum is of no matter here: one that is misspelt is the script of nobody. */
function scriptOf(address: string): Uint8Array | undefined {
  if (!/^(?:bc|tb|bcrt)1/.test(address)) {
    const [version = 0, ...hash] = decodeBase58(address)?.subarray(0, 21) ?? []
    const isScript = version === 5 || version === 196
    return Uint8Array.from(isScript ? [0xa9, 20, ...hash, 0x87] : [0x76, 0xa9, 20, ...hash, 0x88, 0xac])
  }
  const [version = 0, ...groups] = [...address.slice(address.lastIndexOf('1') + 1, -6)].map((letter) =>
    BECH32.indexOf(letter),
  )
  const bits = groups.map((group) => group.toString(2).padStart(5, '0')).join('')
  const program = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return Uint8Array.from([version === 0 ? 0 : 0x50 + version, program.length, ...program])
}

/** Which inputs of a PSBT spend from one of these addresses. */
export function inputsOf({ inputs }: ReadPsbt, addresses: readonly string[]): ReadonlySet<number> {
  const scripts = addresses.map(scriptOf)
  const isOwn = (input: PsbtInput) => {
    const spent = spentScript(input)
    return spent !== undefined && scripts.some((script) => isSame(script, spent))
  }
  return new Set(inputs.flatMap((input, index) => (isOwn(input) ? [index] : [])))
}

/** What a PSBT was to be signed like. `allowed`: the inputs that may be signed; `wanted`: those that have to be. */
export type AskedPsbt = { psbt: ReadPsbt; allowed: ReadonlySet<number>; wanted: ReadonlySet<number> }

/** Why an answer is refused; stable. */
export type OtherTransactionReason =
  | 'unreadable'
  | 'transaction'
  | 'spent'
  | 'input'
  | 'signature'
  | 'unsigned'

const refuse = (reason: OtherTransactionReason): never => {
  throw new OtherTransactionError({ data: { reason } })
}

/**
 * Compares what a wallet has signed with what it was asked to sign: the same transaction byte for byte, so the same inputs, outputs,
 * amounts, lock time and version; signatures at no other inputs than those that were asked for, each of them for everything. Whether a
 * signature is right is for the network.
 *
 * @throws OtherTransactionError with an `OtherTransactionReason` in `data.reason`
 */
export function comparePsbt(asked: AskedPsbt, answer: Uint8Array): void {
  const { psbt, allowed, wanted } = asked
  const signed = readPsbt(answer) ?? refuse('unreadable')
  if (!isSame(signed.transaction, psbt.transaction)) refuse('transaction')
  signed.inputs.forEach(({ fields }, index) => {
    const input = psbt.inputs[index]
    const before = input?.fields ?? new Map<string, Uint8Array>()
    const spent = input && spentScript(input)
    for (const [key, value] of fields) {
      if (isSame(before.get(key), value)) continue
      if (SPENT.includes(key) && before.has(key)) refuse('spent')
      if (key === SIGHASH && ![0, ALL].includes(sighashOf(fields) ?? Number.NaN)) refuse('signature')
      if (!isSignature(key)) continue
      if (!allowed.has(index)) refuse('input')
      if (!isSound(key, value, spent)) refuse('signature')
    }
    if (wanted.has(index) && ![...fields.keys()].some(isSignature)) refuse('unsigned')
  })
}

const hashOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/**
 * Compares the id of a transaction that a wallet has sent with the one that it was asked to send, where that is known before it is
 * signed: only where all that is spent is of native segwit.
 *
 * @param txid as explorers write it
 * @throws OtherTransactionError
 */
export async function compareTxid({ inputs, transaction }: ReadPsbt, txid: string): Promise<void> {
  const isNative = (input: PsbtInput) => {
    const [version = 0xff, length = 0, ...program] = spentScript(input) ?? []
    return (version === 0 || (version > 0x50 && version <= 0x60)) && length === program.length
  }
  if (!inputs.every(isNative)) return
  const hash = await hashOf(await hashOf(transaction))
  if (bytesToHex(hash.reverse()) !== `0x${txid}`) refuse('transaction')
}
