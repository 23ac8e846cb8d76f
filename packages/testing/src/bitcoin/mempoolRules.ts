import type { Transaction } from 'bitcoinjs-lib'
import { inputOutpoint, type LedgerOutput, type LedgerTransaction, outpointOf } from './BitcoinLedger.ts'
import { refuse } from './bitcoinRefusal.ts'
import { verifyInput } from './verifyInput.ts'

/** Satoshis a virtual byte: less is not passed on, and a replacement pays so much more (Bitcoin Core's relay fees). */
const RELAY_RATE = 1n
/** Blocks until the coins of a coinbase can be spent. */
export const MATURITY = 100
const SIGNALS = 0xffff_fffe
/** A lock time below it is a height, above it a time (BIP-65). */
const FIRST_TIME = 500_000_000

/** What a chain knows when a transaction comes in. */
export type MempoolView = {
  height: number
  /** Unspent in blocks. */
  confirmed: ReadonlyMap<string, LedgerOutput>
  heightOf(txid: string): number | undefined
  waiting: ReadonlyMap<string, LedgerTransaction>
}

/** Those that wait and spend an output of one of these, and so on. */
function withDescendants(
  waiting: ReadonlyMap<string, LedgerTransaction>,
  first: Iterable<string>,
): Set<string> {
  const found = new Set(first)
  for (const txid of found)
    for (const other of waiting.values())
      if (other.spent.some((output) => output.txid === txid)) found.add(other.txid)
  return found
}

function spentBy(
  transaction: Transaction,
  { confirmed, waiting, heightOf, height }: MempoolView,
): LedgerOutput[] {
  const seen = new Set<string>()
  return transaction.ins.map((input) => {
    const outpoint = inputOutpoint(input)
    if (seen.has(outpoint)) throw refuse('bad-txns-inputs-duplicate')
    seen.add(outpoint)
    const [txid = '', vout] = outpoint.split(':')
    const parent = waiting.get(txid)?.transaction.outs[Number(vout)]
    const output =
      confirmed.get(outpoint) ?? (parent && { ...parent, txid, vout: Number(vout), isCoinbase: false })
    if (!output) throw refuse('bad-txns-inputs-missingorspent')
    if (output.isCoinbase && height + 1 - (heightOf(txid) ?? height) < MATURITY)
      throw refuse('bad-txns-premature-spend-of-coinbase')
    return output
  })
}

const sum = (parts: readonly { value: bigint }[]) => parts.reduce((total, { value }) => total + value, 0n)

/** Those that wait and spend what this one spends, if it may take their place (BIP-125). */
function replacedBy(transaction: Transaction, fee: bigint, { waiting }: MempoolView): Set<string> {
  const outpoints = new Set(transaction.ins.map(inputOutpoint))
  const rivals = [...waiting.values()].filter(({ spent }) =>
    spent.some(({ txid, vout }) => outpoints.has(outpointOf(txid, vout))),
  )
  if (rivals.some((rival) => rival.transaction.ins.every(({ sequence }) => sequence >= SIGNALS)))
    throw refuse('txn-mempool-conflict')
  const gone = withDescendants(
    waiting,
    rivals.map(({ txid }) => txid),
  )
  const paid = [...gone].reduce((total, txid) => total + (waiting.get(txid)?.fee ?? 0n), 0n)
  if (gone.size > 0 && fee < paid + RELAY_RATE * BigInt(transaction.virtualSize()))
    throw refuse('insufficient fee, rejecting replacement')
  return gone
}

/**
 * Whether a transaction may wait for a block: every script and signature, amounts, fee, lock time, and what it replaces.
 *
 * @throws BitcoinRefusal with the words of Bitcoin Core
 */
export function admit(
  transaction: Transaction,
  view: MempoolView,
): { entry: LedgerTransaction; replaced: ReadonlySet<string> } {
  const txid = transaction.getId()
  if (view.waiting.has(txid)) throw refuse('txn-already-in-mempool')
  if (view.heightOf(txid) !== undefined) throw refuse('txn-already-known')
  if (transaction.isCoinbase()) throw refuse('coinbase')
  if (transaction.ins.length === 0 || transaction.outs.length === 0) throw refuse('bad-txns-vin-empty')
  const { locktime } = transaction
  const isLocked = transaction.ins.some(({ sequence }) => sequence !== 0xffff_ffff)
  if (isLocked && locktime > view.height && locktime < FIRST_TIME) throw refuse('non-final')
  const spent = spentBy(transaction, view)
  const fee = sum(spent) - sum(transaction.outs)
  if (fee < 0n) throw refuse('bad-txns-in-belowout')
  const dust = transaction.outs.some(({ script, value }) => script[0] !== 0x6a && value < 294n)
  if (dust) throw refuse('dust')
  const vsize = transaction.virtualSize()
  if (fee < RELAY_RATE * BigInt(vsize)) throw refuse('min relay fee not met')
  transaction.ins.forEach((_, index) => {
    verifyInput(transaction, index, spent)
  })
  return { entry: { transaction, txid, fee, vsize, spent }, replaced: replacedBy(transaction, fee, view) }
}
