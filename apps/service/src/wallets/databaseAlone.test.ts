import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as protocol from '@latchkey/protocol/http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomId, toBase64url } from '../crypto/bytes.ts'
import { deriveKey } from '../crypto/serviceKeys.ts'
import { type AccountPage, addPasskey, openAccountPage } from '../testing/accountPage.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'
import { createVault } from '../testing/createVault.ts'
import { createMethodKeyset, proveMethod, type Vault } from '../testing/recoveryMethods.ts'

/*
 * An attacker with everything that the database holds tries to put a wallet's key together. A split is modelled by its
 * two halves' exclusive or, which tells as much of them as any 2-of-2 split does.
 */

const xor = (one: Uint8Array, two: Uint8Array) =>
  Buffer.from(one.map((byte, index) => byte ^ (two[index] ?? 0)))

function encrypt(key: Uint8Array, plaintext: Uint8Array) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  return { iv: toBase64url(iv), ciphertext: toBase64url(ciphertext) }
}

/** One wallet as the keys app makes it: the halves are such that only those of one split give the root. */
async function createWallet(service: TestService, page: AccountPage) {
  const { device, token, userId } = page
  const root = randomBytes(32)
  const clientHalves = { device: randomBytes(32), recovery: randomBytes(32) }
  const vault: Vault = await createVault(service, userId)
  vault.secrets.deviceShare = xor(root, clientHalves.device)
  vault.secrets.recoveryShare = xor(root, clientHalves.recovery)
  const creation = await vault.creation()
  const clientShare = encrypt(vault.secrets.recoveryKey, clientHalves.recovery)
  await device.must(protocol.createWallet, {
    token,
    body: { ...creation, recovery: { ...creation.recovery, clientShare } },
  })
  const params = { walletId: vault.ids.wallet }
  await device.must(protocol.confirmWallet, { token, params, body: { signature: await vault.signature() } })
  return { page, root, vault, clientHalf: clientHalves.device }
}
type Wallet = Awaited<ReturnType<typeof createWallet>>

/** Adds a passkey and a code, whose keys nobody but their owner has, and protects. */
async function protect({ page, root, vault }: Wallet) {
  const { device, token, userId } = page
  const passkey = await addPasskey(page)
  for (const method of [{ kind: 'passkey', passkeyId: passkey.methodId }, { kind: 'code' }]) {
    const clientHalf = randomBytes(32)
    const keyset = await createMethodKeyset(vault, userId, xor(root, clientHalf))
    const clientShare = encrypt(randomBytes(32), clientHalf)
    const { methodId } = await device.must(protocol.addMethod, {
      token,
      params: { walletId: vault.ids.wallet },
      body: { ...method, label: 'x', keyset: { ...keyset, clientShare } },
    })
    await proveMethod(page, vault, methodId)
  }
  await device.must(protocol.protect, { token })
}

async function dump({ database }: TestService): Promise<string> {
  const query = async (text: string) =>
    ((await database.db.execute(sql.raw(text))) as unknown as { rows: Record<string, unknown>[] }).rows
  const tables = await query(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const contents = await Promise.all(tables.map(({ name }) => query(`select * from "${String(name)}"`)))
  return JSON.stringify(contents)
}

const decode = (text: string) => Buffer.from(text, /^[0-9a-f]{64}$/.test(text) ? 'hex' : 'base64url')

function unwrap(key: Uint8Array, wrapped: Uint8Array): Buffer | null {
  try {
    const decipher = createDecipheriv('id-aes256-wrap', key, Buffer.alloc(8, 0xa6))
    return Buffer.concat([decipher.update(wrapped), decipher.final()])
  } catch {
    return null
  }
}

/** AES-GCM without its tag: no wrong additional data stands in the attacker's way. */
function decrypt(key: Uint8Array, iv: Uint8Array, body: Uint8Array): Buffer {
  const counter = Buffer.concat([iv, Buffer.from([0, 0, 0, 2])])
  return createDecipheriv('aes-256-ctr', key, counter).update(body.subarray(0, -16))
}

type Loot = { keks?: Uint8Array[]; halves?: Uint8Array[] }

/** Tries every key on every sealed thing, then what came out, and then every two halves. */
function breaksInto(root: Uint8Array, stored: string, { keks = [], halves = [] }: Loot): boolean {
  const purposes = ['latchkey/v1/records', 'latchkey/v1/recovery-shares', 'latchkey/v1/channel']
  const keys = [...keks, ...keks.flatMap((kek) => purposes.map((purpose) => deriveKey(kek, purpose)))]
  const found = new Set<string>()
  const waiting: Buffer[] = []
  const add = (bytes: Uint8Array | null) => {
    const key = Buffer.from(bytes ?? [])
    if (key.length !== 32 || found.has(key.toString('hex'))) return
    found.add(key.toString('hex'))
    waiting.push(key)
  }
  for (const [text] of stored.matchAll(/[A-Za-z0-9_-]{43,64}/g)) add(decode(text))
  for (const half of [...halves, ...keys]) add(half)
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const envelopes = [...stored.matchAll(/v1\.[0-9a-f]+\.([\w-]+)\.([\w-]+)\.([\w-]+)/g)].map(
    ([, wrapped, iv, body]) => ({ wrapped: bytes(wrapped), iv: bytes(iv), body: bytes(body) }),
  )
  const encrypted = [...stored.matchAll(/"iv":"([\w-]+)","ciphertext":"([\w-]+)"/g)]
  for (let key = waiting.pop(); key; key = waiting.pop())
    for (const { wrapped, iv, body } of envelopes) {
      const recordKey = unwrap(key, wrapped)
      if (recordKey) add(decrypt(recordKey, iv, body))
    }
  const secrets = [...found].map((hex) => Buffer.from(hex, 'hex'))
  const opened = encrypted.flatMap(([, iv, body]) =>
    secrets.map((key) => decrypt(key, bytes(iv), bytes(body))),
  )
  const all = [...secrets, ...opened.filter(({ length }) => length === 32)].map((half) =>
    half.toString('hex'),
  )
  const known = new Set(all)
  return (
    all.some((hex) => known.has(xor(root, Buffer.from(hex, 'hex')).toString('hex'))) ||
    known.has(Buffer.from(root).toString('hex'))
  )
}

let service: TestService
let standard: Wallet
let guarded: Wallet
let stored: string
let revokedHalf: Uint8Array
let kek: Uint8Array
let recoveryKek: Uint8Array

beforeAll(async () => {
  service = await createTestService()
  ;({ kek, recoveryKek } = service.config.secrets)
  standard = await createWallet(service, await openAccountPage(service, 'standard@example.com'))
  guarded = await createWallet(service, await openAccountPage(service, 'guarded@example.com'))
  await protect(guarded)
  // A second device of the standard wallet, which was revoked since.
  revokedHalf = randomBytes(32)
  const again = await openAccountPage(service, 'standard@example.com')
  const { vault, root } = standard
  await again.device.must(protocol.addKeyset, {
    token: again.token,
    params: { walletId: vault.ids.wallet },
    body: await vault.keyset(randomId(), xor(root, revokedHalf), randomId()),
  })
  const params = { deviceId: again.device.jkt }
  await again.device.must(protocol.revokeDevice, { token: again.token, params })
  stored = await dump(service)
})
afterAll(() => service.stop())

test('the attack is a real one: with every key of the operator it opens the standard wallet', () => {
  expect(breaksInto(standard.root, stored, { keks: [kek, recoveryKek] })).toBe(true)
  expect(breaksInto(standard.root, stored, { keks: [kek], halves: [standard.clientHalf] })).toBe(true)
  expect(breaksInto(guarded.root, stored, { keks: [kek], halves: [guarded.clientHalf] })).toBe(true)
})

describe.each([
  ['standard', () => standard, () => guarded],
  ['protected', () => guarded, () => standard],
])('a %s wallet does not open', (_, wallet, other) => {
  test('to the database alone', () => {
    expect(breaksInto(wallet().root, stored, {})).toBe(false)
  })
  test('to the database and the storage of its own device', () => {
    expect(breaksInto(wallet().root, stored, { halves: [wallet().clientHalf] })).toBe(false)
  })
  test('to the database, its key and the storage of another device', () => {
    const halves = [other().clientHalf, revokedHalf]
    expect(breaksInto(wallet().root, stored, { halves })).toBe(false)
    expect(breaksInto(wallet().root, stored, { keks: [kek], halves })).toBe(false)
  })
  test('to the database and its key without the recovery module’s, or with that one alone', () => {
    expect(breaksInto(wallet().root, stored, { keks: [kek] })).toBe(false)
    expect(breaksInto(wallet().root, stored, { keks: [recoveryKek] })).toBe(false)
  })
})

test('a protected wallet does not open to the operator with every key', () => {
  const halves = [standard.clientHalf, revokedHalf]
  expect(breaksInto(guarded.root, stored, { keks: [kek, recoveryKek], halves })).toBe(false)
})
