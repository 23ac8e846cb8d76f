import { encodeBase58 } from '@latchkey/std/base58'
import { toWholeUnits } from '@latchkey/std/decimalUnits'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COMMITMENTS, isCommitment } from './commitments.ts'
import { isSolanaAddress } from './isSolanaAddress.ts'
import { readPaymentLink } from './paymentLink.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

it('R5-40 every 32 bytes are an address of 32 to 44 characters', () => {
  fc.assert(
    fc.property(bytes(32), (key) => {
      const text = encodeBase58(key)
      expect(text.length).toBeGreaterThanOrEqual(32)
      expect(text.length).toBeLessThanOrEqual(44)
      return isSolanaAddress(text)
    }),
  )
})
it('R5-40 what decodes to another length is none, though it looks like one', () => {
  fc.assert(fc.property(bytes(31), (key) => !isSolanaAddress(encodeBase58(key))))
  fc.assert(fc.property(bytes(33), (key) => !isSolanaAddress(encodeBase58(key))))
  for (const text of [
    '',
    '1'.repeat(31),
    '1'.repeat(33),
    '0'.repeat(32),
    `${'1'.repeat(31)}l`,
    'z'.repeat(44),
  ])
    expect(isSolanaAddress(text)).toBe(false)
})
it('R5-22 a preflight commitment is one of eight', () => {
  expect(COMMITMENTS.every(isCommitment)).toBe(true)
  expect(COMMITMENTS).toEqual([
    ...['processed', 'confirmed', 'finalized', 'recent'],
    ...['single', 'singleGossip', 'root', 'max'],
  ])
  for (const other of ['', 'final', 'Max', 7, null, undefined]) expect(isCommitment(other)).toBe(false)
})
it('amounts are whole numbers all the way', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.integer({ min: 0, max: 20 }),
      (units, decimals) => {
        const [whole = '', fraction = ''] = toWholeUnits(units, decimals).split('.')
        return BigInt(whole + fraction.padEnd(decimals, '0')) === units
      },
    ),
  )
})

const TO = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
it.each([
  [`solana:${TO}`, { to: TO }],
  [`solana:${TO}?amount=0.01`, { to: TO, amount: 10_000_000n }],
  [`solana:${TO}?amount=1.5&label=Shop`, { to: TO, amount: 1_500_000_000n }],
  [`solana:${TO}?spl-token=${TO}&amount=2`, { to: TO, token: TO, amount: 'untold' }],
  [`solana:${TO}?spl-token=${TO}`, { to: TO, token: TO }],
])('reads the link %s', (link, expected) => expect(readPaymentLink(link)).toEqual(expected))
it.each([
  'solana:https%3A%2F%2Fshop.example',
  'solana:nobody',
  `solana:${TO}?amount=1e9`,
  `solana:${TO}?amount=-1`,
  `solana:${TO}?amount=0.0000000001`,
  `solana:${TO}?memo=42`,
  `solana:${TO}?reference=${TO}`,
  `ethereum:${TO}`,
])('is no link: %s', (link) => expect(readPaymentLink(link)).toBeUndefined())
