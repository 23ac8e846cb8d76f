import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import type { OpenDatabase } from '../../db/Database.ts'
import { createDevice } from '../../testing/createDevice.ts'
import { createActiveWallet } from '../../testing/createVault.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { rotate } from '../rotate.ts'
import { AFTER, BEFORE, createProcess, ROTATED } from '../testing/rotation.ts'
import { checkDatabase } from './checkDatabase.ts'
import { ask } from './Diagnosis.ts'

let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
  const service = await createProcess(database, BEFORE)
  const device = await createDevice(service)
  await createActiveWallet(service, device, await device.signIn('mia@example.com'))
  await service.stop()
})
afterEach(() => database.close())

async function look(secrets: ServiceConfig['secrets']) {
  const config = { secrets } as ServiceConfig
  const findings = await checkDatabase({ environment: {}, config, db: database.db, ask })
  return Object.fromEntries(findings.map(({ check, level, message }) => [check, `${level}: ${message}`]))
}

test('the doctor says what a rotation still needs, from its start to its end', async () => {
  const before = await look(BEFORE)
  expect(before).toEqual({
    'database.tables': expect.stringMatching(/^ok: /),
    'clock.database': expect.stringMatching(/^ok: /),
    'sealed.KEK': expect.stringMatching(/^ok: [1-9]/),
    'sealed.RECOVERY_KEK': 'ok: 1 record(s), all under RECOVERY_KEK.',
    'sealed.PEPPER': 'ok: 1 account(s) looked at, all under PEPPER.',
  })
  expect(await look(ROTATED)).toMatchObject({
    'sealed.KEK': expect.stringMatching(/^warn: [1-9].* under KEK_PREVIOUS/),
    'sealed.RECOVERY_KEK': 'warn: 1 record(s) are under RECOVERY_KEK_PREVIOUS.',
    'sealed.PEPPER': expect.stringMatching(/^warn: PEPPER_PREVIOUS is set/),
  })
  await rotate(database.db, ROTATED)
  expect(await look(ROTATED)).toMatchObject({
    'sealed.KEK': 'warn: Nothing is left under KEK_PREVIOUS, and it is still set.',
  })
  expect(await look(AFTER)).toMatchObject({ 'sealed.KEK': expect.stringMatching(/^ok: /) })
  expect(await look(BEFORE)).toMatchObject({
    'sealed.unknown': expect.stringMatching(/^fail: .*recovery_keys\.key_sealed \(key [0-9a-f]{8}\)/),
  })
})

test('a pepper that the accounts are not under is found before anybody signs in', async () => {
  expect(await look({ ...BEFORE, pepper: AFTER.pepper })).toMatchObject({
    'sealed.KEK': expect.stringMatching(/^ok: /),
    'sealed.PEPPER': expect.stringMatching(/^fail: 1 of 1 account\(s\).* new, empty account/),
  })
})

test('tables of an earlier or later version', async () => {
  const { db } = database
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 4000000000000)`,
  )
  expect((await look(BEFORE))['database.tables']).toMatch(/^fail: The tables are of another version/)
  await db.execute(sql`delete from drizzle.__drizzle_migrations`)
  const found = await look(BEFORE)
  expect(found['database.tables']).toMatch(/^fail: .*\(0 migrations/)
  expect(found).not.toHaveProperty('sealed.KEK')
})
