import { describe, expect, test } from 'vitest'
import type { Method } from '../defineMethod.ts'
import { type KeysContract, keysContract } from './index.ts'

type Name = keyof KeysContract['methods']
type Case = {
  good: readonly unknown[]
  bad: readonly unknown[]
  access: Method['policy']['access']
  timeout: number
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
const nothing = { good: [{}], bad: [null, { extra: 1 }] }

const cases: Record<Name, Case> = {
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
      { address, typedData: 'x'.repeat(65_537) },
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
  test(`shows nothing, serves ${access}, and is waited for ${timeout} ms`, () => {
    expect(method).toMatchObject({ policy: { access, ui: 'none' }, timeout })
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
