import { hasCode } from '@latchkey/errors'
import { KeysetNotFoundError } from '@latchkey/protocol/http'
import { SignedOutError, UnknownAccountError } from '@latchkey/protocol/keys'
import { isSameAccount } from '../accounts/accountIds.ts'
import type { Signed, SignRequest } from '../accounts/KeySigner.ts'
import { CancelledError, ShareDamagedError, VaultUnavailableError } from '../errors/keysErrors.ts'
import { createExclusive } from '../state/exclusive.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { completeSession } from '../state/keysState.ts'
import type { StoredShare } from '../state/storedSession.ts'
import { loseShare } from './loseShare.ts'
import { unlockWallet } from './unlockWallet.ts'

export type Signer = {
  /**
   * Signs one request by its account.
   *
   * @param text what is signed, for the service's audit log, which is told its SHA-256
   * @param signal honoured until the signature exists
   * @throws SignedOutError when nobody is signed in, or not for this site
   * @throws UnknownAccountError, IntentRefusedError
   * @throws KeysetNotFoundError when the share is damaged or was revoked: signing in again restores it
   */
  sign(request: SignRequest, text: string, signal: AbortSignal): Promise<Signed>
}

/** Makes the signer. Signatures are made one after the other, so that one unlock serves all that wait. */
export function createSigner(context: KeysContext): Signer {
  const { vault } = context
  const oneAtATime = createExclusive()

  const unlock = async (share: StoredShare, text: string, signal: AbortSignal) => {
    try {
      await unlockWallet(context, share, { purpose: 'sign', intentHash: await hashOf(text), signal })
    } catch (error) {
      if (!hasCode(error, ShareDamagedError.code, KeysetNotFoundError.code)) throw error
      await loseShare(context, share)
      throw new KeysetNotFoundError()
    }
  }

  return {
    sign: (request, text, signal) =>
      oneAtATime(async () => {
        if (signal.aborted) throw new CancelledError()
        const share = await requireShare(context, request.account)
        const signed = await vault.sign(share.walletId, request)
        if (signed) return signed
        await unlock(share, text, signal)
        if (signal.aborted) throw new CancelledError()
        const second = await vault.sign(share.walletId, request)
        if (!second) throw new VaultUnavailableError()
        return second
      }),
  }
}

async function requireShare({ partition, hostOrigin }: KeysContext, account: string): Promise<StoredShare> {
  const share = await partition.readShare()
  const complete = completeSession({ session: (await partition.sessions.read())?.value ?? null, share })
  if (!complete || !share || !complete.session.grants.includes(hostOrigin)) throw new SignedOutError()
  if (!share.accounts.some((known) => isSameAccount(known, account))) throw new UnknownAccountError()
  return share
}

/** SHA-256 of the bytes that the frame handed over, for the service's audit log. */
async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `0x${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
