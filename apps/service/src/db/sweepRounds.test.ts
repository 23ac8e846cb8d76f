import * as protocol from '@latchkey/protocol/http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDevice } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'
import { openTestDatabase, overPostgres } from '../testing/database.ts'
import type { OpenDatabase } from './Database.ts'
import { sweep } from './sweep.ts'

const NOW = 1_900_000_000_000
let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const failures: string[] = []
const run = () =>
  sweep(database.db, NOW, { retentionDays: 30, onFailure: (table) => void failures.push(table) })
const write = (statement: string) => database.db.execute(sql.raw(statement))
async function count(table: string, db = database.db): Promise<number> {
  const found = await db.execute(sql.raw(`select count(*)::int as rows from ${table}`))
  return (found as unknown as { rows: { rows: number }[] }).rows[0]?.rows ?? -1
}
const addProofs = (name: string, amount: number, expiresAt: number) =>
  write(`insert into used_proofs select '${name}' || i, ${expiresAt} from generate_series(1, ${amount}) i`)

beforeEach(async () => {
  failures.length = 0
  await write('delete from used_proofs')
  await write('delete from counters')
})

test('many expired rows all go, in parts, and the others stay', async () => {
  await addProofs('old', 3_500, NOW - 1)
  await addProofs('live', 20, NOW + 1)
  await run()
  expect(await count('used_proofs')).toBe(20)
  expect(failures).toEqual([])
})

test('a table that cannot be swept is told, and the others are swept', async () => {
  await write(`insert into counters values ('old', 1, ${NOW - 1})`)
  await addProofs('old', 5, NOW - 1)
  await write('alter table used_proofs rename to hidden_proofs')
  await run()
  await write('alter table hidden_proofs rename to used_proofs')
  expect(failures).toEqual(['usedProofs'])
  expect(await count('counters')).toBe(0)
})

test.runIf(overPostgres())(
  'one process sweeps at a time, and a row in use waits for the next round',
  async () => {
    await addProofs('old', 5, NOW - 1)
    await database.db.transaction(async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(4120777032)`)
      await run()
      expect(await count('used_proofs')).toBe(5)
    })
    await database.db.transaction(async (transaction) => {
      await transaction.execute(sql`select 1 from used_proofs where id = 'old1' for update`)
      await run()
      expect(await count('used_proofs')).toBe(1)
    })
    await run()
    expect(await count('used_proofs')).toBe(0)
  },
)

test('a session that is refreshed again and again keeps few tokens, and an idle one goes with its last', async () => {
  const service: TestService = await createTestService()
  const { db } = service.database
  const device = await createDevice(service)
  let { tokens } = await device.signIn('small@example.com')
  for (let round = 0; round < 10; round++) {
    service.advance(11 * 60_000)
    const before = tokens.accessToken
    tokens = await device.must(protocol.refresh, { body: { refreshToken: tokens.refreshToken } })
    const late = await device.call(protocol.getSession, { token: before })
    expect(late.status).toBe(401)
  }
  expect(await count('access_tokens', db)).toBe(1)
  // Used ones stay: a second use of any of them shows a thief.
  expect(await count('refresh_tokens', db)).toBe(11)
  service.advance(13 * 86_400_000)
  await service.sweep()
  const late = await device.call(protocol.getSession, { token: tokens.accessToken })
  expect(late.body).toMatchObject({ error: { code: protocol.ExpiredTokenError.code } })
  service.advance(2 * 86_400_000)
  await service.sweep()
  for (const table of ['sessions', 'access_tokens', 'refresh_tokens']) expect(await count(table, db)).toBe(0)
  await service.stop()
})
