import { type getAccount, identityProvider } from '@latchkey/protocol/http'
import { and, asc, eq, inArray, max } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { identities } from '../db/identitySchema.ts'
import { sessions, type users } from '../db/schema.ts'
import { openLabel } from '../identity/users/identityLabel.ts'

type Identity = z.output<typeof getAccount.reply>['identities'][number]

async function lastEmailLogin({ db }: ServiceContext, userId: string): Promise<number | null> {
  const [row] = await db
    .select({ at: max(sessions.authTime) })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), inArray(sessions.method, ['email', 'email-long'])))
  return row?.at ?? null
}

/**
 * The e-mail address, under the account's own id, and the social identities. Passkeys are listed with the ways to
 * recover.
 *
 * @param emailHint the masked address
 */
export async function describeIdentities(
  service: ServiceContext,
  { id: userId, emailKey, createdAt }: typeof users.$inferSelect,
  emailHint: string | null,
): Promise<Identity[]> {
  const rows = await service.db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt))
    .limit(31)
  const social = rows.flatMap((row): Identity[] => {
    const provider = identityProvider.safeParse(row.provider)
    if (!provider.success) return []
    const label = openLabel(service, row) ?? ''
    return [{ id: row.id, provider: provider.data, label, addedAt: row.createdAt, usedAt: row.usedAt }]
  })
  if (emailKey === null) return social
  const usedAt = (await lastEmailLogin(service, userId)) ?? createdAt
  return [{ id: userId, provider: 'email', label: emailHint ?? '', addedAt: createdAt, usedAt }, ...social]
}
