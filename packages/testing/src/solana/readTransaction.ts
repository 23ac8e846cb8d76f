import {
  type Address,
  getAddressDecoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/web3.js'
import type { LiteSVM } from 'litesvm'
import { invalidParams } from './rpcError.ts'

type Message = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

/** A transaction as it came, and what it says. */
export type ReadTransaction = {
  wire: Uint8Array
  transaction: Transaction
  message: Message
  /** Base58 of the first signature. */
  signature: string
  /** Every account that it names: its own, then those that it looks up, writable ones first. */
  keys: readonly Address[]
  loaded: { writable: readonly Address[]; readonly: readonly Address[] }
}

/** Length of a look-up table's head, bytes; addresses follow. */
const TABLE_HEAD = 56

/** The addresses that a look-up table holds; none where there is no such table. */
export function lookUpAddresses(data: Uint8Array): Address[] {
  const decoder = getAddressDecoder()
  const addresses: Address[] = []
  for (let at = TABLE_HEAD; at + 32 <= data.length; at += 32) addresses.push(decoder.decode(data, at))
  return addresses
}

function loadedOf(svm: LiteSVM, message: Message): ReadTransaction['loaded'] {
  const writable: Address[] = []
  const readonly: Address[] = []
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  for (const { lookupTableAddress, writableIndices, readableIndices } of lookups) {
    const table = svm.getAccount(lookupTableAddress as never)
    const addresses = table.exists ? lookUpAddresses(Uint8Array.from(table.data)) : []
    const pick = (indices: readonly number[], into: Address[]) => {
      for (const index of indices) {
        const address = addresses[index]
        if (address) into.push(address)
      }
    }
    pick(writableIndices, writable)
    pick(readableIndices, readonly)
  }
  return { writable, readonly }
}

/** Reads the message of a transaction; what it looks up is read from the chain. */
export function readMessage(
  svm: LiteSVM,
  bytes: Uint8Array,
): Pick<ReadTransaction, 'message' | 'keys' | 'loaded'> {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(bytes)
    const loaded = loadedOf(svm, message)
    return { message, loaded, keys: [...message.staticAccounts, ...loaded.writable, ...loaded.readonly] }
  } catch {
    throw invalidParams('the message of the transaction cannot be read')
  }
}

/** Reads a signed transaction as it goes over the wire. */
export function readTransaction(svm: LiteSVM, wire: Uint8Array): ReadTransaction {
  let transaction: Transaction
  try {
    transaction = getTransactionDecoder().decode(wire)
  } catch {
    throw invalidParams('the transaction cannot be read')
  }
  const read = readMessage(svm, Uint8Array.from(transaction.messageBytes))
  const [first] = Object.values(transaction.signatures)
  const signature = getBase58Decoder().decode(first ?? new Uint8Array(64))
  return { wire, transaction, signature, ...read }
}
