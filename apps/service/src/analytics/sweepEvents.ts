import { lt } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { analyticsEvents } from '../db/schema.ts'

const DAY = 86_400_000

/** Deletes the events that are older than the operator keeps them. Any process may run it at any time. */
export async function sweepEvents(db: Database, now: number, retentionDays: number): Promise<void> {
  await db.delete(analyticsEvents).where(lt(analyticsEvents.at, now - retentionDays * DAY))
}
