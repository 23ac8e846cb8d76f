import { expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './readEnvironment.ts'

const chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://rpc.example'],
}
const project = { id: 'shop', name: 'Shop', mode: 'production', allowedOrigins: ['https://shop.example.com'] }
const good = {
  WALLET_ORIGIN: 'https://wallet.example.com',
  KEYS_ORIGIN: 'https://keys.example.net',
  API_ORIGIN: 'https://api.example.com/',
  DATABASE_URL: 'postgres://localhost/latchkey',
  KEK: '01'.repeat(32),
  RECOVERY_KEK: '02'.repeat(32),
  PEPPER: '03'.repeat(32),
  FRAME_DIST: '/srv/frame',
  KEYS_DIST: '/srv/keys',
  CHAINS: JSON.stringify([chain]),
  PROJECTS: JSON.stringify([project]),
}

test('a complete environment makes a configuration', () => {
  const { host, port, config } = readEnvironment({ ...good, SMTP_URL: '' })
  expect({ host, port }).toEqual({ host: '127.0.0.1', port: 8787 })
  expect(config.apiOrigin).toBe('https://api.example.com')
  expect(config.mail.smtpUrl).toBeNull()
  expect(config.secrets.kek).toEqual(new Uint8Array(32).fill(1))
  expect(config.projects[0]?.allowedOrigins).toEqual([
    { pattern: 'https://shop.example.com', publicSuffix: 'com' },
  ])
})

test('R9-48 R7-42 R6-5 nothing is decided, taken or open unless the operator says so', () => {
  const { config } = readEnvironment(good)
  expect(config.projects[0]).toMatchObject({ features: null, analytics: false })
  expect(config).toMatchObject({ adminToken: null, analytics: { retentionDays: 30, keepsAddresses: false } })
  const token = 'x'.repeat(32)
  const set = readEnvironment({
    ...good,
    ADMIN_TOKEN: token,
    ANALYTICS_RETENTION_DAYS: '7',
    ANALYTICS_ADDRESSES: 'true',
  })
  expect(set.config).toMatchObject({
    adminToken: token,
    analytics: { retentionDays: 7, keepsAddresses: true },
  })
})

test('every problem is named at once', () => {
  expect(() => readEnvironment({})).toThrow(EnvironmentError)
  expect(() => readEnvironment({})).toThrow(/KEK: is missing[\s\S]*CHAINS: set CHAINS or CHAINS_FILE/)
})

test.each([
  ['KEK', 'tooshort', /KEK: write 64 hex digits/],
  ['PORT', '99999', /PORT: at most 65535/],
  ['API_ORIGIN', 'https://api.example.com/v1', /API_ORIGIN: write scheme/],
  ['API_ORIGIN', 'https://keys.example.net', /three different origins/],
  ['PEPPER', '01'.repeat(32), /three different keys/],
  ['DATABASE_URL', '', /set DATABASE_URL or PGLITE_DIR/],
  ['PROJECTS', '[]', /PROJECTS/],
  ['PROJECTS', 'not json', /PROJECTS/],
  ['PROJECTS_FILE', '/does/not/exist', undefined],
  [
    'PROJECTS',
    JSON.stringify([{ ...project, allowedOrigins: ['http://shop.example.com'] }]),
    /http is for localhost/,
  ],
  ['CHAINS', JSON.stringify([{ ...chain, rpcUrls: ['ftp://x'] }]), /CHAINS/],
  ['SMTP_URL', 'http://mail', /SMTP_URL/],
  ['RELAY_PUBLIC_URLS', 'wss://a.example/relay,https://b.example', /RELAY_PUBLIC_URLS: write ws/],
  ['RELAY_WALLETS', 'some', /RELAY_WALLETS/],
  ['ADMIN_TOKEN', 'short', /ADMIN_TOKEN: write at least 32 characters/],
  ['ANALYTICS_RETENTION_DAYS', '4000', /ANALYTICS_RETENTION_DAYS: at most 3650/],
  ['ANALYTICS_ADDRESSES', 'yes', /ANALYTICS_ADDRESSES/],
  ['PROJECTS', JSON.stringify([{ ...project, features: { email: true } }]), /email and socials together/],
])('%s=%s', (name, value, message) => {
  const read = () => readEnvironment({ ...good, [name]: value })
  if (message) expect(read).toThrow(message)
  else expect(read).not.toThrow()
})

test('a refusal quotes no secret', () => {
  const secret = 'f'.repeat(63)
  expect(() => readEnvironment({ ...good, KEK: secret })).toThrow(expect.not.stringContaining(secret))
})

test('R5-6 R6-25 a production project without origins allows nobody; a development one has defaults', () => {
  const projects = [
    { ...project, allowedOrigins: [] },
    { ...project, id: 'dev', mode: 'development', allowedOrigins: [] },
  ]
  const { config } = readEnvironment({ ...good, PROJECTS: JSON.stringify(projects) })
  const [shop, dev] = config.projects
  expect(shop?.allowedOrigins).toEqual([])
  expect(dev?.allowedOrigins.map(({ pattern }) => pattern)).toEqual([
    'http://localhost',
    'http://localhost:3000',
    'http://localhost:5173',
    'http://localhost:8080',
    'https://*.pages.dev',
    'https://*.vercel.app',
    'https://*.ngrok-free.app',
    'https://secure-mobile.walletconnect.com',
    'https://secure-mobile.walletconnect.org',
  ])
})

test('the relay is there when its addresses are set', () => {
  expect(readEnvironment(good).config.relay).toBeUndefined()
  const urls = 'wss://api.example.com/relay, wss://relay.example.com'
  expect(readEnvironment({ ...good, RELAY_PUBLIC_URLS: urls }).config.relay).toEqual({
    publicUrls: ['wss://api.example.com/relay', 'wss://relay.example.com'],
    wallets: 'projects',
  })
})
