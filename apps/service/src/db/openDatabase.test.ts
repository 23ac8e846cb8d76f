import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createEmptyPostgres, overPostgres } from '../testing/database.ts'
import { consume } from './counters.ts'
import { openDatabase } from './openDatabase.ts'

const limit = { key: 'kept', limit: 1, window: 1_000 }

test.runIf(overPostgres())(
  'processes that start at once migrate one after the other and share what is counted',
  async () => {
    const { url, drop } = await createEmptyPostgres()
    const processes = await Promise.all([1, 2, 3].map(() => openDatabase({ url })))
    const waits = await Promise.all(processes.map(({ db }) => consume(db, limit, 0)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1)
    await Promise.all(processes.map(({ close }) => close()))
    await expect(processes[0]?.ping()).rejects.toThrow()
    await drop()
  },
)

test.runIf(overPostgres())('a server that does not answer is an error, not a wait', async () => {
  await expect(openDatabase({ url: 'postgres://postgres@127.0.0.1:1/none' })).rejects.toThrow()
})

test.runIf(overPostgres())('a statement that hangs is an error, and the next one is answered', async () => {
  const { url, drop } = await createEmptyPostgres()
  // Time enough for what does not hang.
  const { db, ping, close } = await openDatabase({ url }, { queryTimeout: 3_000 })
  await expect(db.execute(sql`select pg_sleep(600)`)).rejects.toThrow()
  await ping()
  await close()
  await drop()
})

test.skipIf(overPostgres())('the embedded database keeps what it has over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pglite-'))
  const first = await openDatabase({ directory: join(folder, 'db') })
  expect(await consume(first.db, limit, 0)).toBe(0)
  await first.close()
  await expect(first.ping()).rejects.toThrow()
  const second = await openDatabase({ directory: join(folder, 'db') })
  expect(await consume(second.db, limit, 0)).toBeGreaterThan(0)
  await second.close()
  rmSync(folder, { recursive: true })
})
