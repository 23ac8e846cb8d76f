import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { historyChains, historyTransactions, type Movement } from '../db/historySchema.ts'
import type { Position } from './historyCursor.ts'

export type HistoryRow = typeof historyTransactions.$inferSelect

/** What a token on no list calls itself, cleaned. */
type Label = { name: string; symbol: string; decimals: number }
/** A transaction that is told: of the service's own index, or what an explorer says. */
export type ListedTransaction = Omit<HistoryRow, 'movements'> & {
  movements: readonly (Movement & { label?: Label })[]
  /** Of an explorer, which the service has not looked at the network for. */
  isElsewhere?: true
}

const { at, block, position, chainId, account } = historyTransactions

const after = (place: Position): SQL =>
  sql`(${at}, ${block}, ${position}, ${chainId}) < (${place.at}, ${place.block}, ${place.position}, ${place.chainId})`

/**
 * Transactions of an account, newest first.
 *
 * @param options `chainId`: of one network alone; `after`: what comes behind that place; `limit`
 */
export function listHistory(
  db: Database,
  owner: string,
  options: { chainId: number | null; after: Position | null; limit: number },
): Promise<HistoryRow[]> {
  return db
    .select()
    .from(historyTransactions)
    .where(
      and(
        eq(account, owner),
        options.chainId === null ? undefined : eq(chainId, options.chainId),
        options.after ? after(options.after) : undefined,
      ),
    )
    .orderBy(desc(at), desc(block), desc(position), desc(chainId))
    .limit(options.limit)
}

/** The first block that the index has of an account on each of some networks; none where it has nothing. */
export async function oldestBlocks(
  db: Database,
  owner: string,
  chainIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await Promise.all(
    chainIds.map((one) =>
      db
        .select({ chainId, block })
        .from(historyTransactions)
        .where(and(eq(account, owner), eq(chainId, one)))
        .orderBy(asc(at), asc(block))
        .limit(1),
    ),
  )
  return new Map(found.flat().map((row) => [row.chainId, row.block]))
}

/** Up to which time all of some networks are read, ms since the epoch; null where one of them is not read yet. */
export async function seenUntil(db: Database, chainIds: readonly number[]): Promise<number | null> {
  const rows = await db
    .select({ headAt: historyChains.headAt })
    .from(historyChains)
    .where(inArray(historyChains.chainId, [...chainIds]))
  const times = rows.flatMap(({ headAt }) => headAt ?? [])
  return times.length === chainIds.length && times.length > 0 ? Math.min(...times) : null
}
