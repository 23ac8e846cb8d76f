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
  ['PROJECTS_FILE', '/does/not/exist', /PROJECTS: set PROJECTS or PROJECTS_FILE, not both/],
  ['CHAINS_FILE', '/does/not/exist', /CHAINS: set CHAINS or CHAINS_FILE, not both/],
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
  expect(() => readEnvironment({ ...good, [name]: value })).toThrow(message)
})

test('a refusal quotes no secret', () => {
  const secret = 'f'.repeat(63)
  expect(() => readEnvironment({ ...good, KEK: secret })).toThrow(expect.not.stringContaining(secret))
  // A node's address holds a key; the parser quotes what stands before a comma too many.
  const chains = JSON.stringify([chain]).replace('rpc.example"', 'rpc.example/v2/5ecret",')
  const said = (name: string) => {
    try {
      return readEnvironment({ ...good, [name]: chains })
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const name of ['CHAINS', 'NETWORKS', 'PROJECTS']) {
    expect(said(name)).toContain(`${name}: is not JSON`)
    expect(said(name)).not.toContain('5ecret')
  }
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

test('social networks and Farcaster are there when the operator sets them up, and else not', () => {
  const { config } = readEnvironment(good)
  expect([config.socials, config.farcaster]).toEqual([{}, undefined])
  const google = { clientId: 'client', clientSecret: 'secret' }
  const farcaster = {
    FARCASTER_RELAY_URL: 'https://relay.example/',
    OPTIMISM_RPC_URL: 'https://op.example/key',
  }
  const set = readEnvironment({ ...good, ...farcaster, SOCIAL_PROVIDERS: JSON.stringify({ google }) }).config
  expect(set.socials).toEqual({ google })
  expect(set.farcaster).toEqual({
    relayUrl: 'https://relay.example',
    optimismRpcUrl: 'https://op.example/key',
  })
})

test('prices are asked for where the operator says so, and names on one network alone', () => {
  expect(readEnvironment(good).config.pricesUrl).toBeUndefined()
  const { config } = readEnvironment({
    ...good,
    PRICES_URL: 'https://coins.example/',
    SWAPS_URL: 'https://li.example/v1/',
  })
  expect([config.pricesUrl, config.swapsUrl]).toEqual(['https://coins.example', 'https://li.example/v1'])
  const named = { ...chain, ens: {} }
  const [first] = readEnvironment({ ...good, CHAINS: JSON.stringify([named]) }).config.chains
  expect(first?.ens?.registry).toBe('0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e')
  const twice = JSON.stringify([named, { ...named, id: 2 }])
  expect(() => readEnvironment({ ...good, CHAINS: twice })).toThrow(/CHAINS: ens is of one chain alone/)
})

test.each([
  ['PRICES_URL', 'http://prices.example', /PRICES_URL: write https/],
  ['SWAPS_URL', 'http://swaps.example', /SWAPS_URL: write https/],
  ['PRICES_URL', 'https://user:pass@prices.example', /PRICES_URL: write https/],
  ['FARCASTER_RELAY_URL', 'https://relay.example', /FARCASTER_RELAY_URL and OPTIMISM_RPC_URL together/],
  ['OPTIMISM_RPC_URL', 'http://op.example', /OPTIMISM_RPC_URL: write https/],
  ['SOCIAL_PROVIDERS', '{"google":{"clientId":"c"}}', /SOCIAL_PROVIDERS\.google\.clientSecret: is missing/],
])('%s=%s is refused', (name, value, message) => {
  expect(() => readEnvironment({ ...good, [name]: value })).toThrow(message)
})

test('R6-4 a network has smart accounts with a bundler, and a paymaster with a key', () => {
  const key = '9af3698906b03e76dcc4c8a0e88d8b08803eebc897a0eb42caa0899c827a3903'
  const paymaster = { address: `0x${'1'.repeat(40)}`, sponsor: 'The shop' }
  const smart = { ...chain, bundlerUrls: ['http://127.0.0.1:4337'], entryPoint: '0.7', paymaster }
  for (const text of [key, `0x${key}`]) {
    const { config } = readEnvironment({
      ...good,
      CHAINS: JSON.stringify([smart]),
      PAYMASTER_SIGNER_KEY: text,
    })
    expect(Buffer.from(config.secrets.paymasterSigner ?? []).toString('hex')).toBe(key)
    expect(config.chains[0]).toMatchObject(smart)
  }
  expect(readEnvironment(good).config.secrets.paymasterSigner).toBeUndefined()
})

const withChain = (changes: object) => ({ CHAINS: JSON.stringify([{ ...chain, ...changes }]) })
const withProject = (changes: object) => ({ PROJECTS: JSON.stringify([{ ...project, ...changes }]) })
const bundlerUrls = ['https://bundler.example']
test.each([
  [
    'a key that is none',
    { PAYMASTER_SIGNER_KEY: '0'.repeat(64) },
    /PAYMASTER_SIGNER_KEY: write the private key/,
  ],
  ['a key beyond the curve', { PAYMASTER_SIGNER_KEY: 'f'.repeat(64) }, /write the private key/],
  ['a key that is in use', { PAYMASTER_SIGNER_KEY: '01'.repeat(32) }, /must be a key of its own/],
  [
    'a paymaster without a bundler',
    withChain({ paymaster: { address: `0x${'1'.repeat(40)}`, sponsor: 'x' } }),
    /paymaster: is of use with bundlerUrls/,
  ],
  [
    'permissions without a bundler',
    withChain({ permissionManager: `0x${'1'.repeat(40)}` }),
    /permissionManager: is of use/,
  ],
  [
    'no address',
    withChain({ bundlerUrls, permissionManager: '0x12' }),
    /permissionManager: write an address/,
  ],
  ['another entry point', withChain({ bundlerUrls, entryPoint: '0.6' }), /entryPoint/],
  ['no bundler', withChain({ bundlerUrls: [] }), /bundlerUrls/],
  ['a budget as a number', withProject({ sponsorship: { weiPerDay: 5 } }), /sponsorship\.weiPerDay/],
  [
    'a budget below nothing',
    withProject({ sponsorship: { weiPerDay: '-1' } }),
    /write wei as a whole number/,
  ],
  ['a service by http', withProject({ paymasters: ['http://pay.example/'] }), /paymasters\.0: write https/],
  [
    'a service on this machine',
    withProject({ paymasters: ['http://localhost:1/'] }),
    /paymasters\.0: write https/,
  ],
  [
    'a service with a password',
    withProject({ paymasters: ['https://a:b@pay.example/'] }),
    /is no plain address/,
  ],
])('%s is refused by name, and no key is quoted', (_, changes, problem) => {
  const read = () => readEnvironment({ ...good, ...changes })
  expect(read).toThrow(problem)
  expect(read).not.toThrow(/[0f]{64}|(01){32}/)
})
