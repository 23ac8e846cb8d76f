import {
  EmailChangeGoneError,
  EmailTakenError,
  type verifyEmailPrimary as verifyEmailPrimaryRoute,
  type verifyEmailSecondary as verifyEmailSecondaryRoute,
} from '@latchkey/protocol/http'
import { and, eq, ne, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { isUniqueViolation } from '../../db/databaseErrors.ts'
import { emailChanges } from '../../db/identitySchema.ts'
import { challenges, users } from '../../db/schema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import {
  type Challenge,
  type CodeOrder,
  checkCode,
  handOver,
  storeCode,
  useChallenge,
} from '../codes/codes.ts'
import { admitSend, countSend, giveBackSend } from '../codes/sendLimits.ts'
import { type Caller, callerOf } from '../devices/callerOf.ts'
import { createMailLink, LINK_DAYS } from '../devices/mailLinks.ts'
import { endEmailSharing } from '../users/emailSharing.ts'
import { enqueueNoticeTo } from '../users/enqueueNotice.ts'
import { requireNotFrozen } from '../users/freeze.ts'
import { adoptEmailKey, emailKeysOf, sealEmail } from '../users/users.ts'
import {
  type EmailChange,
  findChange,
  findChangeCode,
  newEmailOf,
  orderOf,
  readAccountEmail,
} from './changeRecords.ts'

/** Uses the code of the present address and stores that of the new one: both or none. */
async function goOn(
  service: ServiceContext,
  change: EmailChange,
  challenge: Challenge,
  order: CodeOrder,
  address: string,
) {
  await admitSend(service, { ...order, address })
  return service.db.transaction(async (transaction) => {
    // Counted first, as wherever a code is sent: in another order two transactions could wait for each other.
    await countSend(service, transaction, order)
    await useChallenge(service, transaction, challenge, address)
    const moved = await transaction
      .update(emailChanges)
      .set({ step: 'secondary' })
      .where(and(eq(emailChanges.id, change.id), eq(emailChanges.step, 'primary')))
      .returning({ id: emailChanges.id })
    if (!moved.length) throw new EmailChangeGoneError()
    return storeCode(service, transaction, order)
  })
}

/** Back to where the person was: the right code can be given again. */
async function goBack(service: ServiceContext, change: EmailChange, challenge: Challenge): Promise<void> {
  await service.db.update(emailChanges).set({ step: 'primary' }).where(eq(emailChanges.id, change.id))
  await service.db.update(challenges).set({ usedAt: null }).where(eq(challenges.id, challenge.id))
}

/**
 * Takes the code of the present address, and sends one to the new address.
 *
 * @throws EmailChangeGoneError, AccountFrozenError, those of `checkCode` and those of `countSend`, MailUnavailableError
 */
export async function verifyEmailPrimary(
  service: ServiceContext,
  call: Call<z.output<typeof verifyEmailPrimaryRoute.body>>,
): Promise<z.output<typeof verifyEmailPrimaryRoute.reply>> {
  const session = sessionOf(call)
  const { changeId, code } = call.body
  await requireNotFrozen(service, session.userId)
  const change = await findChange(service, session, changeId)
  const { emailKey } = await readAccountEmail(service, service.db, session.userId)
  if (change.step !== 'primary' || !emailKey) throw new EmailChangeGoneError()
  const challenge = await findChangeCode(service, { emailKey, purpose: 'email-old', jkt: session.jkt })
  await checkCode(service, challenge, code, call.address)
  const email = newEmailOf(service, change)
  const to = { email, emailKey: change.newEmailKey, purpose: 'email-new' as const, caller: callerOf(call) }
  const order = await orderOf(service, session, change, to)
  const stored = await goOn(service, change, challenge, order, call.address)
  const undo = async () => {
    await stored.mail.undo()
    await goBack(service, change, challenge)
    await giveBackSend(service, order)
  }
  await handOver(service, { ...stored.mail, undo })
  return { challenge: stored.challenge }
}

/** Where the change is made, and when that session signed in. */
type Place = { projectId: string; authTime: number; caller: Caller }

const DAY = 86_400_000

/** Tells both mailboxes; the old one can take it back for a week. */
async function tell(
  service: ServiceContext,
  db: Database,
  change: EmailChange,
  old: { email: string; signsIn: boolean; addedAt: number } | null,
  { projectId, authTime, caller }: Place,
): Promise<void> {
  const email = newEmailOf(service, change)
  const locale = change.locale ?? caller.locale
  const { browser, place } = caller
  const newHint = emailHint(email)
  if (old) {
    // What the same sign-in added before goes with it, though not what an old session added long ago.
    const since = Math.max(authTime, service.config.now() - LINK_DAYS * DAY)
    const content = { kind: 'revert-email' as const, ...old, since, newHint, projectId, browser, place }
    const link = await createMailLink(service, db, change.userId, content)
    const notice = { kind: 'email-changed' as const, newHint, link, days: LINK_DAYS, browser, place }
    await enqueueNoticeTo(service, db, old.email, notice, locale)
  }
  await enqueueNoticeTo(service, db, email, { kind: 'email-added' }, locale)
}

/** @returns false when the address signs in to another account */
async function makeChange(
  service: ServiceContext,
  db: Database,
  change: EmailChange,
  place: Place,
): Promise<boolean> {
  const { userId } = change
  const now = service.config.now()
  // A freeze that is under way is waited for: it puts back what it finds, and nothing that comes after it.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  await requireNotFrozen(service, userId, db)
  const taken = await db
    .delete(emailChanges)
    .where(and(eq(emailChanges.id, change.id), eq(emailChanges.step, 'secondary')))
    .returning({ id: emailChanges.id })
  if (!taken.length) throw new EmailChangeGoneError()
  const email = newEmailOf(service, change)
  await adoptEmailKey(service, db, email)
  const [emailKey] = emailKeysOf(service, email)
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), ne(users.id, userId)))
  if (other) return false
  const before = await readAccountEmail(service, db, userId)
  const heldUntil = now + service.limits.factorHold
  await db
    .update(users)
    .set({
      emailKey,
      emailSince: now,
      emailSealed: sealEmail(service, userId, email),
      exportHeldUntil: sql`greatest(${users.exportHeldUntil}, ${heldUntil}::bigint)`,
      recoveryHeldUntil: sql`greatest(${users.recoveryHeldUntil}, ${heldUntil}::bigint)`,
    })
    .where(eq(users.id, userId))
  await endEmailSharing(db, userId)
  const { email: oldEmail, since: addedAt } = before
  const old = oldEmail === null ? null : { email: oldEmail, signsIn: before.emailKey !== null, addedAt }
  await tell(service, db, change, old, place)
  await audit(db, { at: now, userId, kind: 'email-changed' })
  return true
}

/** Uses the code up even when the address is taken: that answer is given once. */
async function commitChange(
  service: ServiceContext,
  change: EmailChange,
  challenge: Challenge,
  place: Place & { address: string },
): Promise<boolean> {
  try {
    return await service.db.transaction(async (transaction) => {
      await useChallenge(service, transaction, challenge, place.address)
      return makeChange(service, transaction, change, place)
    })
  } catch (error) {
    // Somebody signed up with it in this very moment.
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/**
 * Takes the code of the new address and makes the change: it signs in from now on, export and changes of recovery rest
 * for a day, and the old address can take it back for a week.
 *
 * @throws EmailChangeGoneError, AccountFrozenError, EmailTakenError, and those of `checkCode`
 */
export async function verifyEmailSecondary(
  service: ServiceContext,
  call: Call<z.output<typeof verifyEmailSecondaryRoute.body>>,
): Promise<z.output<typeof verifyEmailSecondaryRoute.reply>> {
  const session = sessionOf(call)
  const { changeId, code } = call.body
  await requireNotFrozen(service, session.userId)
  const change = await findChange(service, session, changeId)
  if (change.step !== 'secondary') throw new EmailChangeGoneError()
  const wanted = { emailKey: change.newEmailKey, purpose: 'email-new' as const, jkt: session.jkt }
  const challenge = await findChangeCode(service, wanted)
  await checkCode(service, challenge, code, call.address)
  const { projectId, authTime } = session
  const place = { projectId, authTime, caller: callerOf(call), address: call.address }
  if (!(await commitChange(service, change, challenge, place))) throw new EmailTakenError()
  const newEmail = newEmailOf(service, change)
  return { newEmail, emailHint: emailHint(newEmail) }
}
