import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as protocol from '@latchkey/protocol/http'
import {
  freePort,
  type Postgres,
  poll,
  type RunningService,
  spawnService,
  startPostgres,
  unprivilegedUser,
} from '@latchkey/testing/node'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevice } from '../testing/createDevice.ts'
import { createTestService } from '../testing/createTestService.ts'
import { createActiveWallet } from '../testing/createVault.ts'
import { overPostgres } from '../testing/database.ts'
import type { OpenDatabase } from './Database.ts'
import { openDatabase } from './openDatabase.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
if (overPostgres() && !PROGRAM)
  process.stdout.write('Skipped: no pgbouncer. Install it with "apt-get install pgbouncer".\n')

/** PgBouncer in transaction mode, with fewer connections than a process of ours opens. */
async function startPooler(program: string, root: string, server: Postgres) {
  const port = await freePort()
  const { hostname, port: serverPort } = new URL(server.url)
  const ini = `[databases]
postgres = user=postgres host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`
  writeFileSync(join(root, 'pgbouncer.ini'), ini)
  chmodSync(join(root, 'pgbouncer.ini'), 0o644)
  const pooler = await spawnService({
    name: 'PgBouncer',
    command: program,
    args: [join(root, 'pgbouncer.ini')],
    ...unprivilegedUser(),
  })
  return { pooler, url: `postgresql://postgres@127.0.0.1:${port}/postgres` }
}

/** In transaction mode. */
const hasPooler = overPostgres() && PROGRAM !== undefined
const pooledTest = test.runIf(hasPooler)
const root = mkdtempSync(join(tmpdir(), 'latchkey-pooler-'))
let server: Postgres
let pooler: RunningService
let url: string
let database: OpenDatabase
beforeAll(async () => {
  if (!hasPooler) return
  chmodSync(root, 0o755)
  server = await startPostgres({ from: 'installed' })
  ;({ pooler, url } = await startPooler(PROGRAM ?? '', root, server))
  // It listens a moment after it was started.
  const open = async () => {
    database = await openDatabase({ url, listenUrl: server.url })
  }
  await poll(open, { name: 'PgBouncer', timeout: 60_000 })
})
afterAll(async () => {
  if (!hasPooler) return
  await database.close()
  await pooler.stop()
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

pooledTest('behind PgBouncer, tables are made through it, by several processes at once', async () => {
  const processes = await Promise.all([1, 2, 3].map(() => openDatabase({ url })))
  for (const { ping, close } of processes) {
    await ping()
    await close()
  }
})

pooledTest('behind PgBouncer, people sign in, make wallets and sweep, many at once', async () => {
  const service = await createTestService({ deps: { database } })
  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const device = await createDevice(service, `198.51.100.${index}`)
      const { challengeId } = await device.must(protocol.startEmail, {
        body: {
          projectId: 'demo',
          hostOrigin: 'http://app.localhost:5173',
          email: `pooled${index}@example.com`,
          purpose: 'login',
        },
      })
      const mail = service.mails.find(({ to }) => to === `pooled${index}@example.com`)
      const code = /^\s*([0-9]{6})\s*$/m.exec(mail?.text ?? '')?.[1]
      const login = await device.must(protocol.verifyEmail, { body: { challengeId, code } })
      await createActiveWallet(service, device, login)
      await device.must(protocol.refresh, { body: { refreshToken: login.tokens.refreshToken } })
    }),
  )
  await service.sweep()
  expect(service.logs.join('')).not.toContain('task failed')
  await service.stop()
})

pooledTest(
  'behind PgBouncer, a statement of a transaction has its time, and the next owner of the connection has its own',
  async () => {
    const brief = await openDatabase({ url }, { queryTimeout: 500 })
    const began = performance.now()
    await expect(
      brief.db.transaction((transaction) => transaction.execute(sql`select pg_sleep(600)`)),
    ).rejects.toThrow()
    expect(performance.now() - began).toBeLessThan(30_000)
    const timeouts = await Promise.all(
      Array.from({ length: 8 }, () =>
        database.db.execute(sql`select current_setting('statement_timeout') as is`),
      ),
    )
    for (const found of timeouts) expect(found).toMatchObject({ rows: [{ is: '0' }] })
    await brief.close()
  },
)

pooledTest(
  'behind PgBouncer, notifications come by the other address, and without one that is said',
  async () => {
    const heard: string[] = []
    const end = await database.listen(
      'pooled',
      (payload) => heard.push(payload),
      () => undefined,
    )
    await database.db.execute(sql`select pg_notify('pooled', 'through')`)
    await expect.poll(() => heard).toEqual(['through'])
    await end()
    const other = await openDatabase({ url })
    await expect(
      other.listen(
        'pooled',
        () => undefined,
        () => undefined,
      ),
    ).rejects.toMatchObject({ code: 'SET_DATABASE_LISTEN_URL' })
    await other.close()
  },
)
