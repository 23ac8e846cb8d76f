import { releaseShare } from '@latchkey/protocol/http'
import type { KeysContext } from '../KeysContext.ts'
import type { StoredShare } from '../session/storedSession.ts'

/**
 * Has the service release its half, and the vault combine it with the half of this device and compare the address.
 *
 * @param intentHash SHA-256 of what will be signed, for the service's audit log
 * @throws ShareDamagedError when the halves do not give the wallet
 * @throws KeysetNotFoundError when the service has no such half any more
 */
export async function unlockWallet(
  context: KeysContext,
  share: StoredShare,
  request: { purpose: 'sign' | 'confirm'; intentHash?: string; signal?: AbortSignal | undefined },
): Promise<void> {
  const { vault, authorized, partition } = context
  const { purpose, intentHash, signal } = request
  const { wrappingKey } = await partition.device()
  const ticket = await vault.openTicket()
  const released = await authorized.call(releaseShare, {
    params: { keysetId: share.keysetId },
    body: { publicKey: ticket.publicKey, purpose, ...(intentHash === undefined ? {} : { intentHash }) },
    signal,
  })
  const { userId, walletId, keysetId, deviceId, accounts, clientShare } = share
  await vault.unlock({
    ticket: ticket.id,
    purpose,
    ids: { userId, walletId, keysetId, deviceId },
    accounts,
    clientShare,
    serverShare: released.share,
    wrappingKey,
  })
}
