import { inArray } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { historyAccounts } from '../db/historySchema.ts'

/** Addresses of one statement. */
const MOST_ADDRESSES = 2_000

/** Which of some addresses are followed. */
export async function findFollowed(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let start = 0; start < addresses.length; start += MOST_ADDRESSES) {
    const some = addresses.slice(start, start + MOST_ADDRESSES)
    const rows = await db
      .select({ account: historyAccounts.account })
      .from(historyAccounts)
      .where(inArray(historyAccounts.account, some))
    for (const { account } of rows) found.add(account)
  }
  return found
}

/** Whether anybody is followed at all. */
export async function isAnyFollowed(db: Database): Promise<boolean> {
  return (await db.select({ account: historyAccounts.account }).from(historyAccounts).limit(1)).length > 0
}
