import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidPrivateKeyError } from '../primitives/errors.ts'
import { bytesToHex, hexToBytes } from '../primitives/hex.ts'
import { isAddress, privateKeyToAddress } from './account.ts'

/** EIP-55 "Test Cases": all caps, all lower, normal. */
const EIP55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('R5-15 R5-39 EIP-55', () => {
  test.each(EIP55)('%s is an address, and in lower case too', (address) => {
    expect(isAddress(address)).toBe(true)
    expect(isAddress(address.toLowerCase())).toBe(true)
  })

  test.each(EIP55.slice(4))('%s with one letter of the other case is none', (address) => {
    const at = address.search(/[A-F]/)
    expect(isAddress(address.slice(0, at) + address.charAt(at).toLowerCase() + address.slice(at + 1))).toBe(
      false,
    )
  })

  test('agrees with viem on any 20 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        expect(isAddress(getAddress(bytesToHex(bytes)))).toBe(true)
      }),
    )
  })

  test.each([null, 1, '', '0x', EIP55[0]?.slice(2), `${EIP55[2]}00`, EIP55[2]?.slice(0, -1)])(
    'refuses %j',
    (value) => {
      expect(isAddress(value)).toBe(false)
    },
  )
})

test('the address of the key 1', () => {
  const key = hexToBytes(`0x${'00'.repeat(31)}01`)
  expect(privateKeyToAddress(key)).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
})

test.each([
  ['zero', '00'.repeat(32)],
  ['the order of the group', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
  ['31 bytes', '01'.repeat(31)],
])('refuses %s as a private key', (_, hex) => {
  expect(() => privateKeyToAddress(hexToBytes(`0x${hex}`))).toThrow(InvalidPrivateKeyError)
})
