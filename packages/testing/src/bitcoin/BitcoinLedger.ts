import type { Transaction } from 'bitcoinjs-lib'

/** An output that nobody has spent, in a block or waiting for one. */
export type LedgerOutput = {
  txid: string
  vout: number
  script: Uint8Array
  value: bigint
  isCoinbase: boolean
}

/** A transaction that is known, in a block (with its height) or waiting for one. */
export type LedgerTransaction = {
  transaction: Transaction
  txid: string
  /** Satoshis. */
  fee: bigint
  vsize: number
  /** What its inputs spend, in their order; none of a coinbase. */
  spent: readonly LedgerOutput[]
}

export type LedgerBlock = {
  hash: string
  height: number
  /** Unix time in seconds. */
  timestamp: number
  transactions: readonly LedgerTransaction[]
}

export const outpointOf = (txid: string, vout: number): string => `${txid}:${vout}`

/** Of a transaction's input, as explorers write it: the hash turned around. */
export const inputOutpoint = ({ hash, index }: Transaction['ins'][number]): string =>
  outpointOf(Buffer.from(hash).reverse().toString('hex'), index)

/** The outputs of a transaction that can be spent. */
export const outputsOf = (transaction: Transaction, isCoinbase = false): LedgerOutput[] =>
  transaction.outs.flatMap(({ script, value }, vout) =>
    script[0] === 0x6a ? [] : [{ txid: transaction.getId(), vout, script, value, isCoinbase }],
  )

/** What is unspent after these transactions, in this order. */
export function unspentAfter(transactions: Iterable<LedgerTransaction>): Map<string, LedgerOutput> {
  const unspent = new Map<string, LedgerOutput>()
  for (const { transaction } of transactions) {
    for (const input of transaction.ins) unspent.delete(inputOutpoint(input))
    for (const output of outputsOf(transaction, transaction.isCoinbase()))
      unspent.set(outpointOf(output.txid, output.vout), output)
  }
  return unspent
}
