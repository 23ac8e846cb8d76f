import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { historyBlocks, historyChains, historyTransactions } from '../db/historySchema.ts'
import type { Entry } from './entriesOf.ts'
import type { Header } from './readBlock.ts'

/** A process that does not come back leaves its network to another one after this, ms. */
const LEASE = 60_000
/** Blocks that are remembered: a deeper reorganisation is followed to the oldest of them. */
const KEPT_BLOCKS = 256

/** Another process reads this network by now. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/** One network as one process reads it. */
export type Reader = { db: Database; chainId: number; owner: string; now: () => number }

export type Known = { number: number; hash: string }

/**
 * Takes a network for a while, unless another process has it.
 *
 * @returns how far it is read, null: not at all yet; undefined: another process has it
 */
export async function takeLease({ db, chainId, owner, now }: Reader): Promise<number | null | undefined> {
  const lease = { leasedBy: owner, leasedUntil: now() + LEASE }
  const [row] = await db
    .insert(historyChains)
    .values({ chainId, ...lease })
    .onConflictDoUpdate({
      target: historyChains.chainId,
      set: lease,
      setWhere: sql`${historyChains.leasedBy} is null or ${historyChains.leasedBy} = ${owner}
        or ${historyChains.leasedUntil} < ${now()}`,
    })
    .returning({ head: historyChains.head })
  return row?.head
}

/** Gives back what this process reads, so that another one need not wait. */
export async function giveBackLeases(db: Database, owner: string): Promise<void> {
  await db
    .update(historyChains)
    .set({ leasedBy: null, leasedUntil: 0 })
    .where(eq(historyChains.leasedBy, owner))
}

/** The blocks that are remembered, newest first. */
export async function knownBlocks({ db, chainId }: Reader): Promise<Known[]> {
  return db
    .select({ number: historyBlocks.number, hash: historyBlocks.hash })
    .from(historyBlocks)
    .where(eq(historyBlocks.chainId, chainId))
    .orderBy(desc(historyBlocks.number))
    .limit(KEPT_BLOCKS)
}

/**
 * Moves the head, if this process still reads the network and nobody has moved it.
 *
 * @throws LeaseLostError
 */
async function moveHead(db: Database, reader: Reader, from: number | null, to: Header): Promise<void> {
  const { chainId, owner, now } = reader
  const moved = await db
    .update(historyChains)
    .set({ head: to.number, headAt: to.timestamp * 1_000, leasedUntil: now() + LEASE })
    .where(
      and(
        eq(historyChains.chainId, chainId),
        eq(historyChains.leasedBy, owner),
        from === null ? isNull(historyChains.head) : eq(historyChains.head, from),
      ),
    )
    .returning({ chainId: historyChains.chainId })
  if (moved.length === 0) throw new LeaseLostError('Another process reads this network by now.')
}

/**
 * Writes blocks down with what they hold for the service's accounts: all of it, or nothing.
 *
 * @param head the block before the first of them
 * @throws LeaseLostError
 */
export function storeBlocks(
  reader: Reader,
  head: number | null,
  blocks: readonly Header[],
  entries: readonly Entry[],
): Promise<void> {
  const { db, chainId } = reader
  return db.transaction(async (transaction) => {
    const last = blocks.at(-1)
    if (!last) return
    await moveHead(transaction, reader, head, last)
    const rows = blocks.map(({ number, hash, parentHash: parent }) => ({ chainId, number, hash, parent }))
    await transaction.insert(historyBlocks).values(rows)
    for (const entry of entries) await insertEntry(transaction, entry)
    await forgetOldBlocks(transaction, chainId, last.number)
  })
}

async function forgetOldBlocks(db: Database, chainId: number, head: number): Promise<void> {
  await db
    .delete(historyBlocks)
    .where(and(eq(historyBlocks.chainId, chainId), lt(historyBlocks.number, head - KEPT_BLOCKS)))
}

/** The account may have been deleted since it was looked up: then its row is not written. */
async function insertEntry(db: Database, entry: Entry): Promise<void> {
  const { chainId, block, position, account, hash, at, sender, target, nonce, kind, status } = entry
  await db.execute(sql`insert into history_transactions
    (chain_id, block, position, account, hash, at, sender, target, nonce, kind, status, movements)
    select ${chainId}, ${block}, ${position}, account, ${hash}, ${at}, ${sender}, ${target}, ${nonce}, ${kind},
      ${status}, ${JSON.stringify(entry.movements)}::jsonb
    from history_accounts where account = ${account}`)
}

/**
 * Makes a block the head, before or after the one that is: what comes after it is forgotten, what lies between is not told.
 *
 * @throws LeaseLostError
 */
export function rollBack(reader: Reader, head: number, to: Header): Promise<void> {
  const { db, chainId } = reader
  return db.transaction(async (transaction) => {
    await moveHead(transaction, reader, head, to)
    await transaction
      .delete(historyTransactions)
      .where(and(eq(historyTransactions.chainId, chainId), gt(historyTransactions.block, to.number)))
    await transaction
      .delete(historyBlocks)
      .where(and(eq(historyBlocks.chainId, chainId), gt(historyBlocks.number, to.number)))
    const row = { chainId, number: to.number, hash: to.hash, parent: to.parentHash }
    await transaction
      .insert(historyBlocks)
      .values(row)
      .onConflictDoUpdate({ target: [historyBlocks.chainId, historyBlocks.number], set: row })
    await forgetOldBlocks(transaction, chainId, to.number)
  })
}
