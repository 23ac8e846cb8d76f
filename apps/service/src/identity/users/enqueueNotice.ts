import { eq } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { open } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { users } from '../../db/schema.ts'
import { enqueueMail } from '../../mail/mailQueue.ts'
import { type Notice, renderNotice } from '../../mail/mails.ts'
import { emailContext } from './users.ts'

/** A notice is worth a mail for as long as what it offers may still help. */
const NOTICE_LIFETIME = 3 * 86_400_000

/**
 * Queues a notice for one address, in the caller's transaction.
 *
 * @param locale BCP 47; English when it is left out or unknown
 */
export async function enqueueNoticeTo(
  service: ServiceContext,
  db: Database,
  to: string,
  notice: Notice,
  locale?: string,
): Promise<void> {
  const { config } = service
  const now = config.now()
  const { subject, text, html } = renderNotice(notice, { walletName: config.walletName, locale, now })
  await enqueueMail(service, db, { to, subject, text, html }, now + NOTICE_LIFETIME)
}

/** Where an account's notices go; null when it has no address at all. */
export async function readContact(
  service: ServiceContext,
  db: Database,
  userId: string,
): Promise<string | null> {
  const [row] = await db.select({ sealed: users.emailSealed }).from(users).where(eq(users.id, userId))
  if (!row?.sealed) return null
  return Buffer.from(open(service.recordKey, emailContext(userId), row.sealed)).toString('utf8')
}

/**
 * Queues a notice for an account's owner, in the caller's transaction. An account without an address gets none.
 *
 * @param locale of whoever caused it
 * @example
 * await enqueueNotice(service, transaction, userId, { kind: 'frozen', link: accountLink(service, projectId) }, caller.locale)
 */
export async function enqueueNotice(
  service: ServiceContext,
  db: Database,
  userId: string,
  notice: Notice,
  locale?: string,
): Promise<void> {
  const to = await readContact(service, db, userId)
  if (to !== null) await enqueueNoticeTo(service, db, to, notice, locale)
}

/** The page where an account is looked after. */
export const accountLink = ({ config }: ServiceContext, projectId: string): string =>
  `${config.walletOrigin}/account?projectId=${encodeURIComponent(projectId)}`
