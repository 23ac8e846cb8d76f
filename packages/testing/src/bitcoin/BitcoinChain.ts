import { address as addresses, initEccLib, networks, Transaction } from 'bitcoinjs-lib'
import * as ecc from 'tiny-secp256k1'
import { type LedgerBlock, type LedgerOutput, type LedgerTransaction, unspentAfter } from './BitcoinLedger.ts'
import { refuse } from './bitcoinRefusal.ts'
import { buildBlock, coinbaseOf } from './buildBlock.ts'
import { admit, MATURITY } from './mempoolRules.ts'
import { minerPayment, minerScript } from './minerPayment.ts'

/** Bitcoin Core's regtest begins with this block. */
export const REGTEST_GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const SUBSIDY = 5_000_000_000n
/** So that the first coins can be spent. */
const FIRST_BLOCKS = MATURITY + 1
/** Seconds between two blocks. */
const SPACING = 600

const isOf = (script: Uint8Array) => (output: { script: Uint8Array }) =>
  Buffer.compare(output.script, script) === 0

/** The script that an address of regtest stands for. @throws BitcoinRefusal */
export function regtestScript(address: string): Uint8Array {
  try {
    return addresses.toOutputScript(address, networks.regtest)
  } catch {
    throw refuse('Invalid address')
  }
}

function readTransaction(hex: string): Transaction {
  try {
    return Transaction.fromHex(hex)
  } catch {
    throw refuse('TX decode failed. Make sure the tx has at least one input.')
  }
}

/** The next block: all that waits, in the order in which it came, so that no child stands before its parent. */
function nextBlock(
  blocks: readonly LedgerBlock[],
  waiting: Iterable<LedgerTransaction>,
  timestamp: number,
): LedgerBlock {
  const taken = [...waiting]
  const height = blocks.length + 1
  const fees = taken.reduce((total, { fee }) => total + fee, 0n)
  const coinbase = coinbaseOf(height, minerScript(), SUBSIDY + fees)
  const vsize = coinbase.virtualSize()
  const transactions = [
    { transaction: coinbase, txid: coinbase.getId(), fee: 0n, vsize, spent: [] },
    ...taken,
  ]
  const before = blocks.at(-1)?.hash ?? REGTEST_GENESIS
  const block = buildBlock(
    before,
    timestamp,
    transactions.map(({ transaction }) => transaction),
  )
  return { hash: block.getId(), height, timestamp, transactions }
}

export type BitcoinChain = ReturnType<typeof createBitcoinChain>

/**
 * A chain like regtest in this process: blocks with proof of work, coins that become spendable after 100 of them, transactions that
 * wait and are replaced, and blocks that are undone. Every script and signature is checked by bitcoinjs-lib on libsecp256k1.
 *
 * @param startedAt Unix time in seconds of the first block
 */
export function createBitcoinChain(startedAt: number) {
  initEccLib(ecc)
  const blocks: LedgerBlock[] = []
  const waiting = new Map<string, LedgerTransaction>()
  let forks = 0

  const confirmed = () => blocks.flatMap(({ transactions }) => transactions)
  const heightOf = (txid: string) =>
    blocks.find(({ transactions }) => transactions.some((one) => one.txid === txid))?.height
  const unspent = () => [...unspentAfter([...confirmed(), ...waiting.values()]).values()]

  /** Takes a transaction, and drops those that it replaces. @throws BitcoinRefusal */
  const accept = (transaction: Transaction): string => {
    const view = { height: blocks.length, confirmed: unspentAfter(confirmed()), heightOf, waiting }
    const { entry, replaced } = admit(transaction, view)
    for (const txid of replaced) waiting.delete(txid)
    waiting.set(entry.txid, entry)
    return entry.txid
  }

  const mine = (count = 1) => {
    for (let index = 0; index < count; index++) {
      // A block of another fork has another time, and with it another hash.
      const timestamp = startedAt + (blocks.length + 1) * SPACING + forks
      blocks.push(nextBlock(blocks, waiting.values(), timestamp))
      waiting.clear()
    }
  }
  mine(FIRST_BLOCKS)

  return {
    blocks: blocks as readonly LedgerBlock[],
    waiting: waiting as ReadonlyMap<string, LedgerTransaction>,
    heightOf,
    /** Makes blocks, the first with all that waits. */
    mine,
    /** Takes a transaction in hex. @returns its id @throws BitcoinRefusal */
    broadcast: (hex: string): string => accept(readTransaction(hex)),
    /** Every output of a script that is unspent, also by what waits. */
    unspentOf: (script: Uint8Array): LedgerOutput[] => unspent().filter(isOf(script)),
    /** Every transaction that pays a script or spends from it, the newest first. */
    historyOf: (script: Uint8Array): LedgerTransaction[] =>
      [...confirmed(), ...waiting.values()]
        .filter(({ transaction, spent }) => [...transaction.outs, ...spent].some(isOf(script)))
        .reverse(),
    find: (txid: string) => waiting.get(txid) ?? confirmed().find((one) => one.txid === txid),
    /** Pays an address from the miner's coins; it waits for a block. @returns the transaction's id */
    give(address: string, value: bigint): string {
      const isRipe = ({ isCoinbase, txid }: LedgerOutput) =>
        !isCoinbase || blocks.length + 1 - (heightOf(txid) ?? 0) >= MATURITY
      return accept(minerPayment(unspent().filter(isRipe), regtestScript(address), value))
    },
    /** Undoes the newest blocks: what was in them waits again, and a longer chain of empty ones takes their place. */
    reorganise(depth: number) {
      const undone = blocks.splice(blocks.length - depth).flatMap(({ transactions }) => transactions)
      const again = [...undone, ...waiting.values()].filter(({ transaction }) => !transaction.isCoinbase())
      forks += 1
      waiting.clear()
      mine(depth + 1)
      for (const { transaction } of again)
        try {
          accept(transaction)
        } catch {
          // It spent coins of a block that is gone.
        }
    },
  }
}
