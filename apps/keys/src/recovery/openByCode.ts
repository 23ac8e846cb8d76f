import { parseRecoveryCode, recoveryCodeKey, zeroize } from '@latchkey/keyring'
import { WrongRecoveryCodeError } from '@latchkey/protocol/keys'
import type { KeysContext } from '../state/KeysContext.ts'
import type { OpenProtected } from '../wallet/prepareWallet.ts'
import { bringByMethod } from './bringByMethod.ts'
import { isOtherKey } from './isOtherKey.ts'

/**
 * Gives what opens a protected wallet with a recovery code.
 *
 * @param code as a person typed it
 * @throws WrongRecoveryCodeError (when called) for a code that is misspelt or of another wallet
 */
export const openByCode =
  (context: KeysContext, code: string, over: AbortSignal): OpenProtected =>
  async (wallet, user) => {
    const methodKey = await codeKey(code, { userId: user.id, walletId: wallet.id })
    try {
      await bringByMethod(context, { user, wallet }, { kind: 'code', keyOf: async () => methodKey }, over)
    } catch (error) {
      throw isOtherKey(error) ? new WrongRecoveryCodeError() : error
    }
  }

/** The key of a code. @throws WrongRecoveryCodeError when it is misspelt; nothing is asked of the service then */
export async function codeKey(code: string, ids: { userId: string; walletId: string }): Promise<CryptoKey> {
  let secret: Uint8Array
  try {
    secret = parseRecoveryCode(code)
  } catch {
    throw new WrongRecoveryCodeError()
  }
  try {
    return await recoveryCodeKey(secret, ids)
  } finally {
    zeroize(secret)
  }
}

/** Whether a text has the form of a recovery code, its check characters included. */
export function codeLooksRight(text: string): boolean {
  try {
    zeroize(parseRecoveryCode(text))
    return true
  } catch {
    return false
  }
}
