import { describe, expect, test } from 'vitest'
import type { Method } from '../schema/defineMethod.ts'
import { type FrameContract, frameContract } from './index.ts'

type Name = keyof FrameContract['methods']
type Case = {
  /** Ids of the rows that the case proves. */
  rows: string
  good: readonly unknown[]
  bad: readonly unknown[]
  policy: Method['policy']
  timeout: number | null
}

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const session = {
  email: null,
  emailHint: 'm•••@example.com',
  address,
  chainId: 1,
  accounts: [{ namespace: 'eip155', address, type: 'eoa' }],
  userName: null,
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
}
const open = { access: 'open', ui: 'none' } as const
const granted = { access: 'granted', ui: 'none' } as const
const metadata = {
  name: 'Shop',
  description: 'Sells',
  url: 'https://shop.example',
  icons: ['https://i.example'],
}
const networks = [1, 'eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
const notNetworks = [0, -1, 1.5, '1', '0x1', 'eip155', 'eip155:', 'eip155:1:2', null, undefined]
const emails = ['m@example.com', 'maria.lee+web@mail.example.co.uk']
const notEmails = [
  '',
  'maria',
  'maria@',
  '@example.com',
  'a b@c.dd',
  'a@b',
  'a@b@c.dd',
  `${'a'.repeat(250)}@b.cc`,
  1,
  '\u202em@c.dd',
  'm\u200b@c.dd',
  'm@\u2066c.dd',
  '\0m@c.dd',
]
const codes = ['000000', '123456', 'ABCD1234', 'abcd1234']
const notCodes = ['', '12345', '1234567', '12345a', 'ABCD123', 'ILOU1234', 123_456, ['123456']]
const of = (key: string, values: readonly unknown[]) => values.map((value) => ({ [key]: value }))
const nothing = { good: [{}], bad: [null, undefined, [], { extra: 1 }] }

const cases: Record<Name, Case> = {
  shareEmail: {
    rows: 'e-mail for a site:',
    ...nothing,
    policy: { access: 'granted', ui: 'prompt' },
    timeout: null,
  },
  switchNetwork: {
    rows: 'R7-58 R5-14',
    good: of('chainId', networks),
    bad: [{}, ...of('chainId', notNetworks)],
    policy: open,
    timeout: 20_000,
  },
  connectEmail: {
    rows: 'R7-59 R5-23 R9-12',
    good: of('email', emails),
    bad: [{}, ...of('email', notEmails)],
    policy: open,
    timeout: 30_000,
  },
  connectDevice: {
    rows: 'R7-60 R9-13',
    ...nothing,
    policy: { access: 'open', ui: 'prompt' },
    timeout: 30_000,
  },
  connectOtp: {
    rows: 'R7-61 R5-24 R9-14',
    good: of('otp', codes),
    bad: [{}, ...of('otp', notCodes)],
    policy: open,
    timeout: 30_000,
  },
  promptOtp: {
    rows: 'the code screen:',
    ...nothing,
    policy: { access: 'open', ui: 'prompt' },
    timeout: null,
  },
  connectSocial: {
    rows: 'R7-62 R9-15 R3-47',
    good: [{ uri: 'x' }, { uri: 'x', preferredAccountType: 'eoa', chainId: 'eip155:1' }],
    bad: [
      {},
      { uri: 1 },
      { uri: 'x'.repeat(4_097) },
      { uri: 'x', preferredAccountType: 'other' },
      { uri: 'x', chainId: 0 },
    ],
    policy: open,
    timeout: 30_000,
  },
  getFarcasterUri: { rows: 'R7-63', ...nothing, policy: open, timeout: 30_000 },
  connectFarcaster: { rows: 'R7-64', ...nothing, policy: { access: 'open', ui: 'prompt' }, timeout: null },
  connectPasskey: {
    rows: 'passkeys:',
    good: [{}, { preferredAccountType: 'eoa', chainId: 1 }],
    bad: [null, { chainId: 0 }, { preferredAccountType: 'other' }],
    policy: { access: 'open', ui: 'prompt' },
    timeout: null,
  },
  promptRecovery: {
    rows: 'recovery:',
    ...nothing,
    policy: { access: 'open', ui: 'prompt' },
    timeout: null,
  },
  getUser: {
    rows: 'R7-65',
    good: [{}, { chainId: 1, preferredAccountType: 'smartAccount', socialUri: 'x' }],
    bad: [...of('chainId', notNetworks.slice(0, -1)), { preferredAccountType: 'x' }, { socialUri: 1 }],
    policy: granted,
    timeout: 30_000,
  },
  getSocialRedirectUri: {
    rows: 'R7-66 R9-16 R5-27',
    good: [
      ...of('provider', ['google', 'github', 'apple', 'facebook', 'x', 'discord']),
      { provider: 'google', mode: 'redirect', returnUri: 'https://app.example/' },
    ],
    bad: [
      {},
      ...of('provider', ['', 'farcaster', 'Google', 'myspace', 1]),
      { provider: 'google', mode: 'tab' },
      { provider: 'google', mode: 'redirect', returnUri: 'x'.repeat(2_049) },
    ],
    policy: open,
    timeout: 30_000,
  },
  signOut: { rows: 'R7-67 R9-18', ...nothing, policy: open, timeout: 3_000 },
  isConnected: {
    rows: 'R7-68',
    good: [{}, { token: 'x' }],
    bad: [{ token: 1 }, { token: 'x'.repeat(513) }],
    policy: open,
    timeout: 20_000,
  },
  getChainId: { rows: 'R7-69', ...nothing, policy: open, timeout: 20_000 },
  getSmartAccountEnabledNetworks: { rows: 'R7-70', ...nothing, policy: open, timeout: 20_000 },
  initSmartAccount: { rows: 'R7-71', ...nothing, policy: granted, timeout: 30_000 },
  setPreferredAccount: {
    rows: 'R7-72',
    good: of('type', ['eoa', 'smartAccount', 'payment', 'ordinal']),
    bad: [{}, ...of('type', ['', 'EOA', 'multisig', null])],
    policy: granted,
    timeout: 30_000,
  },
  rpcRequest: {
    rows: 'R7-73',
    good: [
      { method: 'eth_call' },
      { method: 'personal_sign', params: ['0x', address], chainId: 'eip155:1' },
      { method: 'wallet_sendCalls', params: { calls: [] } },
      { method: 'getAccountAddresses', params: {} },
    ],
    bad: [
      {},
      ...of('method', [
        '',
        'eth',
        'eth_',
        '_call',
        'eth call',
        'constructor',
        'signPsbt()',
        'eth_call()',
        `eth_${'a'.repeat(65)}`,
        1,
      ]),
      ...['', 'x', 1, null, Array(101).fill(0)].map((params) => ({ method: 'eth_call', params })),
      ...[1, 'eip155'].map((chainId) => ({ method: 'eth_call', chainId })),
    ],
    policy: { access: 'open', ui: 'approval' },
    timeout: null,
  },
  updateEmail: {
    rows: 'R7-74 R5-23',
    good: of('email', emails),
    bad: [{}, ...of('email', notEmails)],
    policy: granted,
    timeout: 30_000,
  },
  updateEmailPrimaryOtp: {
    rows: 'R7-75 R5-24',
    good: of('otp', codes),
    bad: [{}, ...of('otp', notCodes)],
    policy: granted,
    timeout: 30_000,
  },
  updateEmailSecondaryOtp: {
    rows: 'R7-76 R5-24',
    good: of('otp', codes),
    bad: [{}, ...of('otp', notCodes)],
    policy: granted,
    timeout: 30_000,
  },
  promptUpdateEmail: {
    rows: 'the code screens of an e-mail change:',
    ...nothing,
    policy: { access: 'granted', ui: 'prompt' },
    timeout: null,
  },
  syncTheme: {
    rows: 'R7-77 R3-48 R3-49',
    good: [
      {},
      { themeMode: 'light' },
      { themeMode: 'dark', locale: 'pt-BR' },
      { themeVariables: { accent: '#123456' } },
      { w3mThemeVariables: { '--w3m-accent': 'hsl(231, 100%, 70%)' } },
    ],
    bad: [
      ...of('themeMode', ['', 'blue', 1]),
      ...['red', 'url(https://evil.example)', 'var(--x)', '#fff;}', 'hsl(1,2%,3%);'].flatMap((color) => [
        { themeVariables: { accent: color } },
        { w3mThemeVariables: { '--w3m-accent': color } },
      ]),
      // The wallet's own screens keep their background, whatever the host would like.
      { w3mThemeVariables: { '--w3m-background': '#fff' } },
      { themeVariables: { background: '#fff' } },
      { w3mThemeVariables: { '--w3m-z-index': '1' } },
      { locale: 'not a tag' },
    ],
    policy: open,
    timeout: 20_000,
  },
  syncDappData: {
    rows: 'R7-78 R3-50 R3-51',
    good: [{ projectId: 'demo' }, { projectId: 'demo', metadata, sdkVersion: '1.0.0', sdkType: 'appkit' }],
    bad: [
      {},
      ...of('projectId', ['', 'a b', 'x'.repeat(65), 1]),
      ...Object.keys(metadata).map((key) => ({
        projectId: 'demo',
        metadata: { ...metadata, [key]: undefined },
      })),
      { projectId: 'demo', metadata: { ...metadata, icons: 'x' } },
      { projectId: 'demo', metadata: { ...metadata, html: '<b>' } },
      { projectId: 'demo', sdkVersion: 1 },
      { projectId: 'demo', sdkType: 1 },
      { projectId: 'demo', rpcUrls: ['https://evil.example'] },
    ],
    policy: open,
    timeout: 20_000,
  },
  reload: { rows: 'R7-79', ...nothing, policy: open, timeout: 20_000 },
}

const rows = (Object.keys(cases) as Name[]).map((name) => [cases[name].rows, name] as const)

test('the table has every method of the contract, under its own name', () => {
  expect(Object.keys(frameContract.methods).sort()).toEqual(Object.keys(cases).sort())
  for (const [name, method] of Object.entries(frameContract.methods)) expect(method.name).toBe(name)
})

describe.each(rows)('%s %s', (_, name) => {
  const method: Method = frameContract.methods[name]
  const { good, bad, policy, timeout } = cases[name]

  test.each(good)('takes %j', (params) => {
    expect(method.params.safeParse(params)).toEqual({ success: true, data: params })
  })
  test.each([...bad, ...good.map((params) => ({ ...(params as object), surprise: 1 }))])(
    'refuses %j',
    (params) => {
      expect(method.params.safeParse(params).success).toBe(false)
    },
  )
  test(`may do ${policy.ui} for ${policy.access}, and is waited for ${timeout ?? 'until a person answers'}`, () => {
    expect({ policy: method.policy, timeout: method.timeout }).toEqual({ policy, timeout })
  })
})

describe('answers', () => {
  const user = frameContract.methods.getUser.result
  const accepts = (change: object) => user.safeParse({ ...session, ...change }).success

  test.each([
    ['R3-40 an e-mail or null', [{ email: 'm@example.com' }, { email: null }], [{ email: 1 }]],
    ['R3-41 an address', [{}], [{ address: undefined }, { address: '' }, { address: '<b>' }]],
    [
      'R3-42 a chain id that is text or a number',
      [{ chainId: 1 }, { chainId: 'eip155:1' }],
      [{ chainId: 0 }, { chainId: null }],
    ],
    [
      'R3-43 accounts, each with address and type',
      [{ accounts: [] }],
      [
        { accounts: undefined },
        { accounts: [{ namespace: 'eip155', address }] },
        { accounts: [{ namespace: 'eip155', type: 'eoa' }] },
        { accounts: [{ namespace: 'eip155', address, type: 'other' }] },
        { accounts: Array(17).fill(session.accounts[0]) },
      ],
    ],
    ['R3-44 a user name or null', [{ userName: 'maria' }, { userName: null }], [{ userName: 1 }]],
    [
      'R3-45 the preferred type of account',
      [{ preferredAccountType: 'smartAccount' }],
      [{ preferredAccountType: undefined }, { preferredAccountType: 'other' }],
    ],
    [
      'R3-46 whether the smart account is deployed',
      [{ smartAccountDeployed: true }],
      [{ smartAccountDeployed: 'yes' }],
    ],
    ['nothing else', [{}], [{ privateKey: 'x' }]],
  ])('a session has %s', (_, good, bad) => {
    for (const change of good) expect(accepts(change)).toBe(true)
    for (const change of bad) expect(accepts(change)).toBe(false)
  })

  test.each([
    ['R4-25', 'VERIFY_OTP', true],
    ['R4-26', 'VERIFY_DEVICE', true],
    ['R4-27', 'CONNECT', true],
    ['nothing but these three:', 'REGISTER', false],
  ])('%s connectEmail may answer %s: %s', (_, action, success) => {
    const { result } = frameContract.methods.connectEmail
    expect(result.safeParse({ action, emailHint: 'm•••@example.com' }).success).toBe(success)
  })
})

test('R3-34 R3-17 an account of the namespace eip155 has the type eoa', () => {
  const { accountsChanged } = frameContract.events
  const of = (change: object) => ({ accounts: [{ ...session.accounts[0], ...change }] })
  expect(accountsChanged.payload.safeParse(of({})).success).toBe(true)
  expect(accountsChanged.payload.safeParse(of({ namespace: 'cosmos' })).success).toBe(false)
  expect(accountsChanged.payload.safeParse(of({ type: 'EOA' })).success).toBe(false)
})
