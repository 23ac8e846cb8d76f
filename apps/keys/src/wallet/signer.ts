import { hasCode } from '@latchkey/errors'
import { KeysetNotFoundError, releaseShare } from '@latchkey/protocol/http'
import { SignedOutError, UnknownAccountError } from '@latchkey/protocol/keys'
import { isSameAccount, joinAccounts, partsOf } from '../accounts/accountIds.ts'
import type { Signed, SignRequest } from '../accounts/KeySigner.ts'
import { CancelledError, ShareDamagedError, VaultUnavailableError } from '../errors/keysErrors.ts'
import { createExclusive } from '../state/exclusive.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { completeSession, type StoredShare } from '../state/keysState.ts'
import type { UnlockInput } from '../vault/Vault.ts'

/**
 * The share does not open the wallet: this costs a login. Where the service says that its half is gone, the share is of no
 * use any more. Where the halves do not fit, either may be the damaged one: the share is set aside, because the service's
 * may be restored from a backup.
 *
 * @param error why; any other is thrown as it is
 * @throws KeysetNotFoundError
 */
export async function loseShare(
  { vault, partition, changed }: KeysContext,
  { keysetId }: StoredShare,
  error: unknown,
): Promise<never> {
  const isDamaged = hasCode(error, ShareDamagedError.code)
  if (!isDamaged && !hasCode(error, KeysetNotFoundError.code)) throw error
  await vault.lock()
  await (isDamaged ? partition.doubtShare(keysetId) : partition.dropShare(keysetId))
  await changed()
  throw new KeysetNotFoundError()
}

export type ReleaseRequest = {
  purpose: 'sign' | 'confirm'
  /** Those whose accounts the wallet is to gain. */
  namespaces?: readonly string[]
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
  { purpose, namespaces, intentHash, signal }: ReleaseRequest,
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
    ...(namespaces ? { namespaces } : {}),
    clientShare,
    serverShare: released.share,
    wrappingKey,
  }
}

/**
 * Has the vault combine the service's half with the half of this device, and compare the accounts. A wallet on record that
 * has no account of a namespace that is wanted gains it here.
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
  /**
   * Sees to it that the wallet has an account of each namespace. Nothing is asked of the person.
   *
   * @throws SignedOutError when nobody is signed in, or not for this site
   * @throws KeysetNotFoundError as `sign`
   */
  gain(namespaces: readonly string[], signal: AbortSignal): Promise<void>
}

/** Makes the signer. Signatures are made one after the other, so that one unlock serves all that wait. */
export function createSigner(context: KeysContext): Signer {
  const { vault } = context
  const oneAtATime = createExclusive()

  const unlock = async (share: StoredShare, request: Omit<ReleaseRequest, 'purpose'>) => {
    try {
      await unlockWallet(context, share, { purpose: 'sign', ...request })
    } catch (error) {
      await loseShare(context, share, error)
    }
  }

  return {
    sign: (request, text, signal) =>
      oneAtATime(async () => {
        if (signal.aborted) throw new CancelledError()
        const share = await requireShare(context, request.account)
        const signed = await vault.sign(share.walletId, request)
        if (signed) return signed
        await unlock(share, { intentHash: await hashOf(text), signal })
        if (signal.aborted) throw new CancelledError()
        const second = await vault.sign(share.walletId, request)
        if (!second) throw new VaultUnavailableError()
        return second
      }),
    gain: (namespaces, signal) =>
      oneAtATime(async () => {
        const share = await requireShare(context)
        const has = (wanted: string) => share.accounts.some((id) => partsOf(id).namespace === wanted)
        if (namespaces.every(has)) return
        if (signal.aborted) throw new CancelledError()
        await unlock(share, { namespaces, signal })
      }),
  }
}

/** The share of whoever is signed in for this site, and has the account. @throws SignedOutError, UnknownAccountError */
async function requireShare({ partition, hostOrigin }: KeysContext, account?: string): Promise<StoredShare> {
  const [share, stored] = await Promise.all([partition.readShare(), partition.sessions.read()])
  const complete = completeSession({ session: stored?.value ?? null, share })
  if (!complete || !share || !complete.session.grants.includes(hostOrigin)) throw new SignedOutError()
  if (account !== undefined && !share.accounts.some((known) => isSameAccount(known, account)))
    throw new UnknownAccountError()
  return share
}

/** SHA-256 of the bytes that the frame handed over, for the service's audit log. */
async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `0x${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
