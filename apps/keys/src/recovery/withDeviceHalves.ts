import { hasCode } from '@latchkey/errors'
import { KeysetNotFoundError } from '@latchkey/protocol/http'
import { SignedOutError } from '@latchkey/protocol/keys'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { completeSession } from '../state/keysState.ts'
import type { StoredShare } from '../state/storedSession.ts'
import type { UnlockInput } from '../vault/Vault.ts'
import { loseShare } from '../wallet/loseShare.ts'
import { releaseForDevice } from '../wallet/unlockWallet.ts'

/** The share of the wallet that is open on this device. @throws SignedOutError */
export async function requireOpenWallet({ partition }: KeysContext): Promise<StoredShare> {
  const share = await partition.readShare()
  const complete = completeSession({ session: (await partition.sessions.read())?.value ?? null, share })
  if (!complete || !share) throw new SignedOutError()
  return share
}

/**
 * Does something in the vault that needs the root, from the halves of this device. A half that is damaged or was revoked
 * is dropped, as when it fails to sign: signing in again restores it.
 *
 * @throws SignedOutError, KeysetNotFoundError
 */
export async function withDeviceHalves<T>(
  context: KeysContext,
  signal: AbortSignal,
  work: (device: UnlockInput, share: StoredShare) => Promise<T>,
): Promise<T> {
  const share = await requireOpenWallet(context)
  try {
    return await work(await releaseForDevice(context, share, { purpose: 'sign', signal }), share)
  } catch (error) {
    if (!hasCode(error, ShareDamagedError.code, KeysetNotFoundError.code)) throw error
    await loseShare(context, share)
    throw new KeysetNotFoundError()
  }
}
