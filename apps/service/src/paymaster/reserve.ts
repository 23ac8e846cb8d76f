import { and, eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Budget } from '../config/sponsorship.ts'
import type { Database } from '../db/Database.ts'
import { sponsorships } from '../db/sponsorSchema.ts'
import { charge, dayOf } from './spending.ts'

export type Promised = {
  projectId: string
  walletId: string
  chainId: number
  nonce: bigint
  /** What it costs at most. */
  wei: bigint
  userOpHash: Hex
  /** Milliseconds since the epoch. */
  validUntil: number
}

const later = (a: number, b: number) => Math.max(a, b)
const more = (a: bigint, b: bigint) => (a > b ? a : b)

/**
 * Reserves what an operation may cost, before anything is signed. Operations with one nonce are one: the network takes
 * one of them, so the dearest counts. Any number of callers at once stay within the budget.
 *
 * @param now milliseconds since the epoch
 * @throws SponsorshipBudgetSpentError
 */
export async function reserve(db: Database, promised: Promised, budget: Budget, now: number): Promise<void> {
  const { projectId, walletId, chainId, wei, userOpHash, validUntil } = promised
  const key = { projectId, walletId, chainId, nonce: promised.nonce.toString() }
  const place = { projectId, walletId, chainId, day: dayOf(now) }
  await db.transaction(async (transaction) => {
    const fresh = { ...key, day: place.day, wei, userOpHash, validUntil, settledAt: null }
    const added = await transaction.insert(sponsorships).values(fresh).onConflictDoNothing().returning()
    if (added.length) return charge(transaction, place, { wei, operations: 1 }, budget)
    const isIt = and(
      eq(sponsorships.projectId, projectId),
      eq(sponsorships.walletId, walletId),
      eq(sponsorships.chainId, chainId),
      eq(sponsorships.nonce, key.nonce),
    )
    const [before] = await transaction.select().from(sponsorships).where(isIt).for('update')
    // Settled, of another day or swept just now: all of it is charged to today.
    const isOpen = before !== undefined && before.settledAt === null && before.day === place.day
    const most = isOpen ? more(before.wei, wei) : wei
    const amount = isOpen ? { wei: most - before.wei, operations: 0 } : { wei: most, operations: 1 }
    if (amount.wei > 0n || amount.operations > 0) await charge(transaction, place, amount, budget)
    await transaction
      .update(sponsorships)
      .set({ ...fresh, wei: most, validUntil: later(validUntil, before?.validUntil ?? 0) })
      .where(isIt)
  })
}
