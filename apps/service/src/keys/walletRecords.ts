import {
  FreshLoginRequiredError,
  type Wallet,
  WalletNotActiveError,
  WalletNotFoundError,
} from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type { ActiveSession } from '../auth/sessions.ts'
import { wallets } from '../db/schema.ts'
import type { ServiceContext } from '../ServiceContext.ts'

export type WalletRow = typeof wallets.$inferSelect

export const describeWallet = ({ id, status, accounts }: WalletRow): Wallet => ({ id, status, accounts })

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
