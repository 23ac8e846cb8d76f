import { type Entry, entriesOf, partiesOf, settleEntries } from './entriesOf.ts'
import { findOperations, findTransfers } from './findTransfers.ts'
import { findFollowed, isAnyFollowed } from './historyAccounts.ts'
import { type Known, knownBlocks, type Reader, rollBack, storeBlocks, takeLease } from './historyRecords.ts'
import { type AskChain, type Block, type Header, readBlock, readHeader, readReceipt } from './readBlock.ts'

/** Blocks that are read and kept in memory together. */
const AT_ONCE = 8
/** Batches of one round: then the network's turn is over until the next. */
const BATCHES = 25

export type ChainSource = Reader & {
  ask: AskChain
  /** Tokens of the network's list, in small letters. */
  listed: ReadonlySet<string>
}

/** What a block holds for the service's accounts. */
async function entriesIn(source: ChainSource, block: Block): Promise<Entry[]> {
  const operations = findOperations(block)
  const transfers = findTransfers(block, operations)
  const accounts = await findFollowed(source.db, [...partiesOf(block, operations, transfers)])
  if (accounts.size === 0) return []
  const found = { block, operations, transfers, listed: source.listed }
  return settleEntries(entriesOf(found, accounts, source.chainId), (transaction) =>
    readReceipt(source.ask, block, transaction),
  )
}

/** Blocks in a row, as far as each follows the one before. */
async function readRow(ask: AskChain, before: Known, latest: number): Promise<Block[]> {
  const numbers = Array.from({ length: Math.min(AT_ONCE, latest - before.number) }, (_, index) => index)
  const read = await Promise.all(numbers.map((index) => readBlock(ask, before.number + 1 + index)))
  const row: Block[] = []
  let parent = before.hash
  for (const block of read) {
    if (block?.parentHash !== parent) break
    row.push(block)
    parent = block.hash
  }
  return row
}

/**
 * The newest block that the network and the database have in common. Where all that is remembered is gone, the block
 * before it; where the network itself is shorter, its last one.
 */
async function findCommon({ ask }: ChainSource, known: readonly Known[], latest: Header): Promise<Header> {
  for (const { number, hash } of known) {
    const header = number > latest.number ? null : await readHeader(ask, number)
    if (header?.hash === hash) return header
  }
  const before = Math.max(0, (known.at(-1)?.number ?? 0) - 1)
  return (before < latest.number ? await readHeader(ask, before) : null) ?? latest
}

/** Where reading begins: what came before is not told. */
async function begin(source: ChainSource, latest: Header): Promise<void> {
  await storeBlocks(source, null, [latest], [])
}

/**
 * Reads what a network has made since the last time, unless another process does. Each block is written once; those that
 * a reorganisation has taken away are forgotten with all that they held.
 *
 * @returns how many blocks were read; null: another process has the network
 * @throws what `ask` throws, UnreadableBlockError, LeaseLostError
 */
export async function indexChain(source: ChainSource): Promise<number | null> {
  const head = await takeLease(source)
  if (head === undefined) return null
  const latest = await readHeader(source.ask, 'latest')
  if (!latest) return 0
  if (head === null) {
    await begin(source, latest)
    return 0
  }
  // Nobody is looked for: there is nothing to read.
  if (head < latest.number && !(await isAnyFollowed(source.db))) {
    await rollBack(source, head, latest)
    return 0
  }
  let read = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const stored = await readBatch(source, latest)
    read += stored
    if (stored === 0) break
  }
  return read
}

/** @returns how many blocks were written down; 0: there are no more, for now */
async function readBatch(source: ChainSource, latest: Header): Promise<number> {
  const known = await knownBlocks(source)
  const [last] = known
  if (!last) throw new Error(`The head of ${source.chainId} is not among its blocks.`)
  if (last.number === latest.number && last.hash === latest.hash) return 0
  const row = last.number < latest.number ? await readRow(source.ask, last, latest.number) : []
  if (row.length > 0) {
    const entries: Entry[] = []
    for (const block of row) entries.push(...(await entriesIn(source, block)))
    await storeBlocks(source, last.number, row, entries)
    return row.length
  }
  const common = await findCommon(source, known, latest)
  if (common.number === last.number && common.hash === last.hash) return 0
  await rollBack(source, last.number, common)
  // The blocks that took their place are read next.
  return 1
}
