import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The embedded database, PostgreSQL, or a transaction of either. */
export type Database = PgDatabase<PgQueryResultHKT>

export type OpenDatabase = {
  /** On PostgreSQL its transactions give their connection back whatever happens. */
  db: Database
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /**
   * Hears what `pg_notify` says on a channel, in this process and in others.
   *
   * @param onGap the connection was lost for a while: something may have been missed
   * @returns ends it
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap: () => void,
  ): Promise<() => Promise<void>>
  /** Connections now: open, of those unused, and callers that wait for one. The embedded database has none. */
  poolStats(): { total: number; idle: number; waiting: number } | null
  /** Settles within a few seconds, whatever the server does. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** ms that one statement may take on PostgreSQL; 10 000 */
  queryTimeout?: number
  /** ms that a statement may wait for a connection to it; 5 000 */
  connectTimeout?: number
  /** ms that a transaction may do nothing before PostgreSQL ends it; 30 000 */
  idleInTransaction?: number
  /** Hears each statement before it is sent; those that begin and end a transaction are left out. */
  onStatement?: (text: string, parameters: unknown[]) => void
}
