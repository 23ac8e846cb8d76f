import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * The recovery module's own table. No foreign key leaves it, so that it can move to a database of its own.
 */
export const recoveryKeys = pgTable(
  'recovery_keys',
  {
    keysetId: text('keyset_id').primaryKey(),
    walletId: text('wallet_id').notNull(),
    userId: text('user_id').notNull(),
    keySealed: text('key_sealed').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('recovery_keys_wallet').on(table.walletId)],
)
