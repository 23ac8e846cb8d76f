import {
  type Assertion,
  type finishPasskeyLogin as finishPasskeyLoginRoute,
  PasskeyRefusedError,
  type startPasskeyLogin as startPasskeyLoginRoute,
} from '@latchkey/protocol/http'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { relyingPartyId } from '../../config/ServiceConfig.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { fromBase64url } from '../../crypto/bytes.ts'
import type { Database } from '../../db/Database.ts'
import { passkeys } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { callerOf, requireHost } from '../devices/callerOf.ts'
import { completeLogin } from '../login/completeLogin.ts'
import { describeSession } from '../login/ownSession.ts'
import { checkPlace, createChallenge, type PasskeyChallenge, takeChallenge } from './challenges.ts'

type PasskeyRow = typeof passkeys.$inferSelect

async function findPasskey({ db }: ServiceContext, { id, response }: Assertion): Promise<PasskeyRow> {
  const [row] = await db
    .select({ passkey: passkeys, handle: users.passkeyHandle })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, id))
  // No credential was asked for by name, so the handle must be there (WebAuthn level 3 section 7.2 step 6).
  if (!row || !response.userHandle || response.userHandle !== row.handle)
    throw new PasskeyRefusedError({ details: 'credential' })
  return row.passkey
}

/**
 * Verifies an authentication (WebAuthn level 3 section 7.2) for a challenge that was taken. User verification is
 * required, and a signature counter must grow where an authenticator has one.
 *
 * @returns the passkey and its new counter, which the caller stores
 * @throws PasskeyRefusedError
 */
async function verifyAssertion(
  service: ServiceContext,
  asked: PasskeyChallenge,
  assertion: Assertion,
): Promise<{ passkey: PasskeyRow; counter: number; backedUp: boolean }> {
  const { config } = service
  const { clientDataJSON, authenticatorData, signature, userHandle } = assertion.response
  checkPlace(config, asked, clientDataJSON)
  const passkey = await findPasskey(service, assertion)
  const verified = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
    },
    expectedChallenge: asked.challenge,
    expectedOrigin: config.keysOrigin,
    expectedTopOrigin: asked.hostOrigin,
    expectedRPID: relyingPartyId(config),
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(fromBase64url(passkey.publicKey)),
      counter: passkey.counter,
    },
  }).catch((cause: unknown) => {
    throw new PasskeyRefusedError({ cause })
  })
  if (!verified.verified) throw new PasskeyRefusedError({ details: 'signature' })
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { passkey, counter: newCounter, backedUp: credentialBackedUp }
}

/**
 * Gives out a challenge for a sign-in with a passkey alone. Nobody is named: the passkey itself says whose it is.
 *
 * @throws UnknownProjectError, OriginNotAllowedError
 */
export async function startPasskeyLogin(
  service: ServiceContext,
  call: Call<z.output<typeof startPasskeyLoginRoute.body>>,
): Promise<z.output<typeof startPasskeyLoginRoute.reply>> {
  const { projectId, hostOrigin } = call.body
  await requireHost(service, projectId, hostOrigin)
  const ceremony = { kind: 'get' as const, userId: null, jkt: jktOf(call), projectId, hostOrigin }
  const { id: challengeId, challenge, expiresAt } = await createChallenge(service, ceremony)
  return { challengeId, challenge, rpId: relyingPartyId(service.config), expiresAt }
}

/** Stores what the authenticator said of itself. Of two uses at once with one counter, one is a copy's. */
async function storeUse(
  db: Database,
  { id }: PasskeyRow,
  use: { counter: number; backedUp: boolean; usedAt: number },
): Promise<void> {
  // An authenticator without a counter always says 0.
  const hasGrown = or(
    lt(passkeys.counter, use.counter),
    and(eq(passkeys.counter, 0), sql`${use.counter}::bigint = 0`),
  )
  const stored = await db
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, id), hasGrown))
    .returning({ id: passkeys.id })
  if (!stored.length) throw new PasskeyRefusedError({ details: 'counter' })
}

/**
 * Signs in with a passkey alone.
 *
 * @throws PasskeyRefusedError, UnknownProjectError, OriginNotAllowedError
 */
export async function finishPasskeyLogin(
  service: ServiceContext,
  call: Call<z.output<typeof finishPasskeyLoginRoute.body>>,
): Promise<z.output<typeof finishPasskeyLoginRoute.reply>> {
  const jkt = jktOf(call)
  const challenge = await takeChallenge(service, { id: call.body.challengeId, kind: 'get', jkt })
  const { projectId, hostOrigin } = challenge
  // The site may have been taken off the list meanwhile.
  await requireHost(service, projectId, hostOrigin)
  const { passkey, counter, backedUp } = await verifyAssertion(service, challenge, call.body.assertion)
  const { session, tokens } = await service.db.transaction(async (transaction) => {
    await storeUse(transaction, passkey, { counter, backedUp, usedAt: service.config.now() })
    return completeLogin(service, transaction, {
      userId: passkey.userId,
      jkt,
      projectId,
      hostOrigin,
      method: 'passkey',
      factorAddedAt: passkey.createdAt,
      caller: callerOf(call),
    })
  })
  return { tokens, session: await describeSession(service, session) }
}
