import {
  confirmText,
  type confirmWallet as confirmWalletRoute,
  type createWallet as createWalletRoute,
  type discardWallet as discardWalletRoute,
  InvalidRequestError,
  WalletConflictError,
  WalletProofError,
} from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { devices } from '../db/identitySchema.ts'
import { keysets, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { smartAccountOf } from './fillSmartAccounts.ts'
import { followWallets } from './followWallets.ts'
import { storeShare } from './shares.ts'
import { describeWallet, findWallet, hasSigned, type WalletRow } from './walletRecords.ts'

/**
 * Stores a new wallet's server halves. It stays pending until its key has been proven to come back.
 *
 * @throws WalletConflictError when the account has a wallet, or an id is taken; SealedMessageError; InvalidRequestError
 */
export async function createWallet(
  service: ServiceContext,
  call: Call<z.output<typeof createWalletRoute.body>>,
): Promise<z.output<typeof createWalletRoute.reply>> {
  const { userId, jkt } = sessionOf(call)
  const { walletId, accounts, device, recovery } = call.body
  const smartAccount = smartAccountOf(accounts)
  if (smartAccount === null) throw new InvalidRequestError({ data: { field: 'accounts' } })
  const now = service.config.now()
  const deviceShare = await storeShare(
    service,
    { kind: 'device', userId, walletId, keysetId: device.keysetId, deviceId: device.deviceId },
    device.serverShare,
  )
  const recoveryShare = await storeShare(
    service,
    { kind: 'recovery', userId, walletId, keysetId: recovery.keysetId, deviceId: '' },
    recovery.serverShare,
  )
  const wallet: WalletRow = {
    id: walletId,
    userId,
    status: 'pending',
    tier: 'standard',
    accounts,
    smartAccount,
    createdAt: now,
  }
  const shared = { walletId, userId, createdAt: now }
  await service.db.transaction(async (transaction) => {
    const created = await transaction
      .insert(wallets)
      .values(wallet)
      .onConflictDoNothing()
      .returning({ id: wallets.id })
    if (!created.length) throw new WalletConflictError()
    // Whoever makes a wallet does not wait for it.
    const own = and(eq(devices.userId, userId), eq(devices.jkt, jkt))
    await transaction.update(devices).set({ heldUntil: null }).where(own)
    const added = await transaction
      .insert(keysets)
      .values([
        {
          ...shared,
          id: device.keysetId,
          kind: 'device',
          deviceId: device.deviceId,
          jkt,
          shareSealed: deviceShare,
        },
        {
          ...shared,
          id: recovery.keysetId,
          kind: 'recovery',
          shareSealed: recoveryShare,
          clientShare: recovery.clientShare,
        },
      ])
      .onConflictDoNothing()
      .returning({ id: keysets.id })
    if (added.length !== 2) throw new WalletConflictError()
    await service.recovery.keep(
      { userId, walletId, keysetId: recovery.keysetId },
      recovery.recoveryKey,
      transaction,
    )
    await audit(transaction, { at: now, userId, kind: 'wallet-created', facts: { walletId } })
  })
  return { wallet: await describeWallet(service.db, wallet) }
}

/**
 * Makes a pending wallet active once its key has signed (EIP-191). Saying it twice is fine.
 *
 * @throws WalletNotFoundError, WalletProofError
 */
export async function confirmWallet(
  service: ServiceContext,
  call: Call<z.output<typeof confirmWalletRoute.body>>,
): Promise<z.output<typeof confirmWalletRoute.reply>> {
  const { userId } = sessionOf(call)
  const walletId = call.params.walletId ?? ''
  const wallet = await findWallet(service, userId, walletId)
  if (!(await hasSigned(wallet, confirmText(walletId), call.body.signature))) throw new WalletProofError()
  // All or nothing: whoever says it again finds an active wallet, and nothing more is done for that.
  await service.db.transaction(async (transaction) => {
    const confirmed = await transaction
      .update(wallets)
      .set({ status: 'active' })
      .where(and(eq(wallets.id, walletId), eq(wallets.userId, userId), eq(wallets.status, 'pending')))
      .returning()
    if (!confirmed.length) return
    await followWallets(transaction, confirmed)
    const at = service.config.now()
    await audit(transaction, { at, userId, kind: 'wallet-confirmed', facts: { walletId } })
  })
  return { wallet: await describeWallet(service.db, await findWallet(service, userId, walletId)) }
}

/**
 * Deletes a wallet that never became active, with its shares.
 *
 * @throws WalletNotFoundError, WalletConflictError when it is active
 */
export async function discardWallet(
  service: ServiceContext,
  call: Call<z.output<typeof discardWalletRoute.body>>,
): Promise<z.output<typeof discardWalletRoute.reply>> {
  const { userId } = sessionOf(call)
  const { id: walletId } = await findWallet(service, userId, call.params.walletId ?? '')
  await service.db.transaction(async (transaction) => {
    const deleted = await transaction
      .delete(wallets)
      .where(and(eq(wallets.id, walletId), eq(wallets.userId, userId), eq(wallets.status, 'pending')))
      .returning({ id: wallets.id })
    if (!deleted.length) throw new WalletConflictError()
    await service.recovery.forget(walletId, transaction)
    await audit(transaction, {
      at: service.config.now(),
      userId,
      kind: 'wallet-discarded',
      facts: { walletId },
    })
  })
  return {}
}
