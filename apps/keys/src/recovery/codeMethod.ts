import { createRecoveryCode, formatRecoveryCode } from '@latchkey/keyring'
import { WrongRecoveryCodeError } from '@latchkey/protocol/keys'
import { enrolMethod, openOwner, proveByMethod } from './enrolMethod.ts'
import { isOtherKey } from './isOtherKey.ts'
import { codeKey } from './openByCode.ts'
import type { PanelContext } from './PanelContext.ts'

/** A new recovery code as it is written down. */
export const newRecoveryCode = (): string =>
  formatRecoveryCode(createRecoveryCode((length) => crypto.getRandomValues(new Uint8Array(length))))

/** Gives a recovery code its half of the wallet, and proves it. A code that was there before stops working. */
export async function sealCode(
  context: PanelContext,
  code: string,
  label: string,
  signal: AbortSignal,
): Promise<void> {
  const methodKey = await codeKey(code, await openOwner(context))
  const methodId = await enrolMethod(context, { kind: 'code', label }, methodKey, signal)
  await proveByMethod(context, { kind: 'code', methodId, keyOf: async () => methodKey }, signal)
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
