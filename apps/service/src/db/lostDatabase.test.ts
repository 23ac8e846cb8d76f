import * as protocol from '@latchkey/protocol/http'
import { type Postgres, startPostgres } from '@latchkey/testing/node'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevice } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'
import { overPostgres } from '../testing/database.ts'
import type { OpenDatabase } from './Database.ts'
import { isDatabaseAway } from './databaseErrors.ts'
import { listenPostgres } from './listenPostgres.ts'
import { openDatabase } from './openDatabase.ts'

/** ms. What a server that answers needs on a busy machine. */
const QUERY = 5_000
const CONNECT = 5_000

/** A transaction that is under way until `end` is called. */
function beginOne(database: OpenDatabase) {
  let end: () => void = () => undefined
  const waits = new Promise<void>((resolve) => {
    end = resolve
  })
  let hasBegun: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const done = database.db.transaction(async (transaction) => {
    await transaction.execute(sql`select 1`)
    hasBegun()
    await waits
    await transaction.execute(sql`select 1`)
  })
  return {
    begun,
    end,
    outcome: done.then(
      () => 'done' as const,
      (error: unknown) => error,
    ),
  }
}

/** Whatever is done to the server, the process goes on. */
const lostTest = test.runIf(overPostgres())
let server: Postgres
let database: OpenDatabase
let service: TestService
beforeAll(async () => {
  if (!overPostgres()) return
  server = await startPostgres({ from: 'installed' })
  database = await openDatabase({ url: server.url }, { queryTimeout: QUERY, connectTimeout: CONNECT })
  service = await createTestService({ deps: { database } })
})
afterAll(async () => {
  if (!overPostgres()) return
  await service.stop()
  await database.close()
  await server.stop()
})

const startSignIn = async (email: string) => (await createDevice(service)).start(email)
const recovers = () =>
  expect
    .poll(async () =>
      database.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)

lostTest('a database that is lost ends the transactions under way, and no process', async () => {
  const open = [1, 2, 3].map(() => beginOne(database))
  await Promise.all(open.map(({ begun }) => begun))
  server.kill('SIGKILL')
  // None of them asks for anything: they learn of it by themselves.
  for (const outcome of await Promise.all(open.map(({ outcome }) => outcome)))
    expect(isDatabaseAway(outcome)).toBe(true)
  for (const { end } of open) end()
  await server.restart()
  await recovers()
  expect(await beginAndEnd()).toBe('done')
})

async function beginAndEnd() {
  const { end, outcome } = beginOne(database)
  end()
  return outcome
}

lostTest(
  'a database that is lost is a 503 with a time to come back after, and recovers by itself',
  async () => {
    const device = await createDevice(service)
    const login = await device.signIn('away@example.com')
    server.kill('SIGKILL')
    const refused = await Promise.all([
      startSignIn('one@example.com'),
      device.call(protocol.getSession, { token: login.tokens.accessToken }),
      device.call(protocol.refresh, { body: { refreshToken: login.tokens.refreshToken } }),
    ])
    for (const { status, headers, body } of refused) {
      expect(status).toBe(503)
      expect(body).toMatchObject({ error: { code: protocol.ServiceUnreachableError.code } })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await server.restart()
    await recovers()
    expect((await device.call(protocol.getSession, { token: login.tokens.accessToken })).status).toBe(200)
  },
)

lostTest('a database that is lost is heard again after it was away', async () => {
  const heard: string[] = []
  let gaps = 0
  const end = await database.listen(
    'lost_channel',
    (payload) => heard.push(payload),
    () => gaps++,
  )
  server.kill('SIGKILL')
  await server.restart()
  await expect.poll(() => gaps).toBe(1)
  await recovers()
  await database.db.execute(sql`select pg_notify('lost_channel', 'again')`)
  await expect.poll(() => heard).toEqual(['again'])
  await end()
})

lostTest('one backend that is terminated takes its own transaction with it alone', async () => {
  const [victim, other] = [beginOne(database), beginOne(database)]
  await Promise.all([victim.begun, other.begun])
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where state = 'idle in transaction' order by backend_start limit 1`)
  const first = await Promise.race([victim.outcome, other.outcome])
  expect(isDatabaseAway(first)).toBe(true)
  victim.end()
  other.end()
  expect(await Promise.all([victim.outcome, other.outcome])).toContain('done')
})

lostTest('a BEGIN that stalls gives its connection back', async () => {
  await Promise.all(Array.from({ length: 10 }, beginAndEnd))
  server.kill('SIGSTOP')
  const stalled = await Promise.all(Array.from({ length: 12 }, beginAndEnd))
  server.kill('SIGCONT')
  for (const outcome of stalled) expect(isDatabaseAway(outcome)).toBe(true)
  await recovers()
  expect(database.poolStats()).toMatchObject({ waiting: 0 })
  // As many at the same time as there are connections: none is missing.
  const all = Array.from({ length: 10 }, () => beginOne(database))
  await Promise.all(all.map(({ begun }) => begun))
  for (const { end } of all) end()
  for (const { outcome } of all) expect(await outcome).toBe('done')
})

lostTest('a frozen server does not keep the database from closing', async () => {
  const other = await openDatabase({ url: server.url })
  const end = await other.listen(
    'lost_channel',
    () => undefined,
    () => undefined,
  )
  const stuck = beginOne(other)
  await stuck.begun
  server.kill('SIGSTOP')
  try {
    const began = performance.now()
    await Promise.all([end(), other.close()])
    // Without an end of its own it would wait as long as the server is frozen.
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(isDatabaseAway(await stuck.outcome)).toBe(true)
  } finally {
    server.kill('SIGCONT')
    stuck.end()
  }
})

lostTest('a transaction that does nothing for long is ended by the server', async () => {
  const brief = await openDatabase({ url: server.url }, { idleInTransaction: 200 })
  const idle = beginOne(brief)
  await idle.begun
  expect(isDatabaseAway(await idle.outcome)).toBe(true)
  idle.end()
  await brief.close()
})

lostTest('a refusal inside a transaction keeps the connection', async () => {
  const pids = async () => {
    const seen: unknown[] = []
    await database.db
      .transaction(async (transaction) => {
        const found = await transaction.execute(sql`select pg_backend_pid() as pid`)
        seen.push((found as unknown as { rows: { pid: number }[] }).rows[0]?.pid)
        throw new TypeError('refused')
      })
      .catch((error: unknown) => seen.push(error instanceof TypeError))
    return seen
  }
  const first = await pids()
  expect(first[1]).toBe(true)
  expect(await pids()).toEqual(first)
})

lostTest('a server that refuses to listen keeps no connection of those who try', async () => {
  const name = 'listens-in-vain'
  const url = new URL(server.url)
  url.searchParams.set('application_name', name)
  const kept = async () => {
    const found = await database.db.execute(
      sql`select count(*)::int as count from pg_stat_activity where application_name = ${name}`,
    )
    return (found as unknown as { rows: { count: number }[] }).rows[0]?.count
  }
  // A word of SQL is no channel: refused, as by a standby.
  const end = await listenPostgres({
    url: url.href,
    channel: 'select',
    onPayload: () => undefined,
    onGap: () => undefined,
  })
  await expect.poll(kept).toBe(0)
  await end()
})
