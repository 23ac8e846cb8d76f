import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The embedded database, PostgreSQL, or a transaction of either. */
export type Database = PgDatabase<PgQueryResultHKT>
