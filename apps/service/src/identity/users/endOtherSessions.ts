import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import type { Database } from '../../db/Database.ts'
import { accessTokens, sessions } from '../../db/schema.ts'
import type { ActiveSession } from '../../sessions/sessions.ts'

/** Ends the account's other sessions, or those of them that a condition names, in the caller's transaction. */
export async function endOtherSessions(
  { config }: ServiceContext,
  db: Database,
  { id, userId }: ActiveSession,
  condition?: SQL,
): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, id), isNull(sessions.revokedAt), condition)
  const ended = await db
    .update(sessions)
    .set({ revokedAt: config.now() })
    .where(others)
    .returning({ id: sessions.id })
  const ids = ended.map((session) => session.id)
  if (ids.length) await db.delete(accessTokens).where(inArray(accessTokens.sessionId, ids))
}
