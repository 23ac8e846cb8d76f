import type { Session } from '@latchkey/protocol/http'
import { and, asc, eq } from 'drizzle-orm'
import { grants, wallets } from '../db/schema.ts'
import { emailHint } from '../mail/normalizeEmail.ts'
import type { ServiceContext } from '../ServiceContext.ts'
import type { ActiveSession } from './sessions.ts'
import { readEmail } from './users.ts'

/** What a signed-in keys app may know: its user, their wallet, and the sites they connected in this project. */
export async function describeSession(service: ServiceContext, session: ActiveSession): Promise<Session> {
  const { db } = service
  const { userId, projectId } = session
  const email = await readEmail(service, userId)
  const [wallet] = await db
    .select({ id: wallets.id, status: wallets.status, accounts: wallets.accounts })
    .from(wallets)
    .where(eq(wallets.userId, userId))
  const granted = await db
    .select({ origin: grants.origin })
    .from(grants)
    .where(and(eq(grants.userId, userId), eq(grants.projectId, projectId)))
    .orderBy(asc(grants.origin))
    .limit(1_000)
  return {
    user: { id: userId, email, emailHint: emailHint(email) },
    wallet: wallet ?? null,
    grants: granted.map(({ origin }) => origin),
  }
}
