import { addKeyset, recoverWallet as recoverRoute, type User, type Wallet } from '@latchkey/protocol/http'
import { accountIdsOf } from '../accounts/accountIds.ts'
import { CancelledError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { DeviceKeyset } from '../vault/Vault.ts'

/**
 * Registers this device's keyset with the service, and stores its client half. Needs a login of the last five minutes.
 *
 * @param over fires on sign-out
 * @throws FreshLoginRequiredError when the login is too old
 */
export async function adoptKeyset(
  { authorized, partition }: KeysContext,
  { user, wallet, device }: { user: User; wallet: Wallet; device: DeviceKeyset },
  over: AbortSignal,
): Promise<void> {
  const { keysetId, deviceId, clientShare, serverShare } = device
  const params = { walletId: wallet.id }
  await authorized.call(addKeyset, { params, body: { keysetId, deviceId, serverShare }, signal: over })
  const share = { v: 2, userId: user.id, walletId: wallet.id, keysetId, deviceId, clientShare } as const
  const stored = await partition.writeShare(
    { ...share, accounts: accountIdsOf(wallet.accounts) },
    () => !over.aborted,
  )
  if (!stored) throw new CancelledError()
}

/**
 * Brings an active wallet onto this device: the recovery halves are combined and compared in the vault, split anew, and
 * this device's keyset is registered. Needs a login of the last five minutes.
 *
 * @param over fires on sign-out
 * @throws ShareDamagedError when the recovery halves do not give the wallet
 * @throws FreshLoginRequiredError when the login is too old
 */
export async function recoverWallet(
  context: KeysContext,
  user: User,
  wallet: Wallet,
  over: AbortSignal,
): Promise<void> {
  const { vault, authorized, partition, config } = context
  const { deviceId, wrappingKey } = await partition.device()
  const [shareTicket, keyTicket] = [await vault.openTicket(), await vault.openTicket()]
  const params = { walletId: wallet.id }
  const recovery = await authorized.call(recoverRoute, {
    params,
    body: { publicKey: shareTicket.publicKey, recoveryKeyPublicKey: keyTicket.publicKey },
    signal: over,
  })
  const device = await vault.recover({
    userId: user.id,
    walletId: wallet.id,
    deviceId,
    channelKey: config.channelKey,
    wrappingKey,
    shareTicket: shareTicket.id,
    keyTicket: keyTicket.id,
    accounts: accountIdsOf(wallet.accounts),
    recovery,
  })
  await adoptKeyset(context, { user, wallet, device }, over)
}
