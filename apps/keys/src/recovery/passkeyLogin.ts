import { hasCode } from '@latchkey/errors'
import { passkeyKey } from '@latchkey/keyring'
import {
  finishPasskeyLogin,
  RecoveryMethodError,
  type Session,
  startPasskeyLogin,
  type Tokens,
} from '@latchkey/protocol/http'
import { PasskeyCannotOpenError } from '@latchkey/protocol/keys'
import { decodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import { CancelledError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { OpenProtected } from '../wallet/prepareWallet.ts'
import { bringByMethod, isOtherKey } from './bringByMethod.ts'
import { browserPasskeys, type PasskeyGesture, type Passkeys } from './browserPasskeys.ts'

/**
 * Gives what opens a protected wallet with a passkey that was just used.
 *
 * @throws PasskeyCannotOpenError (when called) where the passkey has no PRF, or no half of this wallet
 */
function openByPasskey({ assertion, prf }: PasskeyGesture, over: AbortSignal): OpenProtected {
  const credentialId = assertion.id
  return async (context, wallet, user) => {
    if (!prf) throw new PasskeyCannotOpenError()
    const keyOf = async ({ salt }: { salt: string | null }) => {
      if (salt === null) throw new PasskeyCannotOpenError()
      return passkeyKey(prf, decodeBase64url(salt), { userId: user.id, credentialId })
    }
    try {
      await bringByMethod(context, { user, wallet }, { kind: 'passkey', credentialId, keyOf }, over)
    } catch (error) {
      if (hasCode(error, RecoveryMethodError.code) || isOtherKey(error)) throw new PasskeyCannotOpenError()
      throw error
    }
  }
}

/**
 * Asks a passkey for the key of a protected wallet. It signs nobody in: its signed answer is not used, so the challenge is
 * made here; what counts is the PRF output.
 *
 * @param over fires on sign-out
 * @returns what brings the wallet onto this device
 * @throws NoPasskeysHereError, PasskeyNotUsedError
 */
export async function recoverWithPasskey(
  context: KeysContext,
  over: AbortSignal,
  passkeys: Passkeys = browserPasskeys(),
): Promise<OpenProtected> {
  const rpId = new URL(context.config.keysOrigin).hostname
  const gesture = await passkeys.use({ challenge: randomId(), rpId, signal: over })
  if (over.aborted) throw new CancelledError()
  return openByPasskey(gesture, over)
}

/**
 * Signs in by a passkey alone. The same gesture opens a protected wallet where the passkey has a half of it.
 *
 * @param over fires on sign-out
 * @returns the login, and what opens a protected wallet; the caller ends the login as every other
 * @throws NoPasskeysHereError, PasskeyNotUsedError, PasskeyRefusedError
 */
export async function signInWithPasskey(
  context: KeysContext,
  over: AbortSignal,
  passkeys: Passkeys = browserPasskeys(),
): Promise<{ loginId: string; tokens: Tokens; session: Session; open: OpenProtected }> {
  const { client, partition, config, hostOrigin } = context
  const { proofKey } = await partition.device()
  const started = await client.call(
    startPasskeyLogin,
    { proofKey },
    { body: { projectId: config.projectId, hostOrigin }, signal: over },
  )
  const { challenge, challengeId, rpId } = started
  const gesture = await passkeys.use({ challenge, rpId, signal: over })
  if (over.aborted) throw new CancelledError()
  const { assertion } = gesture
  const login = await client.call(
    finishPasskeyLogin,
    { proofKey },
    { body: { challengeId, assertion }, signal: over },
  )
  return { ...login, loginId: challengeId, open: openByPasskey(gesture, over) }
}
