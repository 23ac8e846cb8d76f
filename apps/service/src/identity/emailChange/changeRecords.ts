import { ChallengeGoneError, EmailChangeGoneError, OriginNotAllowedError } from '@latchkey/protocol/http'
import { and, eq, gt } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { open } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { emailChanges } from '../../db/identitySchema.ts'
import { challenges, users } from '../../db/schema.ts'
import type { ActiveSession } from '../../sessions/sessions.ts'
import type { Challenge, CodeOrder } from '../codes/codes.ts'
import type { Caller } from '../devices/callerOf.ts'
import { emailContext } from '../users/users.ts'

/**
 * Finds the live code of one step of a change, for the key that asked for it.
 *
 * @throws ChallengeGoneError
 */
export async function findChangeCode(
  service: ServiceContext,
  { emailKey, purpose, jkt }: { emailKey: string; purpose: 'email-old' | 'email-new'; jkt: string },
): Promise<Challenge> {
  const [row] = await service.db
    .select()
    .from(challenges)
    .where(and(eq(challenges.emailKey, emailKey), eq(challenges.purpose, purpose), eq(challenges.jkt, jkt)))
  if (!row) throw new ChallengeGoneError()
  return row
}

export type EmailChange = typeof emailChanges.$inferSelect

/** What a change's sealed address is bound to. */
export const changeContext = (changeId: string) => `v1|email-change|${changeId}`

/** The address that a change leads to. */
export const newEmailOf = ({ recordKey }: ServiceContext, { id, newEmailSealed }: EmailChange): string =>
  Buffer.from(open(recordKey, changeContext(id), newEmailSealed)).toString('utf8')

/**
 * Finds a change under way: of this account, and of the key that started it.
 *
 * @throws EmailChangeGoneError
 */
export async function findChange(
  service: ServiceContext,
  { userId, jkt }: ActiveSession,
  changeId: string,
): Promise<EmailChange> {
  const [row] = await service.db
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.id, changeId),
        eq(emailChanges.userId, userId),
        eq(emailChanges.jkt, jkt),
        gt(emailChanges.expiresAt, service.config.now()),
      ),
    )
  if (!row) throw new EmailChangeGoneError()
  return row
}

export type AccountEmail = {
  /** null: no address signs in. */
  emailKey: string | null
  /** Where notices go; null when there is nowhere. */
  email: string | null
  /** Since when it signs in. */
  since: number
}

/** The present address of an account. */
export async function readAccountEmail(
  service: ServiceContext,
  db: Database,
  userId: string,
): Promise<AccountEmail> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) throw new EmailChangeGoneError()
  const { emailKey, emailSealed: sealed } = row
  const since = row.emailSince ?? row.createdAt
  if (sealed === null) return { emailKey, email: null, since }
  return {
    emailKey,
    since,
    email: Buffer.from(open(service.recordKey, emailContext(userId), sealed)).toString('utf8'),
  }
}

/**
 * The order of one of a change's two codes.
 *
 * @throws OriginNotAllowedError when the project is gone
 */
export async function orderOf(
  service: ServiceContext,
  session: ActiveSession,
  change: Pick<EmailChange, 'locale' | 'expiresAt'>,
  to: { email: string; emailKey: string; purpose: 'email-old' | 'email-new'; caller: Caller },
): Promise<CodeOrder> {
  const project = await service.projects.find(session.projectId)
  if (!project) throw new OriginNotAllowedError()
  const { caller, ...rest } = to
  return {
    ...rest,
    ...caller,
    codeLength: 8,
    jkt: session.jkt,
    project,
    hostOrigin: session.hostOrigin ?? service.config.walletOrigin,
    locale: change.locale ?? caller.locale,
    until: change.expiresAt,
  }
}
