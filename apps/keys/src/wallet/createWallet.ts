import { hasCode } from '@latchkey/errors'
import {
  confirmText,
  confirmWallet,
  createWallet as createRoute,
  discardWallet,
  type User,
  type Wallet,
  WalletProofError,
} from '@latchkey/protocol/http'
import { RoundTripError } from '@latchkey/protocol/keys'
import { randomId } from '@latchkey/std/randomId'
import { accountsOf } from '../accounts/accountIds.ts'
import { CancelledError, ShareDamagedError } from '../errors/keysErrors.ts'
import { textRequest } from '../signers/evm/evmRequest.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { StoredShare } from '../state/storedSession.ts'
import type { NewWallet } from '../vault/Vault.ts'
import { unlockWallet } from './unlockWallet.ts'

/**
 * Makes a wallet and proves that what was stored gives it back: the service's half is released, combined, compared, and
 * signs the confirmation. Only then the wallet is active. A wallet that fails the proof is discarded.
 *
 * @param over fires on sign-out
 * @throws RoundTripError when the proof fails
 * @throws WalletConflictError when the account has a wallet already
 */
export async function createWallet(context: KeysContext, user: User, over: AbortSignal): Promise<Wallet> {
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
