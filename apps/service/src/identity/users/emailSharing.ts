import {
  EmailReplacedError,
  OriginNotAllowedError,
  type shareEmail as shareEmailRoute,
} from '@latchkey/protocol/http'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { grants, sessions, users } from '../../db/schema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import type { ActiveSession } from '../../sessions/sessions.ts'
import { readEmail } from './users.ts'

/**
 * The connected sites that may know the e-mail address in a session. It is read anew: another window may have taken it back.
 *
 * @param connected the origins that the account has connected in the session's project
 */
export async function readEmailSharing(
  { db }: ServiceContext,
  { id }: Pick<ActiveSession, 'id'>,
  connected: readonly string[],
): Promise<string[]> {
  const [row] = await db
    .select({ origins: sessions.emailSharedWith })
    .from(sessions)
    .where(eq(sessions.id, id))
  return (row?.origins ?? []).filter((origin) => connected.includes(origin))
}

/**
 * Lets a connected site know the e-mail address while the session lasts: what the person has agreed to on the wallet's
 * screen.
 *
 * @throws OriginNotAllowedError for a site that the person did not connect; EmailReplacedError when the address is no
 *   longer the one that the person has seen
 */
export async function shareEmail(
  service: ServiceContext,
  call: Call<z.output<typeof shareEmailRoute.body>>,
): Promise<void> {
  const { id, userId, projectId } = sessionOf(call)
  const { hostOrigin, email } = call.body
  const at = service.config.now()
  await service.db.transaction(async (transaction) => {
    // A change of the address waits for this, or this for the change: whoever is told knows which address was agreed to.
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const [grant] = await transaction
      .select({ origin: grants.origin })
      .from(grants)
      .where(and(eq(grants.userId, userId), eq(grants.projectId, projectId), eq(grants.origin, hostOrigin)))
    if (!grant) throw new OriginNotAllowedError()
    if ((await readEmail({ ...service, db: transaction }, userId)) !== email) throw new EmailReplacedError()
    const changed = await transaction
      .update(sessions)
      .set({ emailSharedWith: sql`${sessions.emailSharedWith} || ${JSON.stringify([hostOrigin])}::jsonb` })
      .where(
        and(
          eq(sessions.id, id),
          isNull(sessions.revokedAt),
          sql`not ${sessions.emailSharedWith} @> ${JSON.stringify([hostOrigin])}::jsonb`,
        ),
      )
      .returning({ id: sessions.id })
    if (changed.length)
      await audit(transaction, { at, userId, kind: 'email-shared', facts: { projectId, hostOrigin } })
  })
}

/**
 * Ends what was agreed to about the e-mail address, in the caller's transaction: with one site, or with all of them, for the
 * address is another one now.
 *
 * @returns whether a site knew it
 */
export async function endEmailSharing(
  db: Database,
  userId: string,
  site?: { projectId: string; origin: string },
): Promise<boolean> {
  const { emailSharedWith } = sessions
  const [rest, which] = site
    ? [sql`${emailSharedWith} - ${site.origin}::text`, [site.origin]]
    : [sql`'[]'::jsonb`, []]
  const ended = await db
    .update(sessions)
    .set({ emailSharedWith: rest })
    .where(
      and(
        eq(sessions.userId, userId),
        site && eq(sessions.projectId, site.projectId),
        sql`${emailSharedWith} <> '[]'::jsonb`,
        sql`${emailSharedWith} @> ${JSON.stringify(which)}::jsonb`,
      ),
    )
    .returning({ id: sessions.id })
  return ended.length > 0
}
