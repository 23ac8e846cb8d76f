import { address as addresses, networks } from 'bitcoinjs-lib'
import type { BitcoinChain } from './BitcoinChain.ts'
import type { LedgerBlock, LedgerOutput, LedgerTransaction } from './BitcoinLedger.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const KINDS: Readonly<Record<string, string>> = { '0014': 'v0_p2wpkh', '0020': 'v0_p2wsh', '5120': 'v1_p2tr' }

function addressOf(script: Uint8Array): string | undefined {
  try {
    return addresses.fromOutputScript(script, networks.regtest)
  } catch {
    return undefined
  }
}

/** An output as Esplora tells it. Amounts are whole numbers of satoshis. */
function outputJson({ script, value }: Pick<LedgerOutput, 'script' | 'value'>) {
  const scriptpubkey = hex(script)
  const kind = KINDS[scriptpubkey.slice(0, 4)] ?? (script[0] === 0x6a ? 'op_return' : 'unknown')
  const address = addressOf(script)
  const named = address === undefined ? {} : { scriptpubkey_address: address }
  return { scriptpubkey, scriptpubkey_type: kind, ...named, value: Number(value) }
}

/** Whether a transaction is in a block, and in which. */
export function statusJson(chain: BitcoinChain, txid: string) {
  const block = chain.blocks.find(({ transactions }) => transactions.some((one) => one.txid === txid))
  if (!block) return { confirmed: false }
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.timestamp }
}

/** A transaction as Esplora tells it. */
export function transactionJson(chain: BitcoinChain, { transaction, txid, fee, spent }: LedgerTransaction) {
  const isCoinbase = transaction.isCoinbase()
  return {
    ...{ txid, version: transaction.version, locktime: transaction.locktime },
    vin: transaction.ins.map(({ hash, index, script, witness, sequence }, at) => ({
      txid: hex(Uint8Array.from(hash).reverse()),
      vout: index,
      prevout: spent[at] ? outputJson(spent[at]) : null,
      scriptsig: hex(script),
      witness: witness.map(hex),
      is_coinbase: isCoinbase,
      sequence,
    })),
    vout: transaction.outs.map(outputJson),
    ...{ size: transaction.byteLength(), weight: transaction.weight(), fee: Number(fee) },
    status: statusJson(chain, txid),
  }
}

/** A block as Esplora tells it. */
export const blockJson = ({ hash, height, timestamp, transactions }: LedgerBlock) => ({
  ...{ id: hash, height, timestamp, tx_count: transactions.length },
})

/** What an account has, without what waits (`chain_stats`) and in what waits (`mempool_stats`). */
export function addressJson(chain: BitcoinChain, address: string, script: Uint8Array) {
  const isOwn = (output: { script: Uint8Array }) => Buffer.compare(output.script, script) === 0
  const total = (parts: readonly { value: bigint }[]) =>
    Number(parts.reduce((sum, { value }) => sum + value, 0n))
  const stats = (history: readonly LedgerTransaction[]) => {
    const funded = history.flatMap(({ transaction }) => transaction.outs.filter(isOwn))
    const spent = history.flatMap((one) => one.spent.filter(isOwn))
    return {
      ...{ funded_txo_count: funded.length, funded_txo_sum: total(funded) },
      ...{ spent_txo_count: spent.length, spent_txo_sum: total(spent), tx_count: history.length },
    }
  }
  const history = chain.historyOf(script)
  const isWaiting = ({ txid }: LedgerTransaction) => chain.waiting.has(txid)
  return {
    address,
    chain_stats: stats(history.filter((one) => !isWaiting(one))),
    mempool_stats: stats(history.filter(isWaiting)),
  }
}
