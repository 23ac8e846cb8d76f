import fc from 'fast-check'
import {
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
  parseTransaction as viemParse,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  InvalidPrivateKeyError,
  InvalidTransactionError,
  UnsupportedTransactionError,
} from '../primitives/errors.ts'
import { bytesToHex, type Hex, hexToBytes } from '../primitives/hex.ts'
import type { Eip1559Transaction, LegacyTransaction } from './signTransaction.ts'
import { serializeUnsignedTransaction, signTransaction } from './signTransaction.ts'

const key = hexToBytes(`0x${'46'.repeat(32)}`)
const account = privateKeyToAccount(bytesToHex(key))

/** Bytes as hex; `max` is left out for a fixed length. */
const hex = (min: number, max = min): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((bytes) => bytesToHex(bytes))
const wei = fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, 2n ** 256n - 1n))
const common = {
  chainId: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  nonce: fc.oneof(fc.nat(300), fc.nat(Number.MAX_SAFE_INTEGER)),
  to: fc.option(hex(20)),
  value: wei,
  data: hex(0, 200),
  gas: fc.bigInt(1n, 2n ** 64n - 1n),
}
const accessList = fc.array(
  fc.record({ address: hex(20), storageKeys: fc.array(hex(32), { maxLength: 3 }) }),
  { maxLength: 3 },
)
const eip1559: fc.Arbitrary<Eip1559Transaction> = fc
  .record({ type: fc.constant('eip1559' as const), ...common, a: wei, b: wei, accessList })
  .map(({ a, b, ...rest }) => {
    const [maxPriorityFeePerGas, maxFeePerGas] = a < b ? [a, b] : [b, a]
    return { ...rest, maxFeePerGas, maxPriorityFeePerGas }
  })
const legacy: fc.Arbitrary<LegacyTransaction> = fc.record({
  type: fc.constant('legacy' as const),
  ...common,
  gasPrice: wei,
})

const base: Eip1559Transaction = {
  type: 'eip1559',
  chainId: 31_337,
  nonce: 3,
  to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  value: 10n ** 18n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 20n,
  maxPriorityFeePerGas: 1n,
  accessList: [],
}

describe('agrees with viem', () => {
  test('type 2', async () => {
    await fc.assert(
      fc.asyncProperty(eip1559, async (transaction) => {
        expect(serializeUnsignedTransaction(transaction)).toBe(serializeTransaction(transaction))
        const { raw, hash } = signTransaction(key, transaction)
        expect(raw).toBe(await account.signTransaction(transaction))
        expect(hash).toBe(keccak256(raw))
      }),
      { numRuns: 60 },
    )
  })

  test('legacy', async () => {
    await fc.assert(
      fc.asyncProperty(legacy, async (transaction) => {
        expect(serializeUnsignedTransaction(transaction)).toBe(serializeTransaction(transaction))
        const { raw, hash } = signTransaction(key, transaction)
        expect(raw).toBe(await account.signTransaction(transaction))
        expect(hash).toBe(keccak256(raw))
      }),
      { numRuns: 60 },
    )
  })
})

test('EIP-155 "Example"', () => {
  const transaction: LegacyTransaction = {
    type: 'legacy',
    chainId: 1,
    nonce: 9,
    gasPrice: 20n * 10n ** 9n,
    gas: 21_000n,
    to: '0x3535353535353535353535353535353535353535',
    value: 10n ** 18n,
    data: '0x',
  }
  expect(keccak256(serializeUnsignedTransaction(transaction))).toBe(
    '0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53',
  )
  expect(signTransaction(key, transaction).raw).toBe(
    '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  )
})

test('what was signed reads back, and its sender is the account', async () => {
  const { raw } = signTransaction(key, base)
  expect(viemParse(raw)).toMatchObject({ chainId: 31_337, nonce: 3, value: 10n ** 18n, maxFeePerGas: 20n })
  expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(
    account.address,
  )
})

test('the key stays as it was', () => {
  signTransaction(key, base)
  expect(key.every((byte) => byte === 0x46)).toBe(true)
})

describe('refuses', () => {
  const { accessList: _accessList, ...withoutList } = base
  test.each([
    ['type 4', { ...base, type: 'eip7702', authorizationList: [] }],
    ['an authorization list in type 2', { ...base, authorizationList: [] }],
    ['type 3', { ...base, type: 'eip4844' }],
    ['type 1', { ...base, type: 'eip2930' }],
    ['no type', { ...base, type: undefined }],
    ['a type of the prototype', { ...base, type: 'constructor' }],
  ])('%s as unsupported', (_, transaction) => {
    expect(() => signTransaction(key, transaction)).toThrow(UnsupportedTransactionError)
  })

  test.each([
    ['no object', null],
    ['a list', []],
    ['a missing field', withoutList],
    ['an unknown field', { ...base, gasPrice: 1n }],
    ['type 2 fees in legacy', { ...base, type: 'legacy' }],
    ['an inherited field', Object.assign(Object.create(base), base)],
    ['R5-14 network 0', { ...base, chainId: 0 }],
    ['a broken network', { ...base, chainId: 1.5 }],
    ['a network as text', { ...base, chainId: '1' }],
    ['a negative nonce', { ...base, nonce: -1 }],
    ['an unsafe nonce', { ...base, nonce: 2 ** 53 }],
    ['R5-15 a wrong checksum', { ...base, to: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
    ['a missing recipient', { ...base, to: undefined }],
    ['an empty recipient', { ...base, to: '0x' }],
    ['a value that is a number', { ...base, value: 1 }],
    ['a negative value', { ...base, value: -1n }],
    ['a value of 2^256', { ...base, value: 2n ** 256n }],
    ['odd data', { ...base, data: '0x1' }],
    ['no gas', { ...base, gas: 0n }],
    ['gas of 2^64', { ...base, gas: 2n ** 64n }],
    ['R5-16 a tip above the cap', { ...base, maxPriorityFeePerGas: 21n }],
    ['a cap of 2^256', { ...base, maxFeePerGas: 2n ** 256n }],
    ['an access list that is none', { ...base, accessList: {} }],
    ['an entry without keys', { ...base, accessList: [{ address: base.to }] }],
    ['an entry with a bad address', { ...base, accessList: [{ address: '0x', storageKeys: [] }] }],
    ['keys that are no list', { ...base, accessList: [{ address: base.to, storageKeys: '0x' }] }],
    ['R5-17 a short storage key', { ...base, accessList: [{ address: base.to, storageKeys: ['0x00'] }] }],
  ])('%s', (_, transaction) => {
    expect(() => signTransaction(key, transaction)).toThrow(InvalidTransactionError)
  })

  test('a key that is none', () => {
    expect(() => signTransaction(new Uint8Array(32), base)).toThrow(InvalidPrivateKeyError)
  })
})
