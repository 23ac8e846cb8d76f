import { SponsorshipBudgetSpentError } from '@latchkey/protocol/http'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Budget } from '../config/sponsorship.ts'
import type { Database } from '../db/Database.ts'
import { sponsorSpending } from '../db/sponsorSchema.ts'

/** Whose money, where and when. */
export type SpendingPlace = { projectId: string; walletId: string; chainId: number; day: number }
export type Amount = { wei: bigint; operations: number }

/** Days since the epoch, UTC. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / 86_400_000)

const { projectId, walletId, chainId, day, wei, operations } = sponsorSpending
const number = (value: bigint) => sql`${value.toString()}::numeric`

async function chargeOne(db: Database, place: SpendingPlace, amount: Amount, most: Amount): Promise<void> {
  // The first row of a day is inserted, and no condition holds an insert back.
  if (amount.wei > most.wei || amount.operations > most.operations) throw new SponsorshipBudgetSpentError()
  const charged = await db
    .insert(sponsorSpending)
    .values({ ...place, ...amount })
    .onConflictDoUpdate({
      target: [projectId, walletId, chainId, day],
      set: {
        wei: sql`${wei} + ${number(amount.wei)}`,
        operations: sql`${operations} + ${amount.operations}::int`,
      },
      setWhere: sql`${wei} + ${number(amount.wei)} <= ${number(most.wei)} and ${operations} + ${amount.operations}::int <= ${most.operations}::int`,
    })
    .returning({ wei })
  if (!charged.length) throw new SponsorshipBudgetSpentError()
}

/**
 * Charges the project's and the account's budget of a day, in the caller's transaction: both or none. The project's row
 * is locked first by everybody, so that no two wait for each other.
 *
 * @throws SponsorshipBudgetSpentError
 */
export async function charge(
  db: Database,
  place: SpendingPlace,
  amount: Amount,
  budget: Budget,
): Promise<void> {
  await chargeOne(db, { ...place, walletId: '' }, amount, {
    wei: BigInt(budget.weiPerDay),
    operations: budget.operationsPerDay,
  })
  await chargeOne(db, place, amount, {
    wei: BigInt(budget.weiPerAccountDay),
    operations: budget.operationsPerAccountDay,
  })
}

/** Gives back what was charged and not spent. */
export async function refund(db: Database, place: SpendingPlace, amount: Amount): Promise<void> {
  for (const scope of ['', place.walletId])
    await db
      .update(sponsorSpending)
      .set({
        wei: sql`greatest(${wei} - ${number(amount.wei)}, 0)`,
        operations: sql`greatest(${operations} - ${amount.operations}::int, 0)`,
      })
      .where(
        and(
          eq(projectId, place.projectId),
          eq(walletId, scope),
          eq(chainId, place.chainId),
          eq(day, place.day),
        ),
      )
}

/** Whether something is left today, for the project and the account. Nothing is charged: it tells early what would be refused. */
export async function hasBudget(db: Database, place: SpendingPlace, budget: Budget): Promise<boolean> {
  const rows = await db
    .select()
    .from(sponsorSpending)
    .where(
      and(
        eq(projectId, place.projectId),
        inArray(walletId, ['', place.walletId]),
        eq(chainId, place.chainId),
        eq(day, place.day),
      ),
    )
  return rows.every((row) =>
    row.walletId === ''
      ? row.wei < BigInt(budget.weiPerDay) && row.operations < budget.operationsPerDay
      : row.wei < BigInt(budget.weiPerAccountDay) && row.operations < budget.operationsPerAccountDay,
  )
}
