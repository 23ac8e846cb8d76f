import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidRecoveryCodeError } from './primitives/errors.ts'
import {
  createRecoveryCode,
  formatRecoveryCode,
  parseRecoveryCode,
  RECOVERY_CODE_LENGTH,
} from './recoveryCode.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const secrets = fc.uint8Array({ minLength: 16, maxLength: 16 })
const refused = (text: string): void => {
  expect(() => parseRecoveryCode(text)).toThrow(InvalidRecoveryCodeError)
}
const replaceAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1)

test('any secret comes back from its code', () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const code = formatRecoveryCode(secret)
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect([...parseRecoveryCode(code)]).toEqual([...secret])
    }),
  )
})

test('the characters are the number in base 32, most significant first', () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const number = BigInt(`0x${Buffer.from(secret).toString('hex')}`)
      const digits = Array.from({ length: 26 }, (_, at) => Number((number >> BigInt(5 * (25 - at))) & 31n))
      const text = digits.map((digit) => ALPHABET[digit]).join('')
      expect(formatRecoveryCode(secret).replaceAll('-', '').slice(0, 26)).toBe(text)
    }),
  )
})

test('a person may write it in any case, with any spacing, and mistake O for 0 and I or L for 1', () => {
  fc.assert(
    fc.property(secrets, fc.constantFrom('I', 'L', 'i', 'l'), (secret, one) => {
      const code = formatRecoveryCode(secret)
      const typed = `  ${code.toLowerCase().replaceAll('-', ' \u2013 ').replaceAll('0', 'o').replaceAll('1', one)}\n`
      expect([...parseRecoveryCode(typed)]).toEqual([...secret])
    }),
  )
})

test('every single mistaken character is found', () => {
  fc.assert(
    fc.property(
      secrets,
      fc.nat(RECOVERY_CODE_LENGTH - 1),
      fc.integer({ min: 1, max: 31 }),
      (secret, at, by) => {
        const plain = formatRecoveryCode(secret).replaceAll('-', '')
        const wrong = ALPHABET[(ALPHABET.indexOf(plain[at] ?? '') + by) % 32] ?? ''
        refused(replaceAt(plain, at, wrong))
      },
    ),
    { numRuns: 500 },
  )
})

test('every swap of two characters is found, wherever they stand', () => {
  fc.assert(
    fc.property(secrets, fc.nat(27), fc.nat(27), (secret, first, second) => {
      const plain = formatRecoveryCode(secret).replaceAll('-', '')
      const [a, b] = [plain[first] ?? '', plain[second] ?? '']
      fc.pre(a !== b)
      refused(replaceAt(replaceAt(plain, first, b), second, a))
    }),
    { numRuns: 500 },
  )
})

test('other text is refused, and never with another error', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), refused))
})

describe('refuses', () => {
  const code = formatRecoveryCode(Uint8Array.from({ length: 16 }, (_, at) => at * 15))
  test.each([
    ['nothing', ''],
    ['a missing character', code.slice(0, -1)],
    ['a further character', `${code}0`],
    ['the letter U', replaceAt(code, 5, 'U')],
    ['a character of another script', replaceAt(code, 5, '\u0410')],
    ['more than 128 bits', 'ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ'],
    ['text without end', '0'.repeat(10_000)],
  ])('%s', (_, text) => refused(text))
  test('what is no text', () => refused(undefined as unknown as string))
  test('a secret of another length', () => {
    expect(() => formatRecoveryCode(new Uint8Array(15))).toThrow(InvalidRecoveryCodeError)
  })
})

test('makes 16 bytes of the generator, zeroes its buffer, and refuses a broken one', () => {
  const source = Uint8Array.from({ length: 16 }, (_, at) => at + 1)
  const kept = [...source]
  expect([...createRecoveryCode(() => source)]).toEqual(kept)
  expect(source.every((byte) => byte === 0)).toBe(true)
  expect(() => createRecoveryCode((length) => new Uint8Array(length))).toThrow(InvalidRecoveryCodeError)
  expect(() => createRecoveryCode(() => new Uint8Array(8))).toThrow(InvalidRecoveryCodeError)
})
