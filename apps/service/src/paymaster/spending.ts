import { SponsorshipBudgetSpentError } from '@latchkey/protocol/http'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Budget } from '../config/projects.ts'
import type { Database } from '../db/Database.ts'
import { wallets } from '../db/schema.ts'
import { sponsorSpending, sponsorships } from '../db/sponsorSchema.ts'
import type { ReceiptCost } from './receiptCost.ts'

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
async function charge(db: Database, place: SpendingPlace, amount: Amount, budget: Budget): Promise<void> {
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
async function refund(db: Database, place: SpendingPlace, amount: Amount): Promise<void> {
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

/** Promises on a network for one nonce of an account, whichever operation it was promised to last. */
const findByNonce = (db: Database, chainId: number, { sender, nonce }: { sender: string; nonce: bigint }) =>
  db
    .select({ row: sponsorships })
    .from(sponsorships)
    .innerJoin(wallets, eq(wallets.id, sponsorships.walletId))
    .where(
      and(
        eq(wallets.smartAccount, sender),
        eq(sponsorships.chainId, chainId),
        eq(sponsorships.nonce, nonce.toString()),
        isNull(sponsorships.settledAt),
      ),
    )

/**
 * Ends the promises for an operation that is on the network, at its cost. Other operations of its nonce can run no more:
 * what was promised for them is over too, at nothing where it was not this paymaster, or not this project, that has paid.
 *
 * @param receipt `paymaster`: the operator's own on that network, in small letters
 */
export async function settleReceipt(
  db: Database,
  receipt: ReceiptCost & { chainId: number; paymaster: string },
  now: number,
): Promise<void> {
  const { chainId, userOpHash, wei, place, paymaster } = receipt
  const rows = await db
    .select()
    .from(sponsorships)
    .where(
      and(
        eq(sponsorships.userOpHash, userOpHash),
        eq(sponsorships.chainId, chainId),
        isNull(sponsorships.settledAt),
      ),
    )
  for (const row of rows) await settle(db, row, wei, now)
  if (place === null) return
  // A bundler that does not say who has paid gives nothing back.
  const isOthers = rows.length > 0 || (place.paymaster !== null && place.paymaster !== paymaster)
  for (const { row } of await findByNonce(db, chainId, place))
    await settle(db, row, isOthers ? null : wei, now)
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
