import {
  EmailTakenError,
  type readMailLink as readRoute,
  type useMailLink as useRoute,
} from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import type { Database } from '../../db/Database.ts'
import { users } from '../../db/schema.ts'
import type { Call } from '../../http/Call.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import { callerOf } from '../devices/callerOf.ts'
import { freezeAndTell, restoreEmail } from '../devices/freezeAccount.ts'
import { findMailLink, type LinkContent, takeMailLink } from '../devices/mailLinks.ts'
import { writeVerdict } from '../devices/requestDevice.ts'

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
    const since = content.since ?? createdAt
    await freezeAndTell(service, transaction, { userId, projectId, since, locale: callerOf(call).locale })
    // Of the address that is back by now: the device may have changed it.
    if (content.kind === 'not-me') await refuseDevice(service, transaction, userId, content.jkt)
    return restored
  })
  if (!isDone) throw new EmailTakenError()
  return {}
}
