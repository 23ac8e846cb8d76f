import fc from 'fast-check'
import { hashTypedData as viemHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '../primitives/hex.ts'
import { typedDataArbitrary } from '../testing/arbitraryTypedData.ts'
import { encodeType, hashTypedData, parseTypedData, signTypedData } from './signTypedData.ts'

/** The example of EIP-712; its key is the Keccak-256 of `cow`. */
const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
const cow = hexToBytes('0xc85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4')

test('EIP-712 example: type, hash and signature', () => {
  expect(encodeType(parseTypedData(mail).types, 'Mail')).toBe(
    'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
  )
  const { hash, signature } = signTypedData(cow, mail)
  expect(hash).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  expect(signature).toBe(
    '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
  )
})

test('any valid typed data hashes as viem hashes it', () => {
  fc.assert(
    fc.property(typedDataArbitrary, (data) => {
      expect(hashTypedData(data)).toBe(viemHash(data as never))
    }),
    { numRuns: 300 },
  )
})

test('any valid typed data signs as viem signs it', async () => {
  const account = privateKeyToAccount(bytesToHex(cow))
  await fc.assert(
    fc.asyncProperty(typedDataArbitrary, async (data) => {
      expect(signTypedData(cow, data).signature).toBe(await account.signTypedData(data as never))
    }),
    { numRuns: 20 },
  )
})

describe('one number in all its spellings', () => {
  const hashOf = (type: string, value: unknown) =>
    hashTypedData({
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], Value: [{ name: 'value', type }] },
      primaryType: 'Value',
      domain: { name: 'x' },
      message: { value },
    })
  test.each([
    ['uint8', 200, '200', '0xc8', 200n],
    ['int256', -5, '-5', -5n, '-5'],
    ['uint256', 0, '0', '0x0', 0n],
    ['int8', -128, '-128', -128n, -128n],
  ])('%s', (type, ...values) => {
    expect(new Set(values.map((value) => hashOf(type, value))).size).toBe(1)
  })
})
