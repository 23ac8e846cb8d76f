import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { createProcess } from '../operations/testing/rotation.ts'
import { recoveryKeys } from '../recovery/schema.ts'
import { createDevice } from '../testing/createDevice.ts'
import { createActiveWallet } from '../testing/createVault.ts'
import { createEmptyPostgres, openEmbeddedCopy, overPostgres } from '../testing/database.ts'
import { runCli } from './runCli.ts'

type Place = {
  database: ServiceConfig['database']
  variables: Record<string, string>
  drop: () => Promise<void>
}

let folder: string
const places: Place[] = []
const key = (name: string) => {
  const path = join(folder, name)
  writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 })
  return path
}
const bytesOf = (path: string) => new Uint8Array(Buffer.from(readFileSync(path, 'utf8'), 'hex'))

/** A database that is not there yet, of the kind under test. */
async function newPlace(): Promise<Place> {
  if (overPostgres()) {
    const { url, drop } = await createEmptyPostgres()
    const place = { database: { url }, variables: { DATABASE_URL: url }, drop }
    places.push(place)
    return place
  }
  const directory = join(folder, `db-${places.length}`)
  const place = { database: { directory }, variables: { PGLITE_DIR: directory }, drop: async () => undefined }
  places.push(place)
  return place
}

/** A database that has its tables, and is closed. */
async function newPlaceWithTables(): Promise<Place> {
  const place = await newPlace()
  const { database } = place
  const opened = 'url' in database ? openDatabase(database) : openEmbeddedCopy(database.directory)
  await (await opened).close()
  return place
}

async function run(environment: Record<string, string>, ...args: string[]) {
  const printed: string[] = []
  const told: string[] = []
  const code = await runCli(
    {
      environment: { PORT: '9', ...environment },
      print: (line) => printed.push(line),
      tell: (line) => told.push(line),
      signal: new AbortController().signal,
    },
    args,
  )
  return { code, printed: printed.join('\n'), told: told.join('\n') }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-cli-'))
})
afterAll(async () => {
  for (const { drop } of places) await drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A database with one wallet, closed again, and the keys it is under. */
async function createFilled() {
  const place = await newPlaceWithTables()
  const files = { KEK: key('kek'), RECOVERY_KEK: key('recovery'), PEPPER: key('pepper') }
  const database = await openDatabase(place.database)
  const secrets = {
    kek: bytesOf(files.KEK),
    recoveryKek: bytesOf(files.RECOVERY_KEK),
    pepper: bytesOf(files.PEPPER),
  }
  const service = await createProcess(database, secrets)
  const device = await createDevice(service)
  await createActiveWallet(service, device, await device.signIn('mia@example.com'))
  await service.stop()
  await database.close()
  return { place, files }
}

const settings = {
  WALLET_ORIGIN: 'http://wallet.localhost:9',
  KEYS_ORIGIN: 'http://keys.localhost:9',
  API_ORIGIN: 'http://api.localhost:9',
  FRAME_DIST: '/srv/frame',
  KEYS_DIST: '/srv/keys',
  CHAINS: JSON.stringify([
    {
      id: 1,
      name: 'One',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:9'],
    },
  ]),
  PROJECTS: JSON.stringify([
    { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: ['http://app.localhost'] },
  ]),
}

test('a backup goes to a file and from there into a new database, without any key of the service', async () => {
  const { place } = await createFilled()
  const file = join(folder, 'one.backup')
  const lock = ['--key-file', key('backup.key')]
  const made = await run(place.variables, 'backup', file, ...lock)
  expect(made).toMatchObject({ code: 0, printed: expect.stringMatching(/ 1 {2}users/) })
  expect(made.told).toMatch(/not in it/)
  expect(await run(place.variables, 'backup', file, ...lock)).toMatchObject({
    code: 2,
    told: expect.stringMatching(/exists already/),
  })

  const used = await run(place.variables, 'restore', file, ...lock)
  expect(used).toMatchObject({ code: 2, told: expect.stringMatching(/not empty \(.*users/) })
  const empty = await newPlace()
  const wrong = await run(empty.variables, 'restore', file, '--key-file', key('other.key'))
  expect(wrong).toMatchObject({ code: 2, told: expect.stringMatching(/does not open/) })
  expect(await run(empty.variables, 'restore', file, ...lock)).toMatchObject({
    code: 0,
    printed: made.printed,
  })
  const restored = await openDatabase(empty.database)
  expect(await restored.db.select().from(recoveryKeys)).toHaveLength(1)
  await restored.close()
})

test('a rotation counts, moves and says when the key of before can go', async () => {
  const { place, files } = await createFilled()
  const environment = {
    ...settings,
    ...place.variables,
    KEK_FILE: key('kek.new'),
    KEK_PREVIOUS_FILE: files.KEK,
    RECOVERY_KEK_FILE: key('recovery.new'),
    RECOVERY_KEK_PREVIOUS_FILE: files.RECOVERY_KEK,
    PEPPER_FILE: key('pepper.new'),
    PEPPER_PREVIOUS_FILE: files.PEPPER,
  }
  const counted = await run(environment, 'rotate', '--check')
  expect(counted).toMatchObject({ code: 1, printed: expect.stringMatching(/RECOVERY_KEK: 0 .* 1 under/) })
  const moved = await run(environment, 'rotate')
  expect(moved.code).toBe(0)
  expect(moved.printed).toMatch(/KEK: [1-9][0-9]* record\(s\) under it, 0 .* KEK_PREVIOUS can be dropped/)
  expect(moved.printed).toMatch(/PEPPER: 1 account\(s\) and 0 social .* PEPPER_PREVIOUS can be dropped/)
  expect(moved.told).toMatch(/recovery_keys\.key_sealed: 1/)

  const {
    KEK_PREVIOUS_FILE: _,
    RECOVERY_KEK_PREVIOUS_FILE: __,
    PEPPER_PREVIOUS_FILE: ___,
    ...alone
  } = environment
  const after = await run(alone, 'rotate', '--check', '--json')
  expect(after.code).toBe(0)
  expect(JSON.parse(after.printed)).toMatchObject({ unknown: [] })
  const lost = await run({ ...alone, KEK_FILE: key('kek.lost') }, 'rotate')
  expect(lost).toMatchObject({ code: 1, printed: expect.stringMatching(/not set\. Do not drop anything/) })
})

test('tables of another version are left alone', async () => {
  const place = await newPlaceWithTables()
  const database = await openDatabase(place.database)
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4000000000000)`,
  )
  await database.close()
  const files = { KEK_FILE: key('a'), RECOVERY_KEK_FILE: key('b'), PEPPER_FILE: key('c') }
  const rotated = await run({ ...settings, ...place.variables, ...files }, 'rotate')
  expect(rotated).toMatchObject({ code: 2, told: expect.stringMatching(/another version/) })
})

test('the embedded database is left to a running service', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const environment = { PGLITE_DIR: folder, PORT: String(port) }
    const refused = await run(environment, 'backup', join(folder, 'no'), '--key-file', key('k'))
    expect(refused).toMatchObject({ code: 2, told: expect.stringMatching(/Stop the service first/) })
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

test.each([
  [['rotat'], /Commands of the operator/],
  [[], /Commands of the operator/],
  [['doctor', '--secret=x'], /secret/],
  [['backup'], /Name one backup file/],
  [['backup', 'a', 'b'], /Name one backup file/],
  [['backup', 'a'], /--key-file <path> or --passphrase-file/],
  [['backup', 'a', '--key-file', '/no', '--passphrase-file', '/no'], /--key-file <path> or/],
  [['backup', 'a', '--key-file', '/no/such'], /cannot be read/],
  [['rotate'], /cannot start with this environment/],
  [['rotate', '--env-file', '/no/such'], /--env-file cannot be read/],
])('%j is refused in words', async (args, words) => {
  const { code, told } = await run({}, ...args)
  expect(code).toBe(2)
  expect(told).toMatch(words)
})

test('the program prints findings as JSON, from an environment file, and ends with the code', async () => {
  const file = join(folder, 'env')
  writeFileSync(file, 'KEK=short\n')
  const main = join(import.meta.dirname, 'main.ts')
  const child = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', main, 'doctor', '--json', '--env-file', file],
    {
      env: { PATH: process.env.PATH },
    },
  )
  const failed = await child.then(
    () => null,
    (error: { code: number; stdout: string }) => error,
  )
  expect(failed?.code).toBe(1)
  expect(JSON.parse(failed?.stdout ?? '')).toContainEqual({
    check: 'environment',
    level: 'fail',
    message: 'KEK: write 64 hex digits (openssl rand -hex 32)',
    fix: expect.any(String),
  })
})
