import * as protocol from '@latchkey/protocol/http'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { rewrap } from '../crypto/envelope.ts'
import { createHashKeys, recordKeys } from '../crypto/serviceKeys.ts'
import type { OpenDatabase } from '../db/Database.ts'
import { identities } from '../db/identitySchema.ts'
import { users } from '../db/schema.ts'
import { sealSubject, subjectKeysOf } from '../identity/users/identitySubject.ts'
import { askAsWallet, tokenIn } from '../testing/askAsWallet.ts'
import { codeIn, createDevice, problemCode } from '../testing/createDevice.ts'
import { HOST, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver, createVault } from '../testing/createVault.ts'
import { emptyTables, openTestDatabase } from '../testing/database.ts'
import { findSealedColumns } from './rewrapColumn.ts'
import { readSealedReport, rotate } from './rotate.ts'
import { queryRows } from './schemaVersion.ts'
import {
  AFTER,
  BEFORE,
  createProcess,
  moveTo,
  PREPARED,
  PREPARED_KEKS,
  ROTATED,
  ROTATED_KEKS,
} from './testing/rotation.ts'

let database: OpenDatabase
const processes: TestService[] = []
const start = async (secrets: Parameters<typeof createProcess>[1]) => {
  const service = await createProcess(database, secrets)
  processes.push(service)
  return service
}

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await Promise.all(processes.splice(0).map((service) => service.stop()))
  await emptyTables(database)
})
afterAll(() => database.close())

/** A device with a wallet, made under the keys of before. */
async function createOwner(email = 'mia@example.com') {
  const service = { ...(await start(BEFORE)) }
  const device = await createDevice(service)
  const login = await device.signIn(email)
  const vault = await createActiveWallet(service, device, login)
  const sign = async () => {
    const receiver = await createReceiver()
    const { share } = await device.must(protocol.releaseShare, {
      token: login.tokens.accessToken,
      params: { keysetId: vault.ids.keyset },
      body: { publicKey: receiver.publicKey, purpose: 'sign' },
    })
    return receiver.open(share, `v1|release|${vault.ids.keyset}|sign`)
  }
  const share = vault.secrets.deviceShare.toString('hex')
  return { service, device, login, vault, sign, share, email }
}

/** Signs in on a new device and fetches the recovery key and share. */
async function recover(service: TestService, { vault, email }: Awaited<ReturnType<typeof createOwner>>) {
  service.advance(31_000)
  const device = await createDevice(service)
  const { tokens, session } = await device.signIn(email)
  const [shares, keys] = [await createReceiver(), await createReceiver()]
  const { serverShare, recoveryKey } = await device.must(protocol.recoverWallet, {
    token: tokens.accessToken,
    params: { walletId: vault.ids.wallet },
    body: { publicKey: shares.publicKey, recoveryKeyPublicKey: keys.publicKey },
  })
  return {
    userId: session.user.id,
    share: await shares.open(serverShare, `v1|recover-share|${vault.ids.recovery}`),
    key: await keys.open(recoveryKey, `v1|recover-key|${vault.ids.recovery}`),
  }
}

const keyIdOf = async (column: 'share_sealed' | 'key_sealed', keysetId: string) => {
  const [table, id] = column === 'share_sealed' ? ['keysets', 'id'] : ['recovery_keys', 'keyset_id']
  const [row] = await queryRows(
    database.db,
    sql`select split_part(${sql.identifier(column)}, '.', 2) as id from ${sql.identifier(table)}
      where ${sql.identifier(id)} = ${keysetId}`,
    z.object({ id: z.string() }),
  )
  return row?.id
}

test('with the previous keys set, everything opens, and read records go under the new ones', async () => {
  const owner = await createOwner()
  const after = await start(ROTATED)
  moveTo(owner.service, after)
  const { recordKey } = recordKeys(AFTER.kek)
  const before = await keyIdOf('key_sealed', owner.vault.ids.recovery)
  expect(await keyIdOf('share_sealed', owner.vault.ids.keyset)).not.toBe(recordKey.id)
  expect(await owner.sign()).toBe(owner.share)
  expect(await keyIdOf('share_sealed', owner.vault.ids.keyset)).toBe(recordKey.id)
  expect(await owner.sign()).toBe(owner.share)

  const recovered = await recover(after, owner)
  expect(recovered).toEqual({
    userId: owner.login.session.user.id,
    share: owner.vault.secrets.recoveryShare.toString('hex'),
    key: owner.vault.secrets.recoveryKey.toString('hex'),
  })
  expect(await keyIdOf('key_sealed', owner.vault.ids.recovery)).not.toBe(before)
})

test('after the rotation the previous keys are not needed, and the report says so', async () => {
  const owner = await createOwner()
  // An address that only failed, and one with a code under way.
  const other = await createDevice(owner.service)
  await other.start('nobody@example.com')
  const report = await readSealedReport(database.db, ROTATED)
  expect(report.uses.map(({ other: count }) => count)).toEqual([expect.any(Number), 1])
  expect(report.uses[0]?.other).toBeGreaterThan(3)

  const lines: string[] = []
  const done = await rotate(database.db, ROTATED, { onProgress: (line) => lines.push(line) })
  expect(done.uses.every(({ other: count }) => count === 0)).toBe(true)
  expect(done.unknown).toEqual([])
  expect(done.written).toBe((report.uses[0]?.other ?? 0) + 1)
  expect(done.users).toEqual({ moved: 1, unknown: 0 })
  expect(lines).toContain('keysets.share_sealed: 2')
  expect(await rotate(database.db, ROTATED)).toMatchObject({ written: 0, users: { moved: 0, unknown: 0 } })

  const alone = await start(AFTER)
  moveTo(owner.service, alone)
  expect(await owner.sign()).toBe(owner.share)
  const { userId, key } = await recover(alone, owner)
  expect(userId).toBe(owner.login.session.user.id)
  expect(key).toBe(owner.vault.secrets.recoveryKey.toString('hex'))
})

test('without the previous keys nothing opens, and the report names the records left', async () => {
  const owner = await createOwner()
  moveTo(owner.service, await start(AFTER))
  await expect(owner.sign()).rejects.toThrow(/500/)
  const { uses, unknown } = await readSealedReport(database.db, AFTER)
  expect(uses).toEqual([
    { variable: 'KEK', current: 0, other: 0 },
    { variable: 'RECOVERY_KEK', current: 0, other: 0 },
  ])
  expect(unknown.map(({ table, column }) => `${table}.${column}`)).toContain('recovery_keys.key_sealed')
  expect(await rotate(database.db, AFTER)).toMatchObject({ written: 0, unknown })
})

test('processes of both sides work on one database while keys change', async () => {
  const owner = await createOwner()
  const prepared = await start(PREPARED)
  const rotated = await start(ROTATED)
  // Written by the new process, read by the old one and back.
  for (const service of [rotated, prepared, rotated, prepared]) {
    moveTo(owner.service, service)
    expect(await owner.sign()).toBe(owner.share)
    expect((await recover(service, owner)).userId).toBe(owner.login.session.user.id)
    prepared.advance(31_000)
    rotated.advance(31_000)
  }
})

/** Asks for a code at one process and types it at the other. */
async function typeElsewhere(asked: TestService, typed: TestService) {
  const wanderer = { ...asked }
  const device = await createDevice(wanderer)
  const body = { projectId: 'demo', hostOrigin: HOST, email: 'mia@example.com', purpose: 'login' }
  const { challengeId } = await device.must(protocol.startEmail, { body })
  const code = codeIn(asked.mails.at(-1)?.text)
  moveTo(wanderer, typed)
  return device.call(protocol.verifyEmail, { body: { challengeId, code } })
}

test('while key-encryption keys change, a code of one process is taken by the other', async () => {
  const prepared = await start(PREPARED_KEKS)
  const rotated = await start(ROTATED_KEKS)
  for (const [asked, typed] of [
    [prepared, rotated],
    [rotated, prepared],
  ] as const) {
    prepared.advance(31_000)
    rotated.advance(31_000)
    expect((await typeElsewhere(asked, typed)).status).toBe(200)
  }
  expect(await database.db.select().from(users)).toHaveLength(1)
})

test('a code that was asked for under another pepper is refused, and makes no second account', async () => {
  const prepared = await start(PREPARED)
  const rotated = await start(ROTATED)
  const { session } = await (await createDevice(rotated)).signIn('mia@example.com')
  prepared.advance(31_000)
  rotated.advance(31_000)
  const refused = await typeElsewhere(prepared, rotated)
  expect(problemCode(refused)).toBe(new protocol.WrongCodeError().code)
  const [only, ...more] = await database.db.select().from(users)
  expect([only?.id, more]).toEqual([session.user.id, []])
})

const LOGIN = { projectId: 'strict', hostOrigin: HOST, email: 'mia@example.com', purpose: 'login' }

/** An account, and a new device that waits for the mailbox; then the pepper changes. */
async function askBeforeChange() {
  const site = { name: 'Demo', mode: 'development', allowedOrigins: [HOST] }
  const strict = { ...site, id: 'strict', deviceVerification: 'always' }
  const options = { projects: [{ ...site, id: 'demo' }, strict] }
  const before = await createProcess(database, BEFORE, options)
  const rotated = await createProcess(database, ROTATED, options)
  processes.push(before, rotated)
  const ownerAt = { ...before }
  const owner = await createDevice(ownerAt)
  const { session } = await owner.signIn('mia@example.com')
  before.advance(31_000)
  rotated.advance(31_000)
  const wanderer = { ...before }
  const device = await createDevice(wanderer)
  const { challengeId } = await device.must(protocol.startEmail, { body: LOGIN })
  const token = tokenIn(before.mails.at(-1)?.text, 'device')
  const change = () => {
    moveTo(ownerAt, rotated)
    moveTo(wanderer, rotated)
  }
  return { before, rotated, owner, userId: session.user.id, device, challengeId, token, change }
}

test('a device that the mailbox vouches for under another pepper gets into the account that is there', async () => {
  const { rotated, userId, device, challengeId, token, change } = await askBeforeChange()
  change()
  await askAsWallet(rotated, protocol.answerDeviceRequest, { token, answer: 'approve' })
  const sent = await device.must(protocol.checkDevice, { body: { challengeId } })
  if (sent.status !== 'approved') throw new Error('No code was sent.')
  const body = { challengeId: sent.challenge.challengeId, code: codeIn(rotated.mails.at(-1)?.text) }
  const login = await device.must(protocol.verifyEmail, { body })
  expect(login.session.user.id).toBe(userId)
  expect(await database.db.select().from(users)).toHaveLength(1)
})

test('a device that the mailbox refused stays refused when its owner signs in before the rotation', async () => {
  const { before, rotated, owner, device, token, change } = await askBeforeChange()
  await askAsWallet(before, protocol.answerDeviceRequest, { token, answer: 'reject' })
  change()
  await owner.signIn('mia@example.com')
  rotated.advance(31_000)
  await rotate(database.db, ROTATED)
  const refused = await device.call(protocol.startEmail, { body: LOGIN })
  expect(problemCode(refused)).toBe(new protocol.DeviceRejectedError({ data: { retryAfter: 1 } }).code)
})

test('a sign-in at both processes at once makes one account', async () => {
  const services = [await start(PREPARED), await start(ROTATED)]
  const attempts = await Promise.all(
    services.map(async (service, index) => {
      const device = await createDevice(service, `198.51.100.${index}`)
      const body = { projectId: 'demo', hostOrigin: HOST, email: 'twin@example.com', purpose: 'login' }
      const { challengeId } = await device.must(protocol.startEmail, { body })
      return { device, body: { challengeId, code: codeIn(service.mails.at(-1)?.text) } }
    }),
  )
  const logins = await Promise.all(
    attempts.map(({ device, body }) => device.must(protocol.verifyEmail, { body })),
  )
  expect(new Set(logins.map(({ session }) => session.user.id)).size).toBe(1)
  expect(await database.db.select().from(users)).toHaveLength(1)
})

test('a document that is open keeps its channel until the previous keys are dropped', async () => {
  const before = { ...(await start(BEFORE)) }
  const device = await createDevice(before)
  const { tokens, session } = await device.signIn('open@example.com')
  // Sealed to the channel key of before.
  const vault = await createVault(before, session.user.id)
  const body = await vault.creation()
  moveTo(before, await start(AFTER))
  expect(problemCode(await device.call(protocol.createWallet, { token: tokens.accessToken, body }))).toBe(
    new protocol.SealedMessageError().code,
  )
  moveTo(before, await start(ROTATED))
  const { wallet } = await device.must(protocol.createWallet, { token: tokens.accessToken, body })
  expect(wallet.id).toBe(vault.ids.wallet)
})

test('rotations that are stopped, or run at the same time, leave nothing half-way', async () => {
  const owner = await createOwner()
  const { recordKey } = recordKeys(BEFORE.kek)
  // More than one batch of accounts.
  const rows = Array.from({ length: 450 }, (_, index) => ({ id: `u${String(index).padStart(5, '0')}` }))
  const [{ emailSealed, ...mia } = { emailSealed: null }] = await database.db.select().from(users)
  await database.db
    .insert(users)
    .values(rows.map(({ id }) => ({ ...mia, id, emailKey: null, emailSealed, createdAt: 0 })))
  const stop = new AbortController()
  const seen: string[] = []
  const stopped = rotate(database.db, ROTATED, {
    signal: stop.signal,
    onProgress: (line) => {
      seen.push(line)
      stop.abort()
    },
  })
  await expect(stopped).rejects.toThrow(/abort/i)
  expect(seen).toHaveLength(1)
  const half = await readSealedReport(database.db, ROTATED)
  expect(half.uses[0]?.other).toBeGreaterThan(400)

  const service = await start(ROTATED)
  moveTo(owner.service, service)
  const [one, two, share] = await Promise.all([
    rotate(database.db, ROTATED),
    rotate(database.db, ROTATED),
    owner.sign(),
  ])
  expect(share).toBe(owner.share)
  expect(one.uses[0]?.other).toBe(0)
  expect(two.uses[1]?.other).toBe(0)
  const report = await readSealedReport(database.db, AFTER)
  expect(report.unknown).toEqual([])
  expect(() => rewrap(recordKey, emailSealed ?? '')).not.toThrow()
  expect(await owner.sign()).toBe(owner.share)
})

test('social identities go under the pepper in force; one whose subject was not kept is counted', async () => {
  const owner = await createOwner()
  const userId = owner.login.session.user.id
  const { recordKey } = recordKeys(BEFORE.kek)
  const subject = { issuer: 'https://id.example', subject: 'ada' }
  const [before] = subjectKeysOf(createHashKeys(BEFORE.pepper), subject)
  const shared = { userId, provider: 'google', issuer: subject.issuer, createdAt: 0, usedAt: 0 }
  const subjectSealed = sealSubject(recordKey, { id: 'kept', userId }, subject)
  await database.db.insert(identities).values([
    { ...shared, id: 'kept', subjectKey: before, subjectSealed },
    { ...shared, id: 'not-kept', subjectKey: 'another' },
  ])
  expect((await rotate(database.db, ROTATED)).identities).toEqual({ moved: 1, unknown: 1 })
  expect((await rotate(database.db, ROTATED)).identities).toEqual({ moved: 0, unknown: 1 })
  const rows = await database.db.select().from(identities).orderBy(identities.id)
  const [after] = subjectKeysOf(createHashKeys(AFTER.pepper), subject)
  expect(rows.map(({ subjectKey }) => subjectKey)).toEqual([after, 'another'])
})

test('nothing sealed stands outside the columns that a rotation finds', async () => {
  await createOwner()
  const found = (await findSealedColumns(database.db)).map(({ table, column }) => `${table}.${column}`)
  expect(found).toEqual(expect.arrayContaining(['keysets.share_sealed', 'challenges.email_sealed']))
  const columns = await queryRows(
    database.db,
    sql`select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
    z.object({ table: z.string(), column: z.string() }),
  )
  for (const { table, column } of columns) {
    const values = await queryRows(
      database.db,
      sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)}::text ~ '\\mv1\\.[0-9a-f]{8}\\.' limit 1`,
      z.unknown(),
    )
    if (values.length) expect(found).toContain(`${table}.${column}`)
  }
})
