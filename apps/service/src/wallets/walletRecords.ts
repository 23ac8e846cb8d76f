import {
  FreshLoginRequiredError,
  type Wallet,
  WalletNotActiveError,
  WalletNotFoundError,
} from '@latchkey/protocol/http'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { isAddress, isAddressEqual, isHex, recoverMessageAddress } from 'viem'
import { evmAddressOf } from '../config/namespaces.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { Database } from '../db/Database.ts'
import { keysets, wallets } from '../db/schema.ts'
import type { ActiveSession } from '../sessions/sessions.ts'

/** Whether the wallet's EVM account has signed a text (EIP-191, version 0x45). */
export async function hasSigned(wallet: WalletRow, text: string, signature: string): Promise<boolean> {
  const address = evmAddressOf(wallet.accounts) ?? ''
  if (!isHex(signature) || !isAddress(address, { strict: false })) return false
  try {
    return isAddressEqual(await recoverMessageAddress({ message: text, signature }), address)
  } catch {
    return false
  }
}

export type WalletRow = typeof wallets.$inferSelect

/** What the wallet's owner is told of it. */
export async function describeWallet(db: Database, wallet: WalletRow): Promise<Wallet> {
  const { id, status, accounts, tier } = wallet
  if (tier === 'standard') return { id, status, accounts, tier, recovery: [] }
  const methods = await db
    .selectDistinct({ kind: keysets.kind })
    .from(keysets)

    .where(
      and(eq(keysets.walletId, id), inArray(keysets.kind, ['passkey', 'code']), isNotNull(keysets.provenAt)),
    )
  const recovery = methods.flatMap(({ kind }) => (kind === 'passkey' || kind === 'code' ? [kind] : []))
  return { id, status, accounts, tier, recovery: recovery.sort() }
}

/** @throws WalletNotFoundError for a wallet that is not this user's */
export async function findWallet(
  service: ServiceContext,
  userId: string,
  walletId: string,
): Promise<WalletRow> {
  const [row] = await service.db
    .select()
    .from(wallets)
    .where(and(eq(wallets.id, walletId), eq(wallets.userId, userId)))
  if (!row) throw new WalletNotFoundError()
  return row
}

/** @throws WalletNotFoundError, WalletNotActiveError */
export async function findActiveWallet(service: ServiceContext, userId: string, walletId: string) {
  const wallet = await findWallet(service, userId, walletId)
  if (wallet.status !== 'active') throw new WalletNotActiveError()
  return wallet
}

/** @throws FreshLoginRequiredError unless a code was proven in this session within the last five minutes */
export function requireFreshLogin({ config, limits }: ServiceContext, session: ActiveSession): void {
  if (config.now() - session.authTime > limits.freshLogin) throw new FreshLoginRequiredError()
}

/**
 * Locks a wallet for the rest of the caller's transaction, so that two changes of its ways to recover cannot overlook
 * each other.
 *
 * @throws WalletNotFoundError, WalletNotActiveError
 */
export async function lockWallet(db: Database, userId: string, walletId: string): Promise<WalletRow> {
  const [row] = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.id, walletId), eq(wallets.userId, userId)))
    .for('update')
  if (!row) throw new WalletNotFoundError()
  if (row.status !== 'active') throw new WalletNotActiveError()
  return row
}
