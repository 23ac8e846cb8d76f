import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { InvalidTransactionError, UnsupportedTransactionError } from '../primitives/errors.ts'
import { bytesToHex, type Hex, hexToBytes, isHex } from '../primitives/hex.ts'
import { hasExactKeys, isPlainObject, type PlainObject } from '../primitives/plainObject.ts'
import { type Address, isAddress, type RecoverableSignature, signDigest } from './account.ts'

/** What a transaction says it will touch (EIP-2930). */
export type AccessList = readonly { readonly address: Address; readonly storageKeys: readonly Hex[] }[]

type Common = {
  /** EIP-155 network, above 0 */
  readonly chainId: number
  readonly nonce: number
  /** null creates a contract */
  readonly to: Address | null
  /** wei */
  readonly value: bigint
  readonly data: Hex
  /** gas limit */
  readonly gas: bigint
}

/** Type 2 (EIP-1559). */
export type Eip1559Transaction = Common & {
  readonly type: 'eip1559'
  /** wei */
  readonly maxFeePerGas: bigint
  /** wei, at most `maxFeePerGas` */
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: AccessList
}

/** Before types, bound to a network by EIP-155. */
export type LegacyTransaction = Common & {
  readonly type: 'legacy'
  /** wei */
  readonly gasPrice: bigint
}

export type Transaction = Eip1559Transaction | LegacyTransaction

const COMMON = ['type', 'chainId', 'nonce', 'to', 'value', 'data', 'gas']
const KEYS = {
  eip1559: [...COMMON, 'maxFeePerGas', 'maxPriorityFeePerGas', 'accessList'],
  legacy: [...COMMON, 'gasPrice'],
}

const isBelow = (value: unknown, bits: bigint): value is bigint =>
  typeof value === 'bigint' && value >= 0n && value < 1n << bits
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value)

function need(condition: boolean, details: string): asserts condition {
  if (!condition) throw new InvalidTransactionError({ details })
}

function parseAccessList(value: unknown): AccessList {
  need(Array.isArray(value), 'accessList must be a list')
  return value.map((entry: unknown) => {
    need(
      isPlainObject(entry) && hasExactKeys(entry, ['address', 'storageKeys']),
      'accessList has a malformed entry',
    )
    const { address, storageKeys } = entry
    need(isAddress(address), 'accessList has a malformed address')
    need(Array.isArray(storageKeys), 'accessList has malformed storage keys')
    const keys = storageKeys.map((key: unknown) => {
      need(isHex(key, 32), 'accessList has a malformed storage key')
      return key
    })
    return { address, storageKeys: keys }
  })
}

function parseCommon(input: PlainObject): Common {
  const { chainId, nonce, to, value, data, gas } = input
  need(isCount(chainId) && chainId > 0, 'chainId must be an integer above 0')
  need(isCount(nonce) && nonce >= 0, 'nonce must be an integer of at least 0')
  need(to === null || isAddress(to), 'to must be an address with a right checksum, or null')
  need(isBelow(value, 256n), 'value must be a bigint below 2^256')
  need(isHex(data), 'data must be hex')
  need(isBelow(gas, 64n) && gas > 0n, 'gas must be a bigint above 0 and below 2^64')
  return { chainId, nonce, to, value, data, gas }
}

/**
 * Accepts a complete transaction of type `eip1559` or `legacy` and nothing else: every field present, none more.
 *
 * @param input anything
 * @returns a copy, so that later changes of `input` change nothing
 * @throws UnsupportedTransactionError for an authorization list (EIP-7702, type 4) and every other type
 * @throws InvalidTransactionError for anything else that is wrong; `details` names the field
 * @example const transaction = parseTransaction({ type: 'eip1559', chainId: 1, … })
 */
export function parseTransaction(input: unknown): Transaction {
  need(isPlainObject(input), 'not an object')
  const { type } = input
  if ((type !== 'eip1559' && type !== 'legacy') || Object.hasOwn(input, 'authorizationList')) {
    throw new UnsupportedTransactionError()
  }
  need(hasExactKeys(input, KEYS[type]), 'a field is missing or unknown')
  const common = parseCommon(input)
  if (type === 'legacy') {
    const { gasPrice } = input
    need(isBelow(gasPrice, 256n), 'gasPrice must be a bigint below 2^256')
    return { type, ...common, gasPrice }
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = input
  need(isBelow(maxFeePerGas, 256n), 'maxFeePerGas must be a bigint below 2^256')
  need(
    isBelow(maxPriorityFeePerGas, 256n) && maxPriorityFeePerGas <= maxFeePerGas,
    'maxPriorityFeePerGas must be a bigint of at most maxFeePerGas',
  )
  const accessList = parseAccessList(input.accessList)
  return { type, ...common, maxFeePerGas, maxPriorityFeePerGas, accessList }
}

/** What RLP can say: bytes, and lists of what RLP can say. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/**
 * A number as RLP wants it: big-endian without leading zeros, 0 being no byte at all (Yellow Paper, appendix B).
 *
 * @param value not negative
 */
export function integerToRlp(value: bigint | number): Uint8Array {
  if (BigInt(value) === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return hexToBytes(`0x${digits.length % 2 === 0 ? '' : '0'}${digits}`)
}

function header(offset: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(offset + length)
  const size = integerToRlp(length)
  return concatBytes(Uint8Array.of(offset + 55 + size.length), size)
}

/**
 * Encodes with the Recursive Length Prefix (Yellow Paper, appendix B).
 *
 * @example encodeRlp([integerToRlp(1), new Uint8Array(20)])
 */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first] = item
    if (item.length === 1 && first !== undefined && first < 0x80) return Uint8Array.of(first)
    return concatBytes(header(0x80, item.length), item)
  }
  const body = concatBytes(...item.map(encodeRlp))
  return concatBytes(header(0xc0, body.length), body)
}

/** What `eth_sendRawTransaction` takes, and the hash by which the network will know it. */
export type SignedTransaction = { raw: Hex; hash: Hex }

const TYPE_2 = Uint8Array.of(2)
const integers = (...values: readonly (bigint | number)[]): Uint8Array[] => values.map(integerToRlp)
const scalar = (bytes: Uint8Array): Uint8Array => integerToRlp(BigInt(bytesToHex(bytes)))

/** Without a signature: what is signed. With one: what is sent. */
function serialize(transaction: Transaction, signature?: RecoverableSignature): Uint8Array {
  const { chainId, nonce, gas, value } = transaction
  const to = transaction.to === null ? new Uint8Array(0) : hexToBytes(transaction.to)
  const data = hexToBytes(transaction.data)
  const rs = signature ? [scalar(signature.r), scalar(signature.s)] : []
  if (transaction.type === 'legacy') {
    const fields = [...integers(nonce, transaction.gasPrice, gas), to, ...integers(value), data]
    // EIP-155: the network takes the signature's place while signing, and is part of v afterwards.
    const tail = signature
      ? [integerToRlp(BigInt(chainId) * 2n + 35n + BigInt(signature.yParity)), ...rs]
      : integers(chainId, 0, 0)
    return encodeRlp([...fields, ...tail])
  }
  const accessList = transaction.accessList.map(({ address, storageKeys }): RlpItem => {
    return [hexToBytes(address), storageKeys.map(hexToBytes)]
  })
  const fees = integers(transaction.maxPriorityFeePerGas, transaction.maxFeePerGas, gas)
  const fields: RlpItem[] = [...integers(chainId, nonce), ...fees, to, ...integers(value), data, accessList]
  if (signature) fields.push(integerToRlp(signature.yParity), ...rs)
  return concatBytes(TYPE_2, encodeRlp(fields))
}

/**
 * The bytes whose Keccak-256 a signature of this transaction signs (EIP-1559; EIP-155 for `legacy`).
 *
 * @throws InvalidTransactionError, UnsupportedTransactionError as {@link parseTransaction}
 * @example serializeUnsignedTransaction(transaction) // '0x02…'
 */
export const serializeUnsignedTransaction = (input: unknown): Hex =>
  bytesToHex(serialize(parseTransaction(input)))

/**
 * Signs a complete transaction: type 2 (EIP-1559) or legacy with replay protection (EIP-155).
 * It adds and changes no field. Whether the transaction should be sent is decided by the caller.
 *
 * @param privateKey 32 bytes; stays the caller's to zero
 * @param input a {@link Transaction}
 * @throws InvalidTransactionError, UnsupportedTransactionError, InvalidPrivateKeyError
 * @example
 * const { raw, hash } = signTransaction(account.privateKey, {
 *   type: 'eip1559', chainId: 1, nonce: 0, to: '0x…', value: 1n, data: '0x', gas: 21_000n,
 *   maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, accessList: [],
 * })
 */
export function signTransaction(privateKey: Uint8Array, input: unknown): SignedTransaction {
  const transaction = parseTransaction(input)
  const signature = signDigest(privateKey, keccak_256(serialize(transaction)))
  const raw = serialize(transaction, signature)
  return { raw: bytesToHex(raw), hash: bytesToHex(keccak_256(raw)) }
}
