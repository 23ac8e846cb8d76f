import { hasCode } from '@latchkey/errors'
import { openMethod, type RecoveryKind, type User, type Wallet } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import { accountIdsOf } from '../accounts/accountIds.ts'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { adoptKeyset } from '../wallet/recoverWallet.ts'

/** Whether a method's key was not the one that its half was sealed with. */
export const isOtherKey = (error: unknown): boolean =>
  hasCode(error, ShareDamagedError.code) && error.data?.half === 'client'

/** A recovery method's halves, as the service releases them. */
export type OpenedMethod = z.output<typeof openMethod.reply>
export type MethodRequest = { kind: RecoveryKind; credentialId?: string }

/**
 * Has the service release the halves of a recovery method, sealed to a one-use key of the vault. Needs a fresh login.
 *
 * @throws RecoveryMethodError when the wallet has no such method
 */
export async function releaseMethod(
  { vault, authorized }: KeysContext,
  walletId: string,
  request: MethodRequest,
  signal: AbortSignal,
): Promise<{ ticket: string; opened: OpenedMethod }> {
  const ticket = await vault.openTicket()
  const opened = await authorized.call(openMethod, {
    params: { walletId },
    body: { ...request, publicKey: ticket.publicKey },
    signal,
  })
  return { ticket: ticket.id, opened }
}

/**
 * Brings a wallet onto this device by a recovery method: its halves are combined and compared in the vault, split anew,
 * and this device's keyset is registered.
 *
 * @param keyOf the method's key, which cannot be exported
 * @param over fires on sign-out
 * @throws ShareDamagedError when the halves do not give the wallet; with `half: 'client'` when the key is another one
 */
export async function bringByMethod(
  context: KeysContext,
  { user, wallet }: { user: User; wallet: Wallet },
  method: MethodRequest & { keyOf(opened: OpenedMethod): Promise<CryptoKey> },
  over: AbortSignal,
): Promise<void> {
  const { partition, vault, config } = context
  const { keyOf, ...request } = method
  const { ticket, opened } = await releaseMethod(context, wallet.id, request, over)
  const { deviceId, wrappingKey } = await partition.device()
  const device = await vault.recoverBy({
    userId: user.id,
    walletId: wallet.id,
    deviceId,
    channelKey: config.channelKey,
    wrappingKey,
    ticket,
    accounts: accountIdsOf(wallet.accounts),
    methodKey: await keyOf(opened),
    method: keysetOf(opened),
  })
  await adoptKeyset(context, { user, wallet, device }, over)
}

export const keysetOf = ({ keysetId, serverShare, clientShare }: OpenedMethod) => ({
  keysetId,
  serverShare,
  clientShare,
})
