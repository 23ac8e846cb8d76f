import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { sponsorSpending } from '../db/sponsorSchema.ts'

const DAY = 86_400_000

export type SpendingSummary = {
  /** The newest first. `wei` in decimal: spent, and reserved for what is not settled yet. */
  days: { day: string; chainId: number; wei: string; operations: number }[]
}

/** What the operator's paymaster has paid for a project, a day (UTC) and a network, for as long as it is kept. */
export async function summarizeSpending(db: Database, projectId: string): Promise<SpendingSummary> {
  const { day, chainId, wei, operations, walletId } = sponsorSpending
  const rows = await db
    .select({ day, chainId, wei, operations })
    .from(sponsorSpending)
    .where(and(eq(sponsorSpending.projectId, projectId), eq(walletId, '')))
    .orderBy(desc(day), chainId)
  const days = rows.map((row) => ({
    ...row,
    day: new Date(row.day * DAY).toISOString().slice(0, 10),
    wei: row.wei.toString(),
  }))
  return { days }
}
