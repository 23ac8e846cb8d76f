import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { time } from './schema.ts'

/** Names that the service has given. A name is never given twice, not when its account is gone either. */
export const accountNames = pgTable(
  'account_names',
  {
    /** The whole name, such as `alice.wallet.example`. */
    name: text('name').primaryKey(),
    label: text('label').notNull(),
    zone: text('zone').notNull(),
    /** In small letters; null: the account was deleted. */
    account: text('account'),
    /** The one network that the account has proven itself on (ENSIP-11); null: it is the same on every EVM network. */
    coinType: bigint('coin_type', { mode: 'number' }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('account_names_account').on(table.account, table.zone),
    index('account_names_label').on(table.label),
  ],
)
