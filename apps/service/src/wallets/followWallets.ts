import { and, asc, eq, gt } from 'drizzle-orm'
import { isEvm } from '../config/namespaces.ts'
import type { Database } from '../db/Database.ts'
import { historyAccounts } from '../db/historySchema.ts'
import { wallets } from '../db/schema.ts'
import { smartAccountOf } from './fillSmartAccounts.ts'
import type { WalletRow } from './walletRecords.ts'

type Owner = Pick<WalletRow, 'id' | 'accounts'>

/**
 * Keeps the transactions of a wallet's EVM accounts from now on, plain and smart. Saying it twice is fine.
 *
 * @param wallet its key is proven: nobody follows an address that is not his own
 */
export async function followWallets(db: Database, owners: readonly Owner[]): Promise<void> {
  const rows = owners.flatMap(({ id: walletId, accounts }) => {
    const plain = accounts.flatMap(({ namespace, address }) => (isEvm(namespace) ? [address] : []))
    const smart = smartAccountOf(accounts)
    return [...plain, ...(smart ? [smart] : [])].map((address) => ({
      account: address.toLowerCase(),
      walletId,
    }))
  })
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
        .select({ id: wallets.id, accounts: wallets.accounts })
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
