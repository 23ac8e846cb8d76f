import type { startPasskeyCreation as route } from '@latchkey/protocol/http'
import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { relyingPartyId } from '../../config/relyingParty.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomToken } from '../../crypto/bytes.ts'
import { passkeys } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import { requireMayChangeRecovery } from '../users/strongLogin.ts'
import { readEmail } from '../users/users.ts'
import { createChallenge } from './challenges.ts'

/** The account's user handle (WebAuthn level 3 section 14.6.1): random, made with its first passkey. */
async function readHandle({ db }: ServiceContext, userId: string): Promise<string> {
  const [row] = await db
    .update(users)
    .set({ passkeyHandle: sql`coalesce(${users.passkeyHandle}, ${randomToken()})` })
    .where(eq(users.id, userId))
    .returning({ handle: users.passkeyHandle })
  if (!row?.handle) throw new Error('The session belongs to no account.')
  return row.handle
}

/**
 * Gives out a challenge for a new passkey. Passkeys are made in the account page alone: there no host page can lie over
 * the question.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError
 */
export async function startPasskeyCreation(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db, config } = service
  const session = sessionOf(call)
  const { userId, jkt, projectId } = session
  await requireMayChangeRecovery(service, session)
  const email = await readEmail(service, userId)
  const known = await db
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  const hostOrigin = config.walletOrigin
  const created = await createChallenge(service, { kind: 'create', userId, jkt, projectId, hostOrigin })
  return {
    challengeId: created.id,
    challenge: created.challenge,
    rpId: relyingPartyId(config),
    userHandle: await readHandle(service, userId),
    userName: email === null ? config.walletName : emailHint(email),
    excludeCredentials: known.map(({ credentialId }) => credentialId),
    expiresAt: created.expiresAt,
  }
}
