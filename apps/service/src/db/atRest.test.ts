import * as protocol from '@latchkey/protocol/http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBase64url, randomId } from '../crypto/bytes.ts'
import { codeIn, createDevice } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../testing/createVault.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.stop())

type Rows = { rows: Record<string, unknown>[] }

/** Every value of every table as text. */
async function dump(): Promise<string> {
  const { db } = service.database
  const query = async (statement: string) => ((await db.execute(sql.raw(statement))) as unknown as Rows).rows
  const tables = await query(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  expect(tables.length).toBeGreaterThan(12)
  const contents = await Promise.all(tables.map(({ name }) => query(`select * from "${String(name)}"`)))
  return JSON.stringify(contents)
}

/** The ways in which bytes could stand in a dump. */
function spellings(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes)
  return [buffer.toString('hex'), buffer.toString('base64').replace(/=+$/, ''), buffer.toString('base64url')]
}

test('neither the database nor the log holds an address, a code, a token or a share', async () => {
  const email = 'at.rest@example.com'
  const device = await createDevice(service, '198.51.100.99')
  const login = await device.signIn(email)
  const vault = await createActiveWallet(service, device, login)
  const receiver = await createReceiver()
  await device.must(protocol.releaseShare, {
    token: login.tokens.accessToken,
    params: { keysetId: vault.ids.keyset },
    body: { publicKey: receiver.publicKey, purpose: 'sign', intentHash: `0x${'ab'.repeat(32)}` },
  })
  const next = await device.must(protocol.refresh, { body: { refreshToken: login.tokens.refreshToken } })
  // A code that is still live, a wrong one, and refusals of several kinds.
  service.advance(31_000)
  await device.start(email)
  await device.call(protocol.verifyEmail, { body: { challengeId: randomId(), code: '123456' } })
  await device.call(protocol.getSession, { token: 'A'.repeat(43) })

  const codes = service.mails.map(({ text }) => codeIn(text))
  const tokens = [login.tokens, next].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken])
  const secrets = [
    email,
    'at.rest',
    device.address,
    ...tokens,
    ...tokens.flatMap((token) => spellings(fromBase64url(token))),
    ...spellings(Buffer.from(email)),
    ...Object.values(vault.secrets).flatMap(spellings),
    ...spellings(service.config.secrets.kek),
    ...spellings(service.config.secrets.pepper),
  ]
  const stored = await dump()
  const logged = service.logs.join('')
  for (const secret of secrets) {
    expect(stored).not.toContain(secret)
    expect(logged).not.toContain(secret)
  }
  // Six digits may stand inside a time; as a value of their own they may not.
  for (const code of codes)
    expect(stored).not.toMatch(new RegExp(`(?<![0-9A-Za-z_-])${code}(?![0-9A-Za-z_-])`))
  for (const code of codes) expect(logged).not.toMatch(new RegExp(`"${code}"`))
  expect(logged).toContain('"msg":"request"')
})

test('what has expired is swept away', async () => {
  service.advance(91 * 86_400_000)
  await service.sweep()
  const stored = JSON.parse(await dump()) as Record<string, unknown>[][]
  const keys = new Set(stored.flatMap((rows) => rows.flatMap((row) => Object.keys(row))))
  for (const column of ['code_hash', 'resets_at', 'content_sealed', 'auth_time', 'expires_at'])
    expect(keys.has(column)).toBe(false)
  expect(keys.has('share_sealed')).toBe(true)
})
