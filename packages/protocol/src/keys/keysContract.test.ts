import { describe, expect, test } from 'vitest'
import type { Method } from '../schema/defineMethod.ts'
import { accountKeysContract, type KeysContract, keysContract } from './index.ts'

type Name = keyof KeysContract['methods']
type Case = {
  good: readonly unknown[]
  bad: readonly unknown[]
  access: Method['policy']['access']
  timeout: number | null
}

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hash = `0x${'aB'.repeat(32)}`
const signature = `0x${'ab'.repeat(65)}`
const transaction = {
  chainId: 1,
  nonce: 0,
  to: address,
  value: '0',
  data: '0x',
  gas: '21000',
  maxFeePerGas: '2',
  maxPriorityFeePerGas: '1',
  accessList: [{ address, storageKeys: [hash] }],
}
const SOLANA_ACCOUNT = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const nothing = { good: [{}], bad: [null, { extra: 1 }] }

const cases: Record<Name, Case> = {
  shareEmail: {
    good: [{ email: 'm@example.com' }],
    bad: [
      {},
      { email: null },
      { email: 'nobody' },
      { email: 'm@example.com', hostOrigin: 'https://evil.example' },
    ],
    access: 'granted',
    timeout: 25_000,
  },
  getState: { ...nothing, access: 'open', timeout: 10_000 },
  syncSession: { ...nothing, access: 'open', timeout: 15_000 },
  startEmail: {
    good: [
      { email: 'm@example.com', resend: false },
      { email: 'm@example.com', resend: true, locale: 'de-DE' },
    ],
    bad: [
      { email: 'm@example.com' },
      { email: 'nobody', resend: false },
      { email: 'm@example.com', resend: 'no' },
    ],
    access: 'open',
    timeout: 25_000,
  },
  resendCode: { ...nothing, access: 'open', timeout: 25_000 },
  submitCode: {
    good: [{ code: '000000' }, { code: 'ABCD1234' }],
    bad: [{}, { code: '00000' }, { code: 0 }, { code: 'ILOU1234' }],
    access: 'open',
    timeout: 25_000,
  },
  resendDevice: { ...nothing, access: 'open', timeout: 25_000 },
  checkDevice: { ...nothing, access: 'open', timeout: 25_000 },
  cancelLogin: { ...nothing, access: 'open', timeout: 5_000 },
  startSocial: {
    good: [
      { provider: 'google', mode: 'popup', purpose: 'login' },
      {
        provider: 'x',
        mode: 'redirect',
        returnUri: 'https://app.example/',
        purpose: 'link',
        locale: 'de',
      },
    ],
    bad: [
      { provider: 'google', mode: 'popup' },
      { provider: 'farcaster', mode: 'popup', purpose: 'login' },
      { provider: 'google', mode: 'tab', purpose: 'login' },
      { provider: 'google', mode: 'popup', purpose: 'merge' },
      { provider: 'google', mode: 'redirect', purpose: 'login', returnUri: 'x'.repeat(2_049) },
    ],
    access: 'open',
    timeout: 25_000,
  },
  finishSocial: {
    good: [{ uri: 'https://wallet.example/social/done' }],
    bad: [{}, { uri: 1 }, { uri: 'x'.repeat(4_097) }],
    access: 'open',
    timeout: 25_000,
  },
  startFarcaster: {
    good: [{ purpose: 'login' }, { purpose: 'link', locale: 'de' }],
    bad: [{}, { purpose: 'merge' }],
    access: 'open',
    timeout: 25_000,
  },
  checkFarcaster: { ...nothing, access: 'open', timeout: 25_000 },
  signInWithPasskey: { ...nothing, access: 'open', timeout: null },
  recoverWithPasskey: { ...nothing, access: 'open', timeout: null },
  startJoin: { ...nothing, access: 'open', timeout: 25_000 },
  checkJoin: { ...nothing, access: 'open', timeout: 25_000 },
  startEmailChange: {
    good: [{ email: 'm@example.com' }, { email: 'm@example.com', locale: 'de' }],
    bad: [{}, { email: 'nobody' }],
    access: 'granted',
    timeout: 25_000,
  },
  submitEmailChange: {
    good: [{ code: 'ABCD1234' }],
    bad: [{}, { code: 'ABCD123' }, { code: 1 }],
    access: 'granted',
    timeout: 25_000,
  },
  resendEmailChange: { ...nothing, access: 'granted', timeout: 25_000 },
  signOut: { ...nothing, access: 'open', timeout: 2_500 },
  signMessage: {
    good: [
      { address, message: '0x' },
      { address, message: '0xAbcd' },
    ],
    bad: [
      { address },
      { address, message: 'hello' },
      { address, message: '0xabc' },
      { address: '0x1', message: '0x' },
    ],
    access: 'granted',
    timeout: 30_000,
  },
  signTypedData: {
    good: [{ address, typedData: '{}' }],
    bad: [
      { address, typedData: {} },
      { address, typedData: 'x'.repeat(131_073) },
      { address, typedData: '{}', hash },
    ],
    access: 'granted',
    timeout: 30_000,
  },
  signTransaction: {
    good: [
      { address, transaction },
      { address, transaction: { ...transaction, to: null, accessList: [] } },
    ],
    bad: [{ address }, { address, transaction: { ...transaction, gasPrice: '1' } }, { address, hash }],
    access: 'granted',
    timeout: 30_000,
  },
  signBytes: {
    good: [
      { account: SOLANA_ACCOUNT, kind: 'message', bytes: 'aGVsbG8' },
      { account: SOLANA_ACCOUNT, kind: 'message', bytes: '' },
      { account: SOLANA_ACCOUNT, kind: 'transaction', bytes: 'AQAB' },
      { account: SOLANA_ACCOUNT, kind: 'transaction', bytes: 'A'.repeat(245_760) },
    ],
    bad: [
      { account: SOLANA_ACCOUNT, kind: 'hash', bytes: 'aGVsbG8' },
      { account: SOLANA_ACCOUNT, kind: 'message', bytes: 'aGVsbG8=' },
      { account: SOLANA_ACCOUNT, kind: 'transaction', bytes: 'A'.repeat(245_761) },
      { account: 'someone', kind: 'message', bytes: 'aGVsbG8' },
      { account: SOLANA_ACCOUNT, kind: 'message', bytes: 'aGVsbG8', hash: true },
    ],
    access: 'granted',
    timeout: 30_000,
  },
  gainAccounts: {
    good: [{ namespaces: ['solana'] }, { namespaces: [] }],
    bad: [{}, { namespaces: ['Solana'] }, { namespaces: 'solana' }],
    access: 'granted',
    timeout: 30_000,
  },
  warmUp: { ...nothing, access: 'open', timeout: 10_000 },
}

test('the table has every method of the contract, under its own name', () => {
  expect(Object.keys(keysContract.methods).sort()).toEqual(Object.keys(cases).sort())
  for (const [name, method] of Object.entries(keysContract.methods)) expect(method.name).toBe(name)
})

describe.each(Object.keys(cases) as Name[])('%s', (name) => {
  const method: Method = keysContract.methods[name]
  const { good, bad, access, timeout } = cases[name]
  test.each(good)('takes %j', (params) => {
    expect(method.params.safeParse(params)).toEqual({ success: true, data: params })
  })
  test.each([...bad, ...good.map((params) => ({ ...(params as object), surprise: 1 }))])(
    'refuses %j',
    (params) => {
      expect(method.params.safeParse(params).success).toBe(false)
    },
  )
  test(`shows nothing, serves ${access}, and is waited for ${timeout ?? 'until a person answers'}`, () => {
    expect(method).toMatchObject({ policy: { access, ui: 'none' }, timeout })
  })
})

describe('the state', () => {
  const state = {
    status: 'signedOut',
    user: null,
    accounts: [],
    granted: false,
    emailShared: false,
    challenge: null,
    device: null,
    recovery: [],
    tier: null,
    persistent: true,
  }
  const accepts = (change: object) =>
    keysContract.events.stateChanged.payload.safeParse({ ...state, ...change }).success

  test.each([
    [
      'one of five',
      ['signedOut', 'awaitingDevice', 'awaitingCode', 'awaitingRecovery', 'signedIn'].map((status) => ({
        status,
      })),
      [{ status: 'locked' }, { status: null }],
    ],
    [
      'a device request with two digits',
      [{ device: { number: '07', emailHint: 'm•••@example.com', expiresAt: 1 } }],
      ['7', '007', 'ab', 7].map((number) => ({ device: { number, emailHint: '', expiresAt: 1 } })),
    ],
    [
      'ways to recover that exist',
      [{ recovery: ['passkey', 'code'] }],
      [{ recovery: ['sms'] }, { recovery: ['code', 'code', 'code'] }],
    ],
    ['a tier that exists, or none', [{ tier: 'protected' }, { tier: null }], [{ tier: 'gold' }]],
    ['nothing else', [{}], [{ refreshToken: 'x' }]],
  ])('is %s', (_, good, bad) => {
    for (const change of good) expect(accepts(change)).toBe(true)
    for (const change of bad) expect(accepts(change)).toBe(false)
  })

  test('R4-34 the answer of an e-mail change is the next step, or the new address', () => {
    const { result } = keysContract.methods.submitEmailChange
    const challenge = { emailHint: 'm', codeLength: 8, expiresAt: 1, resendAt: 1 }
    for (const good of [
      { next: 'VERIFY_SECONDARY_OTP', challenge },
      { next: 'DONE', newEmail: 'm@example.com', state },
    ])
      expect(result.safeParse(good).success).toBe(true)
    for (const bad of [
      { next: 'DONE' },
      { next: 'DONE', newEmail: 'm', state },
      { next: 'VERIFY_SECONDARY_OTP' },
      {},
    ])
      expect(result.safeParse(bad).success).toBe(false)
  })
})

describe('the account page', () => {
  const panels = Object.keys(accountKeysContract.methods).filter((name) => !(name in keysContract.methods))

  test('may ask for more than a site’s frame may', () => {
    expect(panels).toContain('openPanel')
    expect(panels).toContain('deleteAccount')
    for (const name of panels) {
      const method: Method = accountKeysContract.methods[name as keyof typeof accountKeysContract.methods]
      expect(method).toMatchObject({ name, policy: { access: 'granted' } })
      expect(method.params.safeParse({ surprise: 1 }).success).toBe(false)
    }
  })

  test('no answer has a place for a secret', () => {
    const { openPanel } = accountKeysContract.methods
    expect(openPanel.result.safeParse({ phrase: 'abandon' }).success).toBe(false)
  })
})

describe('what is signed', () => {
  const accepts = (change: object) =>
    keysContract.methods.signTransaction.params.safeParse({
      address,
      transaction: { ...transaction, ...change },
    }).success

  test.each([
    [
      'R5-14 a chain id above 0',
      { chainId: 31_337 },
      [0, -1, 1.5, '1', null].map((chainId) => ({ chainId })),
    ],
    [
      'R5-15 a recipient that is an address',
      { to: address.toLowerCase() },
      [address.slice(2), `${address}0`, address.slice(0, -1), '', undefined].map((to) => ({ to })),
    ],
    [
      'R5-17 storage keys of 32 bytes',
      { accessList: [{ address, storageKeys: [hash, hash] }] },
      [hash.slice(0, -2), `${hash}00`, hash.slice(2), '0x', 1].map((key) => ({
        accessList: [{ address, storageKeys: [key] }],
      })),
    ],
    [
      'amounts in decimal digits',
      { value: '1' },
      ['0x1', '01', '-1', '1.5', '', 1].map((value) => ({ value })),
    ],
  ])('has %s', (_, good, bad) => {
    expect(accepts(good)).toBe(true)
    for (const change of bad) expect(accepts(change)).toBe(false)
  })

  test('R5-10 the hash of a transaction is 0x and 64 hex digits', () => {
    const { result } = keysContract.methods.signTransaction
    expect(result.safeParse({ raw: '0x02', hash }).success).toBe(true)
    for (const bad of [hash.slice(2), hash.slice(0, -1), `${hash}0`, `0x${'g'.repeat(64)}`, '', null])
      expect(result.safeParse({ raw: '0x02', hash: bad }).success).toBe(false)
  })

  test('R5-11 a signed message is 0x and 130 hex digits, which is 62 or more', () => {
    const { result } = keysContract.methods.signMessage
    expect(result.safeParse({ signature }).success).toBe(true)
    for (const digits of [0, 60, 61, 129, 131])
      expect(result.safeParse({ signature: `0x${'a'.repeat(digits)}` }).success).toBe(false)
    for (const bad of [signature.slice(2), `0x${'g'.repeat(130)}`, null])
      expect(result.safeParse({ signature: bad }).success).toBe(false)
  })
})
