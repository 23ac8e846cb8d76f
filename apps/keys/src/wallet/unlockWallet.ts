import { releaseShare } from '@latchkey/protocol/http'
import { joinAccounts } from '../accounts/accountIds.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { StoredShare } from '../state/storedSession.ts'
import type { UnlockInput } from '../vault/Vault.ts'

export type ReleaseRequest = {
  purpose: 'sign' | 'confirm'
  /** SHA-256 of what will be signed, for the service's audit log. */
  intentHash?: string
  signal?: AbortSignal | undefined
}

/**
 * Has the service release its half of this device's keyset, sealed to a one-use key of the vault.
 *
 * @returns what the vault combines
 * @throws KeysetNotFoundError when the service has no such half any more
 */
export async function releaseForDevice(
  { vault, authorized, partition }: KeysContext,
  share: StoredShare,
  { purpose, intentHash, signal }: ReleaseRequest,
): Promise<UnlockInput> {
  const { wrappingKey } = await partition.device()
  const ticket = await vault.openTicket()
  const released = await authorized.call(releaseShare, {
    params: { keysetId: share.keysetId },
    body: { publicKey: ticket.publicKey, purpose, ...(intentHash === undefined ? {} : { intentHash }) },
    signal,
  })
  const { userId, walletId, keysetId, deviceId, accounts, clientShare } = share
  return {
    ticket: ticket.id,
    purpose,
    ids: { userId, walletId, keysetId, deviceId },
    accounts,
    clientShare,
    serverShare: released.share,
    wrappingKey,
  }
}

/**
 * Has the vault combine the service's half with the half of this device, and compare the accounts. A wallet on record that
 * has no account of a namespace which got a signer since gains it here.
 *
 * @returns the wallet's accounts, by CAIP-10
 * @throws ShareDamagedError when the halves do not give the wallet
 * @throws KeysetNotFoundError when the service has no such half any more
 */
export async function unlockWallet(
  context: KeysContext,
  share: StoredShare,
  request: ReleaseRequest,
): Promise<string[]> {
  const { vault, partition } = context
  const accounts = joinAccounts(
    share.accounts,
    await vault.unlock(await releaseForDevice(context, share, request)),
  )
  if (accounts.length > share.accounts.length && (await partition.growShare({ ...share, accounts })))
    await context.changed()
  return accounts
}
