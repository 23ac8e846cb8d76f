import { sql } from 'drizzle-orm'
import { bigint, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time, wallets } from './schema.ts'

const wei = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' })
const chain = (name: string) => bigint(name, { mode: 'number' })

/** What a project, or one account of it, has cost on a network on one day (UTC). Reserves count until they are settled. */
export const sponsorSpending = pgTable(
  'sponsor_spending',
  {
    projectId: text('project_id').notNull(),
    /** A wallet's id, or empty: all of the project together. */
    walletId: text('wallet_id').notNull(),
    chainId: chain('chain_id').notNull(),
    /** Days since the epoch. */
    day: integer('day').notNull(),
    wei: wei('wei').notNull(),
    operations: integer('operations').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.walletId, table.chainId, table.day] }),
    index('sponsor_spending_day').on(table.day),
    index('sponsor_spending_wallet').on(table.walletId),
  ],
)

/** Operations whose fee was promised. A nonce is used once on a network, so it names the operation. */
export const sponsorships = pgTable(
  'sponsorships',
  {
    projectId: text('project_id').notNull(),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id, { onDelete: 'cascade' }),
    chainId: chain('chain_id').notNull(),
    /** Decimal. */
    nonce: text('nonce').notNull(),
    day: integer('day').notNull(),
    /** What it may cost at most; once settled, what it did cost. */
    wei: wei('wei').notNull(),
    userOpHash: text('user_op_hash').notNull(),
    /** The promise ends. */
    validUntil: time('valid_until').notNull(),
    settledAt: time('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.walletId, table.chainId, table.nonce] }),
    index('sponsorships_hash').on(table.userOpHash),
    index('sponsorships_due').on(table.chainId, table.validUntil).where(sql`settled_at is null`),
    index('sponsorships_ended').on(table.validUntil),
    index('sponsorships_wallet').on(table.walletId),
  ],
)
