import { Socket } from 'node:net'
import { type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import type { Database, DatabaseOptions, OpenDatabase } from './Database.ts'
import { DatabaseAwayError, isConnectionLost } from './databaseErrors.ts'
import { listenPostgres } from './listenPostgres.ts'
import { migrationsFolder } from './migrationsFolder.ts'

const CONNECTIONS = 10
/** How long the goodbyes to the server may take, ms. */
const CLOSE = 1_000
/** Any number that no other program takes; it keeps two starting processes from migrating at once. */
const MIGRATION_LOCK = 4_120_777_031

type None = Record<string, never>
type Times = Required<Pick<DatabaseOptions, 'queryTimeout' | 'connectTimeout' | 'idleInTransaction'>>

/** One process at a time; a long migration, or the wait for another process, has no time-out. */
async function migratePostgres(url: string, connectTimeout: number): Promise<void> {
  const { Client } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeout })
  // The statement under way tells; without a listener the error would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const single = drizzle(client)
    // A lock of the transaction, not of the session: behind a pooler the session is anybody's. The migrator's own
    // BEGIN changes nothing inside this transaction, and its COMMIT ends it.
    await single.execute(sql`begin`)
    await single.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await migrate(single, { migrationsFolder: migrationsFolder() })
  } finally {
    await client.end()
  }
}

/** Sockets of a pool, so that they can be cut when the server says nothing any more. */
function createSockets() {
  const open = new Set<Socket>()
  return {
    create() {
      const socket = new Socket()
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      return socket
    },
    cut() {
      for (const socket of open) socket.destroy()
    },
  }
}

/** A pooler (PgBouncer) takes no settings with the first message; a server does. */
async function refusesSettings(pool: Pool): Promise<boolean> {
  try {
    ;(await pool.connect()).release()
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '08P01') return true
    throw error
  }
}

async function createPool(url: string, { queryTimeout, connectTimeout, idleInTransaction }: Times) {
  const { Pool } = (await import('pg')).default
  const sockets = createSockets()
  const create = (settings: PoolConfig) => {
    const pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: connectTimeout,
      // The server gives up first; this limit is for a server that is not there any more.
      query_timeout: queryTimeout + 1_000,
      stream: sockets.create,
      ...settings,
    })
    // A broken connection is replaced by the pool, and whoever uses it is told by its statement or transaction.
    // Without listeners the error would end the process: the pool listens to idle connections alone.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pool = create({
    statement_timeout: queryTimeout,
    idle_in_transaction_session_timeout: idleInTransaction,
  })
  const isPooler = await refusesSettings(pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  if (!isPooler) return { pool, sockets, isPooler }
  await pool.end()
  return { pool: create({}), sockets, isPooler }
}

/** Rejects when the connection ends: a transaction that waits for something else would not learn of it. */
function lossOf(client: PoolClient): { lost: Promise<never>; forget: () => void } {
  let lose: (cause?: unknown) => void = () => undefined
  const lost = new Promise<never>((_, reject) => {
    lose = (cause) => reject(new DatabaseAwayError('The connection to the database was lost.', { cause }))
  })
  // The work may have failed first; then nobody waits for this.
  lost.catch(() => undefined)
  client.once('error', lose)
  client.once('end', lose)
  return {
    lost,
    forget() {
      client.off('error', lose)
      client.off('end', lose)
    },
  }
}

/**
 * Transactions that give their connection back whatever happens: one whose state is not known is closed. drizzle's own
 * keeps it for ever when BEGIN or ROLLBACK fails.
 */
async function createTransactions(
  pool: Pool,
  { queryTimeout, idleInTransaction }: Times,
  logger: { logQuery(query: string, params: unknown[]): void },
): Promise<Database['transaction']> {
  const { PgDialect } = await import('drizzle-orm/pg-core')
  const { NodePgSession, NodePgTransaction } = await import('drizzle-orm/node-postgres/session')
  const dialect = new PgDialect()
  // One message. A pooler lets no setting live longer than a transaction.
  const begin = `begin; set local statement_timeout = ${queryTimeout}; set local idle_in_transaction_session_timeout = ${idleInTransaction}`
  return async (work, config) => {
    const away = (cause: unknown) =>
      isConnectionLost(cause) ? new DatabaseAwayError('The database does not answer.', { cause }) : cause
    const client = await pool.connect().catch((error: unknown) => {
      throw away(error)
    })
    const { lost, forget } = lossOf(client)
    let isOver = false
    try {
      await client.query(begin)
      const session = new NodePgSession<None, ExtractTablesWithRelations<None>>(client, dialect, undefined, {
        logger,
      })
      const transaction = new NodePgTransaction<None, ExtractTablesWithRelations<None>>(
        dialect,
        session,
        undefined,
      )
      if (config) await transaction.setTransaction(config)
      const result = await Promise.race([work(transaction), lost])
      await client.query('commit')
      isOver = true
      return result
    } catch (error) {
      if (!isConnectionLost(error))
        isOver = await client.query('rollback').then(
          () => true,
          () => false,
        )
      throw away(error)
    } finally {
      forget()
      client.release(!isOver)
    }
  }
}

/** Opens PostgreSQL, with its tables brought up to date. */
export async function openPostgres(
  { url, listenUrl = url }: { url: string; listenUrl?: string },
  options: DatabaseOptions,
): Promise<OpenDatabase> {
  const { queryTimeout = 10_000, connectTimeout = 5_000, idleInTransaction = 30_000 } = options
  const times = { queryTimeout, connectTimeout, idleInTransaction }
  const logger = { logQuery: options.onStatement ?? (() => undefined) }
  const { drizzle } = await import('drizzle-orm/node-postgres')
  await migratePostgres(listenUrl, connectTimeout)
  const { pool, sockets, isPooler } = await createPool(url, times)
  const db = drizzle(pool, { logger })
  db.transaction = (await createTransactions(pool, times, logger)) as typeof db.transaction
  return {
    db,
    ping: async () => void (await pool.query('select 1')),
    listen: async (channel, onPayload, onGap) => {
      if (isPooler && listenUrl === url)
        throw Object.assign(
          new Error('A pooler passes no notifications on: set DATABASE_LISTEN_URL to the database itself.'),
          // Logs have no messages of errors, but their codes.
          { code: 'SET_DATABASE_LISTEN_URL' },
        )
      return listenPostgres({ url: listenUrl, channel, onPayload, onGap })
    },
    poolStats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      if (pool.ending) return
      let late: NodeJS.Timeout | undefined
      const bound = new Promise<void>((resolve) => {
        late = setTimeout(resolve, CLOSE)
      })
      await Promise.race([pool.end(), bound])
      clearTimeout(late)
      sockets.cut()
    },
  }
}
