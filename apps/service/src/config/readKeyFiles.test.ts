import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './readEnvironment.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}
const hex = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32)
const bytes = (byte: number) => new Uint8Array(32).fill(byte)

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const rest = {
  WALLET_ORIGIN: 'https://wallet.example.com',
  KEYS_ORIGIN: 'https://keys.example.net',
  API_ORIGIN: 'https://api.example.com',
  DATABASE_URL: 'postgres://localhost/latchkey',
  FRAME_DIST: '/srv/frame',
  KEYS_DIST: '/srv/keys',
  CHAINS: JSON.stringify([{ id: 1, name: 'One', nativeCurrency: ether, rpcUrls: ['https://rpc.example'] }]),
  PROJECTS: JSON.stringify([
    { id: 'shop', name: 'Shop', mode: 'production', allowedOrigins: ['https://shop.example.org'] },
  ]),
}
const good = { ...rest, KEK: hex(1), RECOVERY_KEK: hex(2), PEPPER: hex(3) }

test('keys come from files as from the environment', () => {
  const { secrets } = readEnvironment({
    ...rest,
    KEK_FILE: file('kek', `${hex(1)}\n`),
    RECOVERY_KEK: hex(2),
    PEPPER_FILE: file('pepper', hex(3)),
    KEK_PREVIOUS_FILE: file('previous', `${hex(4)}\n${hex(5)}\n`),
    PEPPER_PREVIOUS: `${hex(6)}, ${hex(7)}`,
  }).config
  expect(secrets).toEqual({
    kek: bytes(1),
    recoveryKek: bytes(2),
    pepper: bytes(3),
    others: { keks: [bytes(4), bytes(5)], recoveryKeks: [], peppers: [bytes(6), bytes(7)] },
  })
})

test('every secret may stand in a file', () => {
  const inFiles = {
    DATABASE_URL: 'postgres://user:password@localhost/latchkey',
    SMTP_URL: 'smtps://user:password@mail.example.net',
    METRICS_TOKEN: 'm'.repeat(32),
    ADMIN_TOKEN: 'a'.repeat(32),
    FARCASTER_RELAY_URL: 'https://relay.example/key',
    OPTIMISM_RPC_URL: 'https://op.example/key',
    PRICES_URL: 'https://prices.example/key',
    SWAPS_URL: 'https://swaps.example/key',
    PAYMASTER_SIGNER_KEY: hex(7),
    RECOVERY_KEK_PREVIOUS: hex(8),
  }
  const files = Object.entries(inFiles).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)])
  const { config } = readEnvironment({ ...good, DATABASE_URL: '', ...Object.fromEntries(files) })
  expect(config).toMatchObject({
    database: { url: inFiles.DATABASE_URL },
    mail: { smtpUrl: inFiles.SMTP_URL },
    metricsToken: inFiles.METRICS_TOKEN,
    adminToken: inFiles.ADMIN_TOKEN,
    pricesUrl: inFiles.PRICES_URL,
    swapsUrl: inFiles.SWAPS_URL,
    farcaster: { relayUrl: inFiles.FARCASTER_RELAY_URL, optimismRpcUrl: inFiles.OPTIMISM_RPC_URL },
    secrets: { paymasterSigner: bytes(7), others: { recoveryKeks: [bytes(8)] } },
  })
})

test.each([
  [{ KEK_FILE: '/no/such/file', KEK: '' }, /KEK_FILE: the file cannot be read \(ENOENT\)/],
  [{ KEK_FILE: file('twice', hex(1)) }, /KEK: set KEK or KEK_FILE, not both/],
  [{ SMTP_URL_FILE: '/no/such/file' }, /SMTP_URL_FILE: the file cannot be read \(ENOENT\)/],
  [
    { DATABASE_URL_FILE: file('database', 'postgres://x') },
    /set DATABASE_URL or DATABASE_URL_FILE, not both/,
  ],
  [{ KEK: '', KEK_FILE: file('short', 'abc') }, /KEK: write 64 hex digits/],
  [{ KEK_PREVIOUS: 'abc' }, /KEK_PREVIOUS: write keys of 64 hex digits/],
  [{ KEK_PREVIOUS: hex(1) }, /KEK_PREVIOUS holds a key that is in force/],
  [{ PEPPER_PREVIOUS: `${hex(9)},${hex(2)}` }, /PEPPER_PREVIOUS holds a key that is in force/],
])('%j is refused', (changes, message) => {
  expect(() => readEnvironment({ ...good, ...changes })).toThrow(EnvironmentError)
  expect(() => readEnvironment({ ...good, ...changes })).toThrow(message)
})

test('a refusal quotes nothing of a file', () => {
  const secret = `${'e'.repeat(63)}!`
  const read = () => readEnvironment({ ...good, KEK: '', KEK_FILE: file('secret', secret) })
  expect(read).toThrow(expect.not.stringContaining(secret))
})
