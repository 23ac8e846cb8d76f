import { decodeBase58 } from '@latchkey/std/base58'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verifySolanaSignature } from './verifySolanaSignature.ts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
function toBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

it('base58 reads back as the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(decodeBase58(toBase58(bytes))).toEqual(bytes)
    }),
  )
})

/** R is the neutral point and S is 0: without the check it fits 1 text in 8 at least, by nobody's secret. */
const FORGED = toBase58(Uint8Array.from({ length: 64 }, (_, index) => (index === 0 ? 1 : 0)))
it.each([
  ['the System Program', '00'.repeat(32)],
  ['the neutral point', `01${'00'.repeat(31)}`],
  ['the neutral point with a sign', `01${'00'.repeat(30)}80`],
  ['a point of order 2', `ec${'ff'.repeat(30)}7f`],
  ['a point of order 4, not reduced', `ed${'ff'.repeat(30)}7f`],
  ['the neutral point, not reduced', `ee${'ff'.repeat(30)}7f`],
  ['a point of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['its negative', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'],
  ['another of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
])('nobody signs in as %s', (_, hex) => {
  const address = toBase58(Buffer.from(hex, 'hex'))
  for (let index = 0; index < 64; index++)
    expect(() => verifySolanaSignature(`text ${index}`, FORGED, address)).toThrow(
      expect.objectContaining({ code: 8307 }),
    )
})
