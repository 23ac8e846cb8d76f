import {
  createRecoveryCode,
  formatRecoveryCode,
  parseRecoveryCode,
  recoveryCodeKey,
  zeroize,
} from '@latchkey/keyring'
import { removeMethod } from '@latchkey/protocol/http'
import { WrongRecoveryCodeError } from '@latchkey/protocol/keys'
import type { OpenProtected } from '../wallet/prepareWallet.ts'
import { bringByMethod, isOtherKey } from './bringByMethod.ts'
import {
  enrolMethod,
  openOwner,
  type PanelContext,
  proveByMethod,
  type TriedMethod,
  tryMethod,
} from './enrolMethod.ts'

/**
 * Gives what opens a protected wallet with a recovery code.
 *
 * @param code as a person typed it
 * @throws WrongRecoveryCodeError (when called) for a code that is misspelt or of another wallet
 */
export const openByCode =
  (code: string, over: AbortSignal): OpenProtected =>
  async (context, wallet, user) => {
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

/** A new recovery code as it is written down. */
export const newRecoveryCode = (): string =>
  formatRecoveryCode(createRecoveryCode((length) => crypto.getRandomValues(new Uint8Array(length))))

/** Gives a recovery code its half of the wallet, and tries it. One that was there before works until this one is confirmed. */
export async function sealCode(
  context: PanelContext,
  code: string,
  label: string,
  signal: AbortSignal,
): Promise<TriedMethod> {
  const methodKey = await codeKey(code, await openOwner(context))
  const methodId = await enrolMethod(context, { kind: 'code', label }, methodKey, signal)
  return tryMethod(context, { kind: 'code', methodId, keyOf: async () => methodKey }, signal)
}

/** ms; nobody waits longer for what only tidies up. */
const TIDYING = 2_000

/** Takes a code away that its owner has not written down. Where that fails, the account page lists it as not tried. */
export async function forgetCode({ authorized }: PanelContext, { methodId }: TriedMethod): Promise<void> {
  await authorized.call(removeMethod, { params: { methodId }, ms: TIDYING }).catch(() => undefined)
}

/**
 * Proves a code as somebody typed it.
 *
 * @throws WrongRecoveryCodeError when it is misspelt or of another wallet
 */
export async function proveCode(
  context: PanelContext,
  code: string,
  methodId: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const methodKey = await codeKey(code, await openOwner(context))
  try {
    await proveByMethod(context, { kind: 'code', methodId, keyOf: async () => methodKey }, signal)
  } catch (error) {
    throw isOtherKey(error) ? new WrongRecoveryCodeError() : error
  }
}
