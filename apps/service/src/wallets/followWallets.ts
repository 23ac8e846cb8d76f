import { and, asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { historyAccounts } from '../db/historySchema.ts'
import { wallets } from '../db/schema.ts'
import { provenAddresses } from './provenAddresses.ts'
import type { WalletRow } from './walletRecords.ts'

type Owner = Pick<WalletRow, 'id' | 'status' | 'accounts'>

/**
 * Keeps the transactions of a wallet's EVM account from now on, plain and smart. Saying it twice is fine. Nobody follows
 * an address that is not proven to be his own: that of a busy contract would fill the database.
 */
export async function followWallets(db: Database, owners: readonly Owner[]): Promise<void> {
  const rows = owners.flatMap((wallet) =>
    provenAddresses(wallet).map((account) => ({ account, walletId: wallet.id })),
  )
  if (rows.length > 0) await db.insert(historyAccounts).values(rows).onConflictDoNothing()
}

const BATCH = 500

/** Follows wallets that were there before their accounts were followed; once a process, and any number of them at once. */
export function createFollowAll(db: Database): () => Promise<void> {
  let last = ''
  let isDone = false
  return async () => {
    while (!isDone) {
      const rows = await db
        .select({ id: wallets.id, status: wallets.status, accounts: wallets.accounts })
        .from(wallets)
        .where(and(gt(wallets.id, last), eq(wallets.status, 'active')))
        .orderBy(asc(wallets.id))
        .limit(BATCH)
      await followWallets(db, rows)
      last = rows.at(-1)?.id ?? last
      isDone = rows.length < BATCH
    }
  }
}
