import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bytesToHex, type Hex, hexToBytes } from '../primitives/hex.ts'
import { parseTransaction, type Transaction } from './parseTransaction.ts'
import { encodeRlp, integerToRlp, type RlpItem } from './rlp.ts'
import { type RecoverableSignature, signDigest } from './signDigest.ts'

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
