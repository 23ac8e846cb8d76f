import { MailLinkGoneError } from '@latchkey/protocol/http'
import { and, eq, gt, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomToken, sha256 } from '../../crypto/bytes.ts'
import { open, seal } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { mailLinks } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'

/** Days that a link in a notice works. */
export const LINK_DAYS = 7
const DAY = 86_400_000

const where = {
  browser: z.string(),
  place: z.string(),
  /** When the reported event began, if that was before the mail; older links lack it. */
  since: z.optional(z.number()),
}
const contentSchema = z.discriminatedUnion('kind', [
  /** A sign-in that its owner may disown. */
  z.strictObject({
    kind: z.literal('not-me'),
    jkt: z.string(),
    hostOrigin: z.string(),
    projectId: z.string(),
    ...where,
  }),
  /** The address that was replaced. */
  z.strictObject({
    kind: z.literal('revert-email'),
    email: z.string(),
    newHint: z.string(),
    /** False: it was where notices went, and signed nobody in. */
    signsIn: z.boolean(),
    /** Since when it had signed in; left out: since the account was there. */
    addedAt: z.optional(z.number()),
    projectId: z.string(),
    ...where,
  }),
])
/** What a link needs to know to do its work. */
export type LinkContent = z.output<typeof contentSchema>

const contextOf = (tokenHash: string) => `v1|mail-link|${tokenHash}`

/**
 * Makes a link that does one thing once, in the caller's transaction. The token travels in the fragment, which no
 * server and no log sees, and only its hash is kept.
 *
 * @returns the link
 */
export async function createMailLink(
  service: ServiceContext,
  db: Database,
  userId: string,
  content: LinkContent,
): Promise<string> {
  const { config, recordKey } = service
  const now = config.now()
  const token = randomToken()
  const tokenHash = sha256(token)
  const contentSealed = seal(recordKey, contextOf(tokenHash), Buffer.from(JSON.stringify(content)))
  await db.insert(mailLinks).values({
    tokenHash,
    kind: content.kind,
    userId,
    contentSealed,
    createdAt: now,
    expiresAt: now + LINK_DAYS * DAY,
  })
  return `${config.walletOrigin}/link#${token}`
}

type FoundLink = { userId: string; createdAt: number; content: LinkContent }

/** What a stored link is about. */
export function openLink(service: ServiceContext, row: typeof mailLinks.$inferSelect): FoundLink {
  const bytes = open(service.recordKey, contextOf(row.tokenHash), row.contentSealed)
  const content = contentSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  return { userId: row.userId, createdAt: row.createdAt, content }
}

/** The rows of a token that still works. */
const live = (service: ServiceContext, token: string) =>
  and(
    eq(mailLinks.tokenHash, sha256(token)),
    isNull(mailLinks.usedAt),
    gt(mailLinks.expiresAt, service.config.now()),
  )

/** @throws MailLinkGoneError */
export async function findMailLink(service: ServiceContext, token: string): Promise<FoundLink> {
  const [row] = await service.db.select().from(mailLinks).where(live(service, token))
  if (!row) throw new MailLinkGoneError()
  return openLink(service, row)
}

/**
 * Uses a link up, in the caller's transaction.
 *
 * @throws MailLinkGoneError for all but the first
 */
export async function takeMailLink(service: ServiceContext, db: Database, token: string): Promise<FoundLink> {
  const [seen] = await db.select({ userId: mailLinks.userId }).from(mailLinks).where(live(service, token))
  if (!seen) throw new MailLinkGoneError()
  // The account first: two of its links at once would otherwise wait for each other.
  await db.select({ id: users.id }).from(users).where(eq(users.id, seen.userId)).for('update')
  const [row] = await db
    .update(mailLinks)
    .set({ usedAt: service.config.now() })
    .where(live(service, token))
    .returning()
  if (!row) throw new MailLinkGoneError()
  return openLink(service, row)
}
