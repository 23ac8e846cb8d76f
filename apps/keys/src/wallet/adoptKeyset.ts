import { addKeyset, type User, type Wallet } from '@latchkey/protocol/http'
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
