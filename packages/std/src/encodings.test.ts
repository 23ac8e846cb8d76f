import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { decodeBase64url, encodeBase64url } from './base64url.ts'
import { bytesToHex, hexToBytes, isHex, toQuantity } from './hex.ts'

const bytes = fc.uint8Array({ maxLength: 64 })
const text = (value: string) => new TextEncoder().encode(value)

test.each([
  // RFC 4648 section 10, in the alphabet of section 5 and unpadded.
  ['', ''],
  ['f', 'Zg'],
  ['fo', 'Zm8'],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg'],
  ['fooba', 'Zm9vYmE'],
  ['foobar', 'Zm9vYmFy'],
])('base64url of "%s" is "%s"', (plain, encoded) => {
  expect(encodeBase64url(text(plain))).toBe(encoded)
  expect(decodeBase64url(encoded)).toEqual(text(plain))
})

test('base64url agrees with Node for any bytes', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      const encoded = encodeBase64url(value)
      expect(encoded).toBe(Buffer.from(value).toString('base64url'))
      expect(decodeBase64url(encoded)).toEqual(value)
    }),
  )
})

test('base64url refuses an impossible length and another alphabet', () => {
  expect(() => decodeBase64url('A')).toThrow()
  expect(() => decodeBase64url('A*==')).toThrow()
})

test.each([
  // draft-msporny-base58-03 section 5.
  [text('Hello World!'), '2NEpo7TZRRrLZSi2U'],
  [
    text('The quick brown fox jumps over the lazy dog.'),
    'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
  ],
  [hexToBytes('0x0000287fb4cd'), '11233QC4'],
])('base58 of %s is %s', (plain, encoded) => {
  expect(encodeBase58(plain)).toBe(encoded)
  expect(decodeBase58(encoded)).toEqual(plain)
})

test('base58 gives back any bytes, leading zeros too', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      expect(decodeBase58(encodeBase58(value))).toEqual(value)
    }),
  )
})

test('base58 refuses look-alike digits and what is too long', () => {
  for (const wrong of ['0', 'O', 'I', 'l', ' ', 'é']) expect(decodeBase58(wrong)).toBeUndefined()
  expect(decodeBase58('1'.repeat(101))).toBeUndefined()
  expect(decodeBase58('1'.repeat(5), 4)).toBeUndefined()
})

test('hex gives back any bytes and takes capitals', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      const encoded = bytesToHex(value)
      expect(encoded).toBe(`0x${Buffer.from(value).toString('hex')}`)
      expect(hexToBytes(encoded)).toEqual(value)
      expect(hexToBytes(`0x${encoded.slice(2).toUpperCase()}`)).toEqual(value)
      expect(isHex(encoded, value.length)).toBe(true)
      expect(isHex(encoded, value.length + 1)).toBe(false)
    }),
  )
})

test('hex refuses half bytes, other digits and a missing 0x, and does not repeat the text', () => {
  for (const wrong of ['', '00', '0x0', '0xgg', '0x00 ', 'x00']) {
    expect(isHex(wrong)).toBe(false)
    expect(() => hexToBytes(wrong)).toThrow(TypeError)
  }
  expect(() => hexToBytes('0xsecret')).toThrow(/^(?!.*secret)/)
  expect(isHex(1)).toBe(false)
})

test('a quantity has no leading zeros (EIP-1474)', () => {
  expect([0, 65, 1024n].map(toQuantity)).toEqual(['0x0', '0x41', '0x400'])
})
