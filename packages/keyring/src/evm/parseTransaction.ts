import { InvalidTransactionError, UnsupportedTransactionError } from '../primitives/errors.ts'
import { type Hex, isHex } from '../primitives/hex.ts'
import { hasExactKeys, isPlainObject, type PlainObject } from '../primitives/plainObject.ts'
import { type Address, isAddress } from './address.ts'

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
