import type { BitcoinEntry, BitcoinResult, BitcoinUtxo } from '@latchkey/protocol/http'

/** It does not know what was asked for: no such transaction, or an address that is none of its network. */
export class UnknownToSourceError extends Error {
  override name = 'UnknownToSourceError'
}

/** More than it tells of one address. */
export class TooManyError extends Error {
  override name = 'TooManyError'
}

/** The network did not take a transaction. `message` is why, in its own words, cleaned. */
export class NotTakenError extends Error {
  override name = 'NotTakenError'
}

/** What is known of one network of Bitcoin, and where transactions are handed in. */
export type BitcoinSource = {
  /** @throws UnknownToSourceError; as all of them, also what stands for a source that does not answer */
  balance(address: string): Promise<BitcoinResult<'getBalance'>>
  /** @throws UnknownToSourceError, TooManyError */
  utxos(address: string): Promise<BitcoinUtxo[]>
  /** Its bytes are those of the id. @throws UnknownToSourceError */
  transaction(txid: string): Promise<BitcoinResult<'getTransaction'>>
  /** @param after the last one in a block of the page before @throws UnknownToSourceError */
  history(address: string, after?: string): Promise<BitcoinEntry[]>
  feeRates(): Promise<BitcoinResult<'getFeeRates'>>
  /** @returns the id; also of one that the network has already @throws NotTakenError */
  send(hex: string): Promise<string>
}
