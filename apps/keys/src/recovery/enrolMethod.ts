import { hasCode } from '@latchkey/errors'
import { addMethod, proveMethod, RecoveryMethodError } from '@latchkey/protocol/http'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import { keysetOf, type MethodRequest, type OpenedMethod, releaseMethod } from './bringByMethod.ts'
import { isOtherKey } from './isOtherKey.ts'
import type { PanelContext } from './PanelContext.ts'
import { requireOpenWallet, withDeviceHalves } from './withDeviceHalves.ts'

/** Who a method belongs to, in its key's derivation. */
export type Owner = { userId: string; walletId: string }
export type NewMethod =
  | { kind: 'passkey'; passkeyId: string; label: string }
  | { kind: 'code'; label: string }

/** The owner of the wallet that is open here. @throws SignedOutError */
export async function openOwner(context: PanelContext): Promise<Owner> {
  const { userId, walletId } = await requireOpenWallet(context)
  return { userId, walletId }
}

/**
 * Splits the wallet for a recovery method and registers its halves. It counts only once it is proven.
 *
 * @param methodKey which the service never sees
 * @returns the id of the method
 */
export const enrolMethod = (
  context: PanelContext,
  method: NewMethod,
  methodKey: CryptoKey,
  signal: AbortSignal,
): Promise<string> =>
  withDeviceHalves(context, signal, async (device, { walletId }) => {
    const { channelKey } = context.config
    const keyset = await context.vault.enrol({ device, channelKey, methodKey })
    const body = { ...method, keyset }
    const { methodId } = await context.authorized.call(addMethod, { params: { walletId }, body, signal })
    return methodId
  })

/**
 * Proves that a method gives the wallet back: its halves are released, combined and compared, and what comes of them signs.
 *
 * @param keyOf the method's key; sees the salt that the service keeps for it
 * @throws RecoveryMethodError when the wallet has no such method, or it is not the one expected
 * @throws ShareDamagedError with `half: 'client'` when the key is another one
 */
export async function proveByMethod(
  context: PanelContext,
  method: MethodRequest & { methodId?: string | undefined; keyOf(opened: OpenedMethod): Promise<CryptoKey> },
  signal: AbortSignal,
): Promise<void> {
  const { authorized, vault } = context
  const { keyOf, methodId, ...request } = method
  const { userId, walletId, accounts } = await requireOpenWallet(context)
  const { ticket, opened } = await releaseMethod(context, walletId, request, signal)
  if (methodId !== undefined && opened.methodId !== methodId) throw new RecoveryMethodError()
  const methodKey = await keyOf(opened)
  const stored = { method: keysetOf(opened), methodId: opened.methodId }
  const { signature } = await vault
    .prove({ userId, walletId, ticket, accounts, methodKey, ...stored })
    .catch((error: unknown) => {
      throw hasCode(error, ShareDamagedError.code) && !isOtherKey(error) ? damagedMethod() : error
    })
  const params = { methodId: opened.methodId }
  await authorized.call(proveMethod, { params, body: { signature }, signal })
}

/** The halves of a method do not give the wallet, though the key is right. */
const damagedMethod = () =>
  new RecoveryMethodError({
    message:
      'What is stored for this way to recover does not give your wallet back. Remove it and add another.',
  })
