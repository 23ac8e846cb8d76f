import { and, count, desc, eq, gte } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { analyticsEvents } from '../db/schema.ts'

const LAST_ERRORS = 50

/**
 * How often each event of a project came, and its last errors.
 *
 * @param query `since` in ms since the epoch, by the service's clock
 */
export async function summarizeEvents(db: Database, query: { projectId: string; since: number }) {
  const { projectId, since } = query
  const table = analyticsEvents
  const recent = and(eq(table.projectId, projectId), gte(table.at, since))
  const counts = await db
    .select({ event: table.event, type: table.type, count: count() })
    .from(table)
    .where(recent)
    .groupBy(table.event, table.type)
    .orderBy(desc(count()), table.event)
  const errors = await db
    .select({ at: table.at, event: table.event, page: table.page, sdk: table.sdk, facts: table.facts })
    .from(table)
    .where(and(recent, eq(table.type, 'error')))
    .orderBy(desc(table.at))
    .limit(LAST_ERRORS)
  return { since, counts, errors: errors.map(({ facts, ...rest }) => ({ ...rest, ...facts })) }
}
