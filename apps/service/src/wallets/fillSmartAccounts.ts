import type { Account } from '@latchkey/protocol/primitives'
import { eq, isNull } from 'drizzle-orm'
import { isAddress } from 'viem'
import { evmAddressOf } from '../config/namespaces.ts'
import type { Database } from '../db/Database.ts'
import { wallets } from '../db/schema.ts'
import { safeAddressOf } from '../userOperations/userOperation.ts'

/** The smart account of a wallet's EVM account, as it is looked up: in small letters. null when there is no such account. */
export function smartAccountOf(accounts: readonly Account[]): string | null {
  const owner = evmAddressOf(accounts)
  return owner && isAddress(owner, { strict: false }) ? safeAddressOf(owner).toLowerCase() : null
}

const BATCH = 500

/** Most batches of one run: others wait for the database as well. */
const BATCHES = 10

/** @returns whether there was none left */
async function fillBatch(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: wallets.id, accounts: wallets.accounts })
    .from(wallets)
    .where(isNull(wallets.smartAccount))
    .limit(BATCH)
  // A wallet without an EVM account gets an empty text, so that it is not looked at again.
  for (const { id, accounts } of rows)
    await db
      .update(wallets)
      .set({ smartAccount: smartAccountOf(accounts) ?? '' })
      .where(eq(wallets.id, id))
  return rows.length < BATCH
}

/**
 * Writes down the smart accounts of wallets that were made before they were kept, some of them a run, and nothing once
 * all are done. Any number of processes may do it at once: they write the same.
 */
export function createFillSmartAccounts(db: Database): () => Promise<void> {
  let isDone = false
  return async () => {
    for (let batch = 0; batch < BATCHES && !isDone; batch++) isDone = await fillBatch(db)
  }
}
