import {
  EmailTakenError,
  type readMailLink as readRoute,
  type useMailLink as useRoute,
} from '@latchkey/protocol/http'
import { and, eq, gte, inArray, isNull, ne } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { emailChanges, identities, mailLinks, passkeys } from '../../db/identitySchema.ts'
import { users, wallets } from '../../db/schema.ts'
import type { Call } from '../../http/Call.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import { callerOf } from '../devices/callerOf.ts'
import { findMailLink, type LinkContent, takeMailLink } from '../devices/mailLinks.ts'
import { writeVerdict } from '../devices/requestDevice.ts'
import { freezeAndTell } from '../users/freeze.ts'
import { emailKeysOf, sealEmail } from '../users/users.ts'

export type Restoration = {
  userId: string
  /** The address that was replaced. */
  email: string
  /** Whether it signed in, or was only where notices went. */
  signsIn: boolean
  /** When it was replaced, ms since the epoch. */
  since: number
}

/**
 * Frees an address from an account that its owner opened by signing in with it after it was replaced. One with a
 * wallet, or with another way in, is left alone.
 *
 * @returns whether the address is free
 */
async function freeAddress(db: Database, emailKeys: readonly string[], userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.emailKey, [...emailKeys]), ne(users.id, userId)))
  if (!other) return true
  for (const table of [wallets, identities, passkeys]) {
    const [owned] = await db.select({ id: table.id }).from(table).where(eq(table.userId, other.id)).limit(1)
    if (owned) return false
  }
  await db.delete(users).where(eq(users.id, other.id))
  return true
}

/**
 * Puts a replaced address back, in the caller's transaction. Whoever replaced it may have gone on to a third address:
 * the links of those changes end as well.
 *
 * @returns false when the address signs in to another wallet by now; then nobody signs in to this account by e-mail
 */
async function restoreEmail(
  service: ServiceContext,
  db: Database,
  { userId, email, signsIn, since }: Restoration,
): Promise<boolean> {
  const now = service.config.now()
  const emailKeys = emailKeysOf(service, email)
  const isFree = !signsIn || (await freeAddress(db, emailKeys, userId))
  await db
    .update(users)
    .set({
      emailKey: signsIn && isFree ? emailKeys[0] : null,
      emailSealed: sealEmail(service, userId, email),
    })
    .where(eq(users.id, userId))
  await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
  await db
    .delete(mailLinks)
    .where(
      and(
        eq(mailLinks.userId, userId),
        eq(mailLinks.kind, 'revert-email'),
        isNull(mailLinks.usedAt),
        gte(mailLinks.createdAt, since),
      ),
    )
  await audit(db, { at: now, userId, kind: 'email-reverted' })
  return isFree
}

function factsOf(content: LinkContent): Record<string, string> {
  const { browser, place } = content
  return content.kind === 'not-me'
    ? { hostOrigin: content.hostOrigin, browser, place }
    : { oldEmail: emailHint(content.email), newEmail: content.newHint, browser, place }
}

/**
 * What a link in a notice would do, for the page that asks before it is done.
 *
 * @throws MailLinkGoneError
 */
export async function readMailLink(
  service: ServiceContext,
  call: Call<z.output<typeof readRoute.body>>,
): Promise<z.output<typeof readRoute.reply>> {
  const { content, createdAt } = await findMailLink(service, call.body.token)
  return { kind: content.kind, at: createdAt, facts: factsOf(content) }
}

/** The disowned device gets no code for a day either. */
async function refuseDevice(service: ServiceContext, db: Database, userId: string, jkt: string) {
  const [user] = await db.select({ emailKey: users.emailKey }).from(users).where(eq(users.id, userId))
  if (user?.emailKey) await writeVerdict(service, db, { emailKey: user.emailKey, jkt }, 'refused')
}

/**
 * Does what a link offers, once: freezes the account and ends its sessions, and after an e-mail change also puts the
 * earlier address back.
 *
 * @throws MailLinkGoneError; EmailTakenError when the earlier address signs in to another wallet by now: the account is
 * frozen all the same
 */
export async function useMailLink(
  service: ServiceContext,
  call: Call<z.output<typeof useRoute.body>>,
): Promise<z.output<typeof useRoute.reply>> {
  const isDone = await service.db.transaction(async (transaction) => {
    const { userId, content, createdAt } = await takeMailLink(service, transaction, call.body.token)
    const { projectId } = content
    const restored =
      content.kind === 'revert-email'
        ? await restoreEmail(service, transaction, { ...content, userId, since: createdAt })
        : true
    if (content.kind === 'not-me') await refuseDevice(service, transaction, userId, content.jkt)
    await freezeAndTell(service, transaction, { userId, projectId, locale: callerOf(call).locale })
    return restored
  })
  if (!isDone) throw new EmailTakenError()
  return {}
}
