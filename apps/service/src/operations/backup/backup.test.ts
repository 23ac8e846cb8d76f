import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as protocol from '@latchkey/protocol/http'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { EnvelopeError, envelopeKey, open } from '../../crypto/envelope.ts'
import type { OpenDatabase } from '../../db/Database.ts'
import { relayMessages, siwxSessions, users } from '../../db/schema.ts'
import { createDevice } from '../../testing/createDevice.ts'
import { createTestService, type TestService } from '../../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../../testing/createVault.ts'
import { openTestDatabase, overPostgres } from '../../testing/database.ts'
import { OperationError } from '../OperationError.ts'
import { readSealedReport } from '../rotate.ts'
import { ownSchemaVersion, queryRows } from '../schemaVersion.ts'
import { AFTER, BEFORE, createProcess, moveTo } from '../testing/rotation.ts'
import { type BackupSecret, identityOf } from './backupFormat.ts'
import { openBackup } from './readBackup.ts'
import { restoreBackup } from './restoreBackup.ts'
import { dumpTables, listFilledTables } from './tables.ts'
import { writeBackup } from './writeBackup.ts'

const lockedBy = (byte: string) => ({ identity: identityOf(byte.repeat(32)) as string })
const secret = lockedBy('2a')
const NOW = 1_900_000_000_000

let folder: string
let file: string
const databases: OpenDatabase[] = []
const services: TestService[] = []
const newDatabase = async () => {
  const database = await openTestDatabase()
  databases.push(database)
  return database
}
const newService = async (database: OpenDatabase, secrets = BEFORE) => {
  const service = await createProcess(database, secrets)
  services.push(service)
  return service
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
  file = join(folder, 'one.backup')
})
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()))
  await Promise.all(databases.splice(0).map((database) => database.close()))
  rmSync(folder, { recursive: true, force: true })
})

/** A service with one signed-in device that has a wallet. */
async function createOwner() {
  const database = await newDatabase()
  const service = { ...(await newService(database)) }
  const device = await createDevice(service)
  const login = await device.signIn('mia@example.com')
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
  return { database, service, device, login, vault, sign }
}

async function readAll(path: string, from: BackupSecret = secret): Promise<string> {
  const backup = await openBackup(path, from)
  const rows: string[] = []
  try {
    await backup.read(async (table, row) => void rows.push(`${table} ${row}`))
  } finally {
    await backup.close()
  }
  return rows.join('\n')
}

test('a service is backed up, lost and restored, and the same device signs again', async () => {
  const owner = await createOwner()
  const share = await owner.sign()
  // A row whose number the database gives, with text that JSON and SQL treat in their own ways.
  const message = { topic: 't', hash: 'h', tag: 1, publisher: 'p', publishedAt: 1, expiresAt: NOW * 2 }
  const text = `"quotes", \\backslash, line\nfeed, ${'🔑'.repeat(40_000)}`
  await owner.database.db.insert(relayMessages).values({ ...message, message: text })
  const written = await writeBackup(owner.database.db, { file, secret, now: NOW })
  expect(written.tables.find(({ name }) => name === 'users')?.rows).toBe(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const restored = await newDatabase()
  const manifest = await restoreBackup({ file, secret }, async () => restored.db)
  expect(manifest).toEqual(written)
  moveTo(owner.service, await newService(restored))
  expect(await owner.sign()).toBe(share)
  const next = await owner.device.must(protocol.refresh, {
    body: { refreshToken: owner.login.tokens.refreshToken },
  })
  expect(next.accessToken).not.toBe(owner.login.tokens.accessToken)
  const [kept] = await restored.db.select().from(relayMessages)
  expect(kept?.message).toBe(text)
  await restored.db.insert(relayMessages).values({ ...message, hash: 'later', message: 'm' })
  const sequences = await restored.db.select({ number: relayMessages.sequence }).from(relayMessages)
  expect(new Set(sequences.map(({ number }) => number)).size).toBe(2)
})

test('a restore may end every session: devices sign in again and keep their wallets', async () => {
  const { database, device, login, service, vault } = await createOwner()
  const site = { projectId: 'demo', origin: 'https://a.example', domain: 'a.example', chainId: 'eip155:1' }
  const account = { address: '0xA', addressKey: '0xa', proof: 'key' as const }
  const times = { issuedAt: NOW, expiresAt: NOW + 1 }
  await database.db.insert(siwxSessions).values({ id: 's', tokenHash: 't', ...site, ...account, ...times })
  await writeBackup(database.db, { file, secret, now: NOW })
  const restored = await newDatabase()
  await restoreBackup({ file, secret, endSessionsAt: NOW }, async () => restored.db)
  expect(await restored.db.select().from(siwxSessions)).toEqual([])
  const process = await newService(restored)
  moveTo(service, process)
  const { accessToken: token, refreshToken } = login.tokens
  expect((await device.call(protocol.getSession, { token })).status).toBe(401)
  expect((await device.call(protocol.refresh, { body: { refreshToken } })).status).toBe(401)
  process.advance(31_000)
  expect((await device.signIn('mia@example.com')).session.wallet?.id).toBe(vault.ids.wallet)
})

test('a backup alone opens no sealed value, and shows no address, token or share', async () => {
  const { login, vault, database } = await createOwner()
  await writeBackup(database.db, { file, secret, now: NOW })
  const dump = await readAll(file)
  const secrets = [
    'mia@example.com',
    login.tokens.accessToken,
    login.tokens.refreshToken,
    ...Object.values(vault.secrets).flatMap((bytes) => [
      bytes.toString('hex'),
      bytes.toString('base64url'),
      bytes.toString('base64'),
    ]),
  ]
  for (const text of secrets) expect(dump).not.toContain(text)
  const sealed = dump.match(/v1\.[0-9a-f]{8}\.[A-Za-z0-9_.-]+/g) ?? []
  expect(sealed.length).toBeGreaterThan(4)
  for (const record of sealed)
    expect(() => open(envelopeKey(AFTER.kek), 'v1|email', record)).toThrow(EnvelopeError)
  const { unknown } = await readSealedReport(database.db, AFTER)
  expect(unknown.reduce((total, { count }) => total + count, 0)).toBe(sealed.length)
  // And the file itself shows nothing of it.
  expect(readFileSync(file, 'latin1')).not.toContain('users')
})

test('a backup is of one moment, whatever is written meanwhile', async () => {
  const { db } = await newDatabase()
  const row = (id: string) => ({ id, emailKey: null, emailSealed: null, createdAt: 0 })
  await db.insert(users).values(row('early'))
  const lines: string[] = []
  let late: Promise<unknown> | undefined
  await dumpTables(db, { createdAt: NOW, schema: ownSchemaVersion() }, async (line) => {
    lines.push(line)
    late ??= db.insert(users).values(row('late')).execute()
    // The embedded database has one connection: there it waits for the end of the backup.
    if (overPostgres()) await late
  })
  await late
  expect(await db.select().from(users)).toHaveLength(2)
  const rows = lines.filter((line) => line.startsWith('r'))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain('early')
})

describe('nothing is written from a backup that was changed', () => {
  let whole: Buffer
  beforeAll(async () => {
    const source = await openTestDatabase()
    const place = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
    try {
      const text = randomBytes(120_000).toString('hex')
      await source.db.insert(users).values({ id: 'u', emailKey: null, emailSealed: text, createdAt: 0 })
      await writeBackup(source.db, { file: join(place, 'whole'), secret, now: NOW })
      whole = readFileSync(join(place, 'whole'))
    } finally {
      await source.close()
      rmSync(place, { recursive: true, force: true })
    }
  })
  const CHUNK = 65_536 + 16
  /** Behind the head, its authentication and the nonce of the file. */
  const firstChunk = (bytes: Buffer) => bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1 + 16
  const flip = (bytes: Buffer, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  const swap = (bytes: Buffer) => {
    const [first, second, rest] = [0, 1, 2].map((index) => firstChunk(bytes) + index * CHUNK)
    const [head, tail] = [bytes.subarray(0, first), bytes.subarray(rest)]
    return Buffer.concat([head, bytes.subarray(second, rest), bytes.subarray(first, second), tail])
  }
  test.each([
    ['head', (bytes: Buffer) => flip(bytes, bytes.indexOf('\n-> ') + 14)],
    ['first chunk', (bytes: Buffer) => flip(bytes, firstChunk(bytes) + 40)],
    ['last byte', (bytes: Buffer) => flip(bytes, bytes.length - 1)],
    ['shortened', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
    ['cut between chunks', (bytes: Buffer) => bytes.subarray(0, firstChunk(bytes) + CHUNK)],
    [
      'chunk left out',
      (bytes: Buffer) => {
        const at = firstChunk(bytes)
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + CHUNK)])
      },
    ],
    ['chunks in another order', swap],
    ['bytes added', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('more')])],
    ['empty', () => Buffer.alloc(0)],
    ['not a backup', () => Buffer.from('select 1;\n')],
    ['a file of age with something else in it', async () => Buffer.from(await sealed('select 1;\n'))],
  ])('%s', async (_, change) => {
    writeFileSync(file, await change(Buffer.from(whole)))
    const unused = () => Promise.reject(new Error('The database was opened.'))
    await expect(restoreBackup({ file, secret }, unused)).rejects.toThrow(OperationError)
  })

  test('any byte changed, lost or added', async () => {
    const header = { createdAt: NOW, schema: ownSchemaVersion() }
    const dump = `h${JSON.stringify(header)}\nm${JSON.stringify({ ...header, tables: [] })}\n`
    const bytes = Buffer.from(await sealed(dump))
    writeFileSync(file, bytes)
    expect(await readAll(file)).toBe('')
    const isRefused = (changed: Buffer) => {
      writeFileSync(file, changed)
      return expect(readAll(file)).rejects.toThrow(OperationError)
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ change
        await isRefused(changed)
        await isRefused(bytes.subarray(0, at))
        await isRefused(Buffer.concat([bytes, changed.subarray(0, at + 1)]))
      }),
      { numRuns: 40 },
    )
  })
})

/** A file of age with any text, locked as the backups here are. */
async function sealed(text: string): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(secret.identity))
  return encrypter.encrypt(text)
}

test.each<[string, (lines: string[]) => string[], RegExp]>([
  ['lacks a row', (lines) => lines.filter((line) => !line.startsWith('r')), /not what its manifest says/],
  [
    'has another row',
    (lines) => lines.map((line) => line.replace('"u"', '"v"')),
    /not what its manifest says/,
  ],
  [
    'goes on after its end',
    (lines) => [...lines, lines.find((line) => line.startsWith('r')) ?? ''],
    /not a backup/,
  ],
  ['has no end', (lines) => lines.slice(0, -1), /not a backup/],
])(
  'what is locked with the right key and %s is refused before any database is opened',
  async (_, change, why) => {
    const { db } = await newDatabase()
    await db.insert(users).values({ id: 'u', emailKey: null, emailSealed: null, createdAt: 0 })
    const header = { createdAt: NOW, schema: ownSchemaVersion() }
    const lines = [`h${JSON.stringify(header)}`]
    await dumpTables(db, header, async (line) => {
      lines.push(line)
    })
    const unused = () => Promise.reject(new Error('The database was opened.'))
    const store = async (all: string[]) => writeFileSync(file, await sealed(`${all.join('\n')}\n`))
    await store(lines)
    await expect(restoreBackup({ file, secret }, unused)).rejects.toThrow('The database was opened.')
    await store(change(lines))
    await expect(restoreBackup({ file, secret }, unused)).rejects.toThrow(why)
  },
)

test('a backup of other tables, with another secret, or into a database in use is refused', async () => {
  const { database } = await createOwner()
  await writeBackup(database.db, { file, secret, now: NOW })
  const other = lockedBy('2b')
  const unused = () => Promise.reject(new Error('The database was opened.'))
  await expect(restoreBackup({ file, secret: other }, unused)).rejects.toThrow(/does not open/)
  const passphrase = { passphrase: 'sixteen letters and more' }
  await expect(restoreBackup({ file, secret: passphrase }, unused)).rejects.toThrow(/locked with a key file/)
  await expect(restoreBackup({ file, secret }, async () => database.db)).rejects.toThrow(
    /not empty \(.*users.*\)/,
  )

  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${NOW})`,
  )
  const later = { file: join(folder, 'later.backup'), secret, now: NOW }
  await expect(writeBackup(database.db, later)).rejects.toThrow(/another version/)
  const header = { createdAt: NOW, schema: { ...ownSchemaVersion(), hash: '0'.repeat(64) } }
  writeFileSync(file, await sealed(`h${JSON.stringify(header)}\n`))
  await expect(restoreBackup({ file, secret }, unused)).rejects.toThrow(/another version of the tables/)
  writeFileSync(file, 'latchkey-backup/1\n{}\n')
  await expect(restoreBackup({ file, secret }, unused)).rejects.toThrow(/earlier version of the service/)
})

test('age itself opens a backup, with the key file as it is', async () => {
  const database = await newDatabase()
  await database.db.insert(users).values({ id: 'u', emailKey: null, emailSealed: null, createdAt: 0 })
  await writeBackup(database.db, { file, secret, now: NOW })
  const decrypter = new Decrypter()
  decrypter.addIdentity(secret.identity)
  const dump = await decrypter.decrypt(readFileSync(file), 'text')
  expect(dump.split('\n').find((line) => line.startsWith('r'))).toContain('"id":"u"')
})

test('a key file is what age-keygen writes, or 64 hex digits', async () => {
  const identity = await generateX25519Identity()
  expect(identityOf(`# created: 2026-11-26\n# public key: age1…\n${identity}\n`)).toBe(identity)
  expect(identityOf('00'.repeat(32))).toBe(
    'AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ8H00W3',
  )
  const recipient = await identityToRecipient(identity)
  for (const wrong of ['', '00'.repeat(31), `${identity}\n${identity}`, `${identity}Q`, recipient])
    expect(identityOf(wrong)).toBeUndefined()
})

// How a file is locked is the same over both databases, and a key from a passphrase takes seconds of a processor.
test.runIf(overPostgres())(
  'a passphrase works as well as a key; an existing file is never replaced',
  async () => {
    const database = await newDatabase()
    const passphrase = { passphrase: 'correct horse battery staple' }
    await expect(
      writeBackup(database.db, { file, secret: { passphrase: 'short' }, now: NOW }),
    ).rejects.toThrow(/too short/)
    await writeBackup(database.db, { file, secret: passphrase, now: NOW })
    await expect(writeBackup(database.db, { file, secret, now: NOW })).rejects.toThrow(/exists already/)
    const restored = await newDatabase()
    await restoreBackup({ file, secret: passphrase }, async () => restored.db)
    expect(await listFilledTables(restored.db)).toEqual([])
  },
)

test('every table is in a backup', async () => {
  const database = await newDatabase()
  const service = await createTestService({ deps: { database } })
  services.push(service)
  const { tables } = await writeBackup(database.db, { file, secret, now: NOW })
  const names = await queryRows(
    database.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    z.object({ name: z.string() }),
  )
  expect(tables.map(({ name }) => name).sort()).toEqual(names.map(({ name }) => name).sort())
})
