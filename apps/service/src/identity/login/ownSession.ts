import { identityProvider } from '@latchkey/protocol'
import type { IdentityProvider, Session, signOut as signOutRoute } from '@latchkey/protocol/http'
import { and, asc, desc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { audit } from '../../db/audit.ts'
import { identities } from '../../db/identitySchema.ts'
import { grants, keysets, wallets } from '../../db/schema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import { type ActiveSession, revokeSession } from '../../sessions/sessions.ts'
import { describeWallet } from '../../wallets/walletRecords.ts'
import { readEmailSharing } from '../users/emailSharing.ts'
import { openLabel, readEmail } from '../users/users.ts'

/** The way to sign in that a session's method belongs to. */
function providerOf(method: string): IdentityProvider {
  const known = identityProvider().safeParse(method)
  return known.success ? known.data : 'email'
}

/** What a social network calls the person, from the identity used last: of this session's network, if it is one. */
async function readUserName(service: ServiceContext, userId: string, provider: IdentityProvider) {
  const rows = await service.db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(desc(identities.usedAt))
    .limit(32)
  const row = rows.find((one) => one.provider === provider) ?? rows[0]
  return row ? openLabel(service, row) : null
}

/** What a signed-in keys app may know: its user, their wallet, and the sites they connected in this project. */
export async function describeSession(service: ServiceContext, session: ActiveSession): Promise<Session> {
  const { db } = service
  const { userId, projectId, method } = session
  const email = await readEmail(service, userId)
  const provider = providerOf(method)
  const userName = await readUserName(service, userId, provider)
  const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, userId))
  const granted = await db
    .select({ origin: grants.origin })
    .from(grants)
    .where(and(eq(grants.userId, userId), eq(grants.projectId, projectId)))
    .orderBy(asc(grants.origin))
    .limit(1_000)
  const origins = granted.map(({ origin }) => origin)
  const emailSharedWith = await readEmailSharing(service, session, origins)
  return {
    user: { id: userId, email, emailHint: email === null ? null : emailHint(email), userName, provider },
    wallet: wallet ? await describeWallet(db, wallet) : null,
    grants: origins,
    ...(email !== null && emailSharedWith.length > 0 ? { emailSharedWith } : {}),
  }
}

/** Ends the session. With the device's keyset named, its server share is deleted: the client half is then worthless. */
export async function signOut(
  service: ServiceContext,
  call: Call<z.output<typeof signOutRoute.body>>,
): Promise<z.output<typeof signOutRoute.reply>> {
  const session = sessionOf(call)
  const { keysetId } = call.body
  await service.db.transaction(async (transaction) => {
    await revokeSession(service, transaction, session.id)
    if (keysetId)
      await transaction
        .delete(keysets)
        .where(
          and(
            eq(keysets.id, keysetId),
            eq(keysets.userId, session.userId),
            eq(keysets.jkt, session.jkt),
            eq(keysets.kind, 'device'),
          ),
        )
    await audit(transaction, { at: service.config.now(), userId: session.userId, kind: 'signed-out' })
  })
  return {}
}
