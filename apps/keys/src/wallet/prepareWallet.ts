import { hasCode } from '@latchkey/errors'
import {
  confirmText,
  confirmWallet,
  createWallet as createRoute,
  discardWallet,
  getSession,
  KeysetNotFoundError,
  ProtectedWalletError,
  type Session,
  type User,
  type Wallet,
  WalletConflictError,
  WalletNotActiveError,
  WalletNotFoundError,
  WalletProofError,
} from '@latchkey/protocol/http'
import { RoundTripError } from '@latchkey/protocol/keys'
import { pause } from '@latchkey/std/pause'
import { randomId } from '@latchkey/std/randomId'
import { accountsOf } from '../accounts/accountIds.ts'
import { CancelledError, ShareDamagedError } from '../errors/keysErrors.ts'
import { textRequest } from '../signers/evm/evmRequest.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { type StoredShare, shareFits } from '../state/keysState.ts'
import type { NewWallet } from '../vault/Vault.ts'
import { recoverWallet } from './recoverWallet.ts'
import { unlockWallet } from './signer.ts'

/**
 * Makes a wallet and proves that what was stored gives it back: the service's half is released, combined, compared, and
 * signs the confirmation. Only then the wallet is active. A wallet that fails the proof is discarded.
 *
 * @param over fires on sign-out
 * @throws RoundTripError when the proof fails
 * @throws WalletConflictError when the account has a wallet already
 */
async function createWallet(context: KeysContext, user: User, over: AbortSignal): Promise<Wallet> {
  const { vault, authorized, partition, config } = context
  const { deviceId, wrappingKey } = await partition.device()
  const made = await vault.create({
    userId: user.id,
    walletId: randomId(),
    deviceId,
    channelKey: config.channelKey,
    wrappingKey,
  })
  await authorized.call(createRoute, { body: createBody(made), signal: over })
  const share = shareOf(made)
  if (!(await partition.writeShare(share, () => !over.aborted))) throw new CancelledError()
  try {
    await unlockWallet(context, share, { purpose: 'confirm', signal: over })
    const signature = await signConfirmation(context, made)
    const { wallet } = await authorized.call(confirmWallet, {
      params: { walletId: made.walletId },
      body: { signature },
      signal: over,
    })
    return wallet
  } catch (error) {
    if (!hasCode(error, ...NOT_PROVEN)) throw error
    await discard(context, share)
    throw new RoundTripError()
  }
}

async function signConfirmation({ vault }: KeysContext, made: NewWallet): Promise<string> {
  const { walletId, accounts } = made
  const request = textRequest(confirmText(walletId))
  const signed = await vault.sign(walletId, { account: accounts[0] ?? '', request })
  if (signed?.kind !== 'signature') throw new RoundTripError()
  return signed.signature
}

async function discard({ authorized, partition, vault }: KeysContext, share: StoredShare): Promise<void> {
  await vault.lock()
  await partition.dropShare(share.keysetId)
  try {
    await authorized.call(discardWallet, { params: { walletId: share.walletId } })
  } catch {
    // It stays pending, and the next login discards it.
  }
}

/** What was stored does not give the wallet: it must never become active. */
const NOT_PROVEN = [ShareDamagedError.code, RoundTripError.code, WalletProofError.code] as const

const createBody = ({ walletId, accounts, device, recovery }: NewWallet) => ({
  walletId,
  accounts: accountsOf(accounts),
  device: { keysetId: device.keysetId, deviceId: device.deviceId, serverShare: device.serverShare },
  recovery,
})

const shareOf = ({ accounts, device }: NewWallet): StoredShare => ({
  v: 2,
  userId: device.userId,
  walletId: device.walletId,
  keysetId: device.keysetId,
  deviceId: device.deviceId,
  accounts,
  clientShare: device.clientShare,
})

/** Brings a protected wallet onto this device by the key of a recovery method. The context is that of the login. */
export type OpenProtected = (context: KeysContext, wallet: Wallet, user: User) => Promise<void>

/**
 * Two devices may log in at once, and each find the other's half-made wallet. Whoever is interrupted waits so long, in ms,
 * before it looks again: the other one finishes meanwhile, and they do not discard each other's work for ever.
 */
const WAITS = [400, 1_200, 2_400] as const

/**
 * Sees to it that the account has an active wallet and that this device has a share of it.
 *
 * - no wallet: one is made;
 * - a pending one: somebody stopped between creation and proof; nothing can have been received with proof of control, so
 *   it is discarded and made anew;
 * - an active one: used if its share is here, else recovered; a protected one only by `open`.
 *
 * @param over fires on sign-out
 * @param open brings a protected wallet onto this device, where a method's key is at hand
 * @returns the session with the wallet it has then
 * @throws RoundTripError when the stored halves do not give the wallet
 * @throws ProtectedWalletError when the wallet is protected and there is no `open`
 */
export async function prepareWallet(
  context: KeysContext,
  found: Session,
  over: AbortSignal,
  open?: OpenProtected,
): Promise<Session> {
  const { authorized, partition } = context
  let session = found
  for (const wait of [...WAITS, null]) {
    const { user, wallet } = session
    try {
      if (wallet?.status === 'active') {
        const share = await partition.readShare()
        const { deviceId } = await partition.device()
        const isHere = (one: StoredShare | null): one is StoredShare =>
          shareFits(one, session) && one.deviceId === deviceId
        if (isHere(share)) return session
        const doubted = await partition.readDoubted()
        if (!isHere(doubted) || !(await takeBack(context, doubted, over)))
          await bring(context, { user, wallet }, over, open)
        return session
      }
      if (wallet) await authorized.call(discardWallet, { params: { walletId: wallet.id }, signal: over })
      return { ...session, wallet: await createWallet(context, user, over) }
    } catch (error) {
      if (hasCode(error, ShareDamagedError.code)) throw new RoundTripError({ message: NOT_RESTORED })
      if (!hasCode(error, ...ANOTHER_DEVICE) || wait === null) throw error
      await pause(wait, over)
      if (over.aborted) throw new CancelledError()
    }
    session = await authorized.call(getSession, { signal: over })
  }
  throw new RoundTripError()
}

/** Uses the share that was set aside again, if it opens the wallet by now. */
async function takeBack(context: KeysContext, doubted: StoredShare, over: AbortSignal): Promise<boolean> {
  try {
    await unlockWallet(context, doubted, { purpose: 'sign', signal: over })
  } catch (error) {
    if (hasCode(error, ShareDamagedError.code, KeysetNotFoundError.code)) return false
    throw error
  }
  if (!(await context.partition.writeShare(doubted, () => !over.aborted))) throw new CancelledError()
  return true
}

/** A method's key is the only way to a protected wallet: the service would refuse another. */
async function bring(
  context: KeysContext,
  { user, wallet }: { user: User; wallet: Wallet },
  over: AbortSignal,
  open: OpenProtected | undefined,
): Promise<void> {
  if (wallet.tier === 'standard') return recoverWallet(context, user, wallet, over)
  if (!open) throw new ProtectedWalletError()
  await open(context, wallet, user)
}

const NOT_RESTORED = 'The wallet could not be restored on this device: what is stored does not give its key.'

/** Another device of this user was faster: look again. */
const ANOTHER_DEVICE = [
  WalletConflictError.code,
  WalletNotFoundError.code,
  WalletNotActiveError.code,
  KeysetNotFoundError.code,
] as const
