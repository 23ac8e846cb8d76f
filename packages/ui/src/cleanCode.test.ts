import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanCode } from './cleanCode.ts'

describe('cleanCode', () => {
  it.each([
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['Your code is 123456.', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳ ۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['1234567', '123456'],
    ['12a4', '124'],
    ['', ''],
  ])('reads six digits from %j', (text, code) => {
    expect(cleanCode(text, 6)).toBe(code)
  })

  it.each([
    ['7kq2-m9xz', '7KQ2M9XZ'],
    ['ilo0 1234', '11001234'],
    ['uU7KQ2', '7KQ2'],
    ['۷kq۲-m۹xz', '7KQ2M9XZ'],
    ['7KQ2 M9XZ extra', '7KQ2M9XZ'],
  ])("reads eight of Crockford's base 32 from %j", (text, code) => {
    expect(cleanCode(text, 8)).toBe(code)
  })

  it('gives only characters of the alphabet, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(6 as const, 8 as const),
        (text, length) => {
          const code = cleanCode(text, length)
          expect(code).toMatch(length === 6 ? /^[0-9]{0,6}$/ : /^[0-9A-HJKMNP-TV-Z]{0,8}$/)
          expect(cleanCode(code, length)).toBe(code)
        },
      ),
    )
  })
})
