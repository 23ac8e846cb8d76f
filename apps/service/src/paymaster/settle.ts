import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { sponsorships } from '../db/sponsorSchema.ts'
import { refund } from './spending.ts'

export type SponsorshipRow = typeof sponsorships.$inferSelect

const isRow = (row: Pick<SponsorshipRow, 'projectId' | 'walletId' | 'chainId' | 'nonce'>) =>
  and(
    eq(sponsorships.projectId, row.projectId),
    eq(sponsorships.walletId, row.walletId),
    eq(sponsorships.chainId, row.chainId),
    eq(sponsorships.nonce, row.nonce),
    isNull(sponsorships.settledAt),
  )

/**
 * Ends a promise: what was reserved and not spent goes back into the budget of its day. Twice has no effect.
 *
 * @param spent wei; null: the operation never ran, and does not count
 */
export async function settle(
  db: Database,
  row: SponsorshipRow,
  spent: bigint | null,
  now: number,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const [open] = await transaction.select().from(sponsorships).where(isRow(row)).for('update')
    // Promised anew in the meantime: that one is not over.
    if (!open || open.userOpHash !== row.userOpHash || open.validUntil !== row.validUntil) return
    const wei = spent === null ? 0n : spent < open.wei ? spent : open.wei
    await transaction.update(sponsorships).set({ wei, settledAt: now }).where(isRow(row))
    await refund(transaction, open, { wei: open.wei - wei, operations: spent === null ? 1 : 0 })
  })
}

/** Ends the promises for an operation that is on the network, at its cost. */
export async function settleReceipt(
  db: Database,
  receipt: { chainId: number; userOpHash: string; wei: bigint },
  now: number,
): Promise<void> {
  const rows = await db
    .select()
    .from(sponsorships)
    .where(
      and(
        eq(sponsorships.userOpHash, receipt.userOpHash),
        eq(sponsorships.chainId, receipt.chainId),
        isNull(sponsorships.settledAt),
      ),
    )
  for (const row of rows) await settle(db, row, receipt.wei, now)
}

/** Promises on a network that ended before a moment and were not settled, those of longest ago first. */
export const findOverdue = (
  db: Database,
  chainId: number,
  before: number,
  most: number,
): Promise<SponsorshipRow[]> =>
  db
    .select()
    .from(sponsorships)
    .where(
      and(
        eq(sponsorships.chainId, chainId),
        isNull(sponsorships.settledAt),
        lt(sponsorships.validUntil, before),
      ),
    )
    .orderBy(sponsorships.validUntil)
    .limit(most)
