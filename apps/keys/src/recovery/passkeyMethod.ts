import { passkeyKey } from '@latchkey/keyring'
import {
  FreshLoginRequiredError,
  finishPasskeyCreation,
  getAccount,
  RecoveryMethodError,
  startPasskeyCreation,
} from '@latchkey/protocol/http'
import { PasskeyCannotOpenError } from '@latchkey/protocol/keys'
import { decodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import { isOtherKey } from './bringByMethod.ts'
import type { NewPasskey, NewPasskeyOptions, PasskeyGesture } from './browserPasskeys.ts'
import { enrolMethod, openOwner, type PanelContext, proveByMethod } from './enrolMethod.ts'

export type StartedPasskey = NewPasskeyOptions & {
  challengeId: string
  /** When the challenge or the fresh login is over, ms since the epoch by the service's clock. */
  until: number
}
export type StoredPasskey = {
  methodId: string
  credentialId: string
  salt: string
  seals: boolean
  /** Where the authenticator gave it at creation. */
  prf: CryptoKey | null
}

/** What a person needs for the name and both gestures, in ms. */
const ENOUGH_TIME = 120_000
/** What a person needs for both gestures, in ms. */
const GESTURES_TIME = 60_000

/**
 * The challenge for a new passkey. It is fetched before the click, so that the click itself may create. A login that would be
 * too old to seal the passkey is refused before there is one: it would sign in alone, and could not be made again.
 *
 * @throws FreshLoginRequiredError
 */
export async function startPasskey(
  { authorized, client }: PanelContext,
  signal: AbortSignal,
): Promise<StartedPasskey> {
  const { freshUntil } = await authorized.call(getAccount, { signal })
  if (freshUntil !== null && freshUntil - client.serviceNow() < ENOUGH_TIME)
    throw new FreshLoginRequiredError()
  const { expiresAt, ...started } = await authorized.call(startPasskeyCreation, { signal })
  return { ...started, until: Math.min(expiresAt, freshUntil ?? expiresAt) }
}

/** Whether a passkey that is made now would come too late to be stored, or to get its half of the wallet. */
export const comesTooLate = ({ client }: PanelContext, { until }: StartedPasskey): boolean =>
  until - client.serviceNow() < GESTURES_TIME

/**
 * Stores a passkey that was just made with the account: from then on it signs in.
 *
 * @throws PasskeyRefusedError, also where its challenge was used before
 */
export async function storePasskey(
  { authorized }: PanelContext,
  { challengeId }: StartedPasskey,
  { made, label }: { made: NewPasskey; label: string },
  signal: AbortSignal,
): Promise<StoredPasskey> {
  const { attestation, seals, prf } = made
  const body = { challengeId, attestation, label }
  const stored = await authorized.call(finishPasskeyCreation, { body, signal })
  return { ...stored, seals, prf }
}

/** Asks for the gesture of one passkey, or of any. */
export const usePasskey = (
  { passkeys, config }: PanelContext,
  credentialId: string | undefined,
  signal: AbortSignal,
): Promise<PasskeyGesture> =>
  passkeys.use({ challenge: randomId(), rpId: new URL(config.keysOrigin).hostname, credentialId, signal })

/**
 * Gives a new passkey its half of the wallet, and proves it by a second gesture. Where the authenticator gave its PRF
 * output at creation, two independent outputs must agree.
 *
 * @throws PasskeyCannotOpenError when the passkey turns out to have no PRF: it signs in and does no more
 */
export async function sealPasskey(
  context: PanelContext,
  passkey: StoredPasskey,
  { gesture, label }: { gesture: PasskeyGesture; label: string },
  signal: AbortSignal,
): Promise<void> {
  const { credentialId, salt, methodId } = passkey
  const { prf } = gesture
  if (!prf || gesture.assertion.id !== credentialId) throw new PasskeyCannotOpenError()
  const { userId } = await openOwner(context)
  const keyFrom = (source: CryptoKey) => passkeyKey(source, decodeBase64url(salt), { userId, credentialId })
  const enrolKey = await keyFrom(passkey.prf ?? prf)
  await enrolMethod(context, { kind: 'passkey', passkeyId: methodId, label }, enrolKey, signal)
  await proveByMethod(context, { kind: 'passkey', credentialId, keyOf: () => keyFrom(prf) }, signal)
}

/**
 * Proves a passkey that has its half already.
 *
 * @throws PasskeyCannotOpenError when this passkey has no half, or no PRF
 * @throws RecoveryMethodError when another passkey was used than the one to prove
 */
export async function provePasskey(
  context: PanelContext,
  gesture: PasskeyGesture,
  methodId: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { prf, assertion } = gesture
  if (!prf) throw new PasskeyCannotOpenError()
  const { userId } = await openOwner(context)
  const credentialId = assertion.id
  const keyOf = async ({ salt }: { salt: string | null }) => {
    if (salt === null) throw new RecoveryMethodError()
    return passkeyKey(prf, decodeBase64url(salt), { userId, credentialId })
  }
  try {
    await proveByMethod(context, { kind: 'passkey', credentialId, methodId, keyOf }, signal)
  } catch (error) {
    throw isOtherKey(error) ? new PasskeyCannotOpenError() : error
  }
}
