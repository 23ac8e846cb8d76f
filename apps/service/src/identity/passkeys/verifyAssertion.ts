import { type Assertion, PasskeyRefusedError } from '@latchkey/protocol/http'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { relyingPartyId } from '../../config/relyingParty.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { fromBase64url } from '../../crypto/bytes.ts'
import { passkeys } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import type { PasskeyChallenge } from './challenges.ts'
import { checkPlace } from './checkPlace.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

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
export async function verifyAssertion(
  service: ServiceContext,
  { challenge, hostOrigin }: PasskeyChallenge,
  assertion: Assertion,
): Promise<{ passkey: PasskeyRow; counter: number; backedUp: boolean }> {
  const { config } = service
  const { clientDataJSON, authenticatorData, signature, userHandle } = assertion.response
  checkPlace(config, hostOrigin, clientDataJSON)
  const passkey = await findPasskey(service, assertion)
  const verified = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
    },
    expectedChallenge: challenge,
    expectedOrigin: config.keysOrigin,
    expectedTopOrigin: hostOrigin,
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
