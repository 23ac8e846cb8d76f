import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidHexError } from './errors.ts'
import { bytesToHex, hexToBytes, isHex } from './hex.ts'

test('bytes survive the way to hex and back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect([...hexToBytes(bytesToHex(bytes))]).toEqual([...bytes])
    }),
  )
})

test.each(['', '0', '0x0', '01ff', '0xg0', '0x01 ', '0X01', ' 0x01'])('refuses %j', (text) => {
  expect(() => hexToBytes(text)).toThrow(InvalidHexError)
  expect(isHex(text)).toBe(false)
})

test('isHex compares the size in bytes', () => {
  expect(isHex('0x0102', 2)).toBe(true)
  expect(isHex('0x0102', 3)).toBe(false)
  expect(isHex(1)).toBe(false)
})
