import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './historyCursor.ts'

const whole = fc.nat({ max: Number.MAX_SAFE_INTEGER })

test('R4-83 every place of a list comes back as it was', () => {
  const place = fc.record({ at: whole, block: whole, position: fc.nat(), chainId: whole })
  fc.assert(
    fc.property(place, (one) => {
      expect(readCursor(writeCursor(one))).toEqual(one)
    }),
  )
})

test('no other text is taken', () => {
  const text = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
  )
  fc.assert(
    fc.property(text, (one) => {
      expect(() => readCursor(one)).toThrow('The cursor is not one that this service gave')
    }),
  )
})
