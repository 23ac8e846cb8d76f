import { hasCode } from '@latchkey/errors'
import { passkeyKey } from '@latchkey/keyring'
import { RecoveryMethodError } from '@latchkey/protocol/http'
import { PasskeyCannotOpenError } from '@latchkey/protocol/keys'
import { decodeBase64url } from '@latchkey/std/base64url'
import type { KeysContext } from '../state/KeysContext.ts'
import type { OpenProtected } from '../wallet/prepareWallet.ts'
import { bringByMethod } from './bringByMethod.ts'
import { isOtherKey } from './isOtherKey.ts'
import type { PasskeyGesture } from './Passkeys.ts'

/**
 * Gives what opens a protected wallet with a passkey that was just used.
 *
 * @throws PasskeyCannotOpenError (when called) where the passkey has no PRF, or no half of this wallet
 */
export function openByPasskey(
  context: KeysContext,
  { assertion, prf }: PasskeyGesture,
  over: AbortSignal,
): OpenProtected {
  const credentialId = assertion.id
  return async (wallet, user) => {
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
