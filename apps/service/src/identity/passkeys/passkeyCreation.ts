import {
  type Attestation,
  type finishPasskeyCreation as finishPasskeyCreationRoute,
  PasskeyRefusedError,
  type startPasskeyCreation as startPasskeyCreationRoute,
} from '@latchkey/protocol/http'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { and, count, eq, gte, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { relyingPartyId } from '../../config/ServiceConfig.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomId, randomToken, toBase64url } from '../../crypto/bytes.ts'
import { audit } from '../../db/audit.ts'
import { passkeys } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import { type Call, sessionOf } from '../../http/Call.ts'
import { emailHint } from '../../mail/normalizeEmail.ts'
import { tellRecoveryChange } from '../../wallets/tellRecoveryChange.ts'
import { requireMayChangeRecovery, requireNoHold, requireNotFrozen } from '../users/freeze.ts'
import { readEmail } from '../users/users.ts'
import {
  checkPlace,
  createChallenge,
  findUsedChallenge,
  type PasskeyChallenge,
  takeChallenge,
} from './challenges.ts'

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
  call: Call<z.output<typeof startPasskeyCreationRoute.body>>,
): Promise<z.output<typeof startPasskeyCreationRoute.reply>> {
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

/** An account never has more. */
const MOST_PASSKEYS = 10
/** `authenticatorTransports` that are kept (WebAuthn level 3 section 5.8.4). */
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof TRANSPORTS)[number]
/** ES256, EdDSA and RS256 (COSE algorithms, RFC 9053 and RFC 8812). */
const ALGORITHMS = [-7, -8, -257]

/**
 * Verifies a registration (WebAuthn level 3 section 7.1). The model of the authenticator is not asked for, so its
 * statement is not required to say anything.
 *
 * @throws PasskeyRefusedError
 */
async function verifyAttestation(
  { config }: ServiceContext,
  asked: PasskeyChallenge,
  { id, rawId, type, response }: Attestation,
) {
  const { clientDataJSON, attestationObject, transports = [] } = response
  checkPlace(config, asked, clientDataJSON)
  const known = transports.filter((name): name is Transport => TRANSPORTS.some((one) => one === name))
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports: known },
    },
    expectedChallenge: asked.challenge,
    expectedOrigin: config.keysOrigin,
    expectedRPID: relyingPartyId(config),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw new PasskeyRefusedError({ cause })
  })
  if (!verified.verified) throw new PasskeyRefusedError()
  const { credential, credentialBackedUp: backedUp } = verified.registrationInfo
  // The authenticator's own word on the id is what is kept; a caller's that differs is not believed.
  if (credential.id !== id) throw new PasskeyRefusedError({ details: 'credential' })
  const publicKey = toBase64url(credential.publicKey)
  return { credentialId: id, publicKey, counter: credential.counter, backedUp, transports: known }
}

type FinishCall = Call<z.output<typeof finishPasskeyCreationRoute.body>>
type Finished = z.output<typeof finishPasskeyCreationRoute.reply>

/** The passkey that the same call has stored already: its answer may have been lost, and the passkey cannot be made again. */
async function findStored(service: ServiceContext, call: FinishCall): Promise<Finished | undefined> {
  const { userId, jkt } = sessionOf(call)
  const { challengeId: id, attestation } = call.body
  const challenge = await findUsedChallenge(service, { id, jkt, userId })
  if (!challenge) return undefined
  const own = and(eq(passkeys.credentialId, attestation.id), eq(passkeys.userId, userId))
  const [stored] = await service.db
    .select({ methodId: passkeys.id, credentialId: passkeys.credentialId, salt: passkeys.salt })
    .from(passkeys)
    .where(and(own, gte(passkeys.createdAt, challenge.usedAt ?? 0)))
  return stored
}

/**
 * Stores a passkey. From now on it signs in. The challenge was given out to a fresh login; a person may take their time.
 * Saying it twice is fine.
 *
 * @throws PasskeyRefusedError, AccountFrozenError, AccountHeldError
 */
export async function finishPasskeyCreation(service: ServiceContext, call: FinishCall): Promise<Finished> {
  const { userId, jkt } = sessionOf(call)
  const { challengeId, attestation, label } = call.body
  const stored = await findStored(service, call)
  if (stored) return stored
  const challenge = await takeChallenge(service, { id: challengeId, kind: 'create', jkt })
  if (challenge.userId !== userId) throw new PasskeyRefusedError()
  await requireNotFrozen(service, userId)
  await requireNoHold(service, userId)
  const credential = await verifyAttestation(service, challenge, attestation)
  const now = service.config.now()
  const [methodId, salt] = [randomId(), randomToken()]
  await service.db.transaction(async (transaction) => {
    const [owned] = await transaction
      .select({ amount: count() })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
    if ((owned?.amount ?? 0) >= MOST_PASSKEYS) throw new PasskeyRefusedError({ details: 'amount' })
    const added = await transaction
      .insert(passkeys)
      .values({ ...credential, id: methodId, userId, salt, label, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (!added.length) throw new PasskeyRefusedError({ details: 'credential' })
    await audit(transaction, { at: now, userId, kind: 'passkey-added', facts: { methodId } })
    await tellRecoveryChange(service, transaction, call, 'passkey-added')
  })
  return { methodId, credentialId: credential.credentialId, salt }
}
