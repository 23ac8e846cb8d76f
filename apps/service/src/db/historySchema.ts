import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time, wallets } from './schema.ts'

const chain = (name: string) => bigint(name, { mode: 'number' })
const height = (name: string) => bigint(name, { mode: 'number' })

/** What one transaction moved, seen from one account. Addresses are in small letters. */
export type Movement = {
  /** Whether the account gave, took, or both. */
  direction: 'in' | 'out' | 'self'
  /** The native currency, a token of the network's list, or a collectible (ERC-721, ERC-1155). */
  kind: 'native' | 'token' | 'nft'
  /** The contract; null for the native currency. */
  token: string | null
  /** Decimal; of collectibles alone. */
  tokenId?: string
  /** The other side. */
  counterparty: string
  /** In base units, decimal. */
  amount: string
  /** A collectible that nobody asked for: see `isUnasked`. */
  isSpam?: true
}

/** Addresses whose transactions are kept: plain and smart accounts of active wallets, in small letters. */
export const historyAccounts = pgTable(
  'history_accounts',
  {
    account: text('account').primaryKey(),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id, { onDelete: 'cascade' }),
  },
  (table) => [index('history_accounts_wallet').on(table.walletId)],
)

/** How far each network is read, and which process reads it. */
export const historyChains = pgTable('history_chains', {
  chainId: chain('chain_id').primaryKey(),
  /** The last block that was read; it stands in `history_blocks`. null: none yet. */
  head: height('head'),
  /** When that block was made. */
  headAt: time('head_at'),
  /** The process that reads, until the time that follows. */
  leasedBy: text('leased_by'),
  leasedUntil: time('leased_until').notNull(),
})

/** The last blocks that were read: by them a reorganisation is seen. */
export const historyBlocks = pgTable(
  'history_blocks',
  {
    chainId: chain('chain_id').notNull(),
    number: height('number').notNull(),
    hash: text('hash').notNull(),
    parent: text('parent').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.number] })],
)

/** One transaction as one account sees it, with what it moved. */
export const historyTransactions = pgTable(
  'history_transactions',
  {
    chainId: chain('chain_id').notNull(),
    block: height('block').notNull(),
    position: integer('position').notNull(),
    account: text('account')
      .notNull()
      .references(() => historyAccounts.account, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    at: time('at').notNull(),
    sender: text('sender').notNull(),
    /** What was called; the contract itself where one was made. */
    target: text('target').notNull(),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: ['transfer', 'approve', 'deploy', 'execute'] }).notNull(),
    status: text('status', { enum: ['confirmed', 'failed'] }).notNull(),
    movements: jsonb('movements').$type<Movement[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.block, table.position, table.account] }),
    index('history_transactions_chain').on(
      table.account,
      table.chainId,
      table.at,
      table.block,
      table.position,
    ),
    index('history_transactions_all').on(table.account, table.at, table.block, table.position, table.chainId),
  ],
)
