import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import * as primitives from './primitives.ts'

const hex = (digits: number) => `0x${'aB3'.repeat(digits).slice(0, digits)}`
const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success

describe('what every contract is made of', () => {
  test.each([
    ['R5-10 a hash', primitives.hash32(), [hex(64)], [hex(63), hex(65), hex(64).slice(2), 'x', 1]],
    [
      'R5-15 an address',
      primitives.evmAddress(),
      [hex(40)],
      [hex(39), hex(41), hex(40).slice(2), `0x${'g'.repeat(40)}`],
    ],
    ['bytes', primitives.hexData(), ['0x', '0xAb'], ['', '0xabc', 'ab', `0x${'00'.repeat(65_537)}`]],
    [
      'a quantity',
      primitives.quantity(),
      ['0x0', '0xff'],
      ['0x', '0x00', '0x01', '1', `0x1${'0'.repeat(64)}`],
    ],
    [
      'R5-43 a CAIP-2 id',
      primitives.caip2(),
      ['eip155:1'],
      ['eip155', 'eip155:', ':1', 'eip155:1:2', 'EIP155:1'],
    ],
    ['R5-14 a chain id', primitives.chainId(), [1, 'eip155:1'], [0, -1, 1.5, '1', null]],
    ['R5-24 a code', primitives.otp(), ['000000', 'abcd1234'], ['', '12345', '1234567', 123_456, 'ILOU1234']],
    [
      'an origin',
      primitives.origin(),
      ['https://a.example', 'http://a.localhost:1'],
      ['null', 'https://a.example/', 'ftp://a'],
    ],
  ] as const)('%s', (_, schema, good, bad) => {
    for (const value of good) expect(accepts(schema, value)).toBe(true)
    for (const value of bad) expect(accepts(schema, value)).toBe(false)
  })

  /** Whatever else runs in this process may have loaded zod's English words; the product loads none. */
  const messagesOf = (schema: z.ZodMiniType, value: unknown) => {
    const { localeError } = z.config()
    onTestFinished(() => void z.config({ localeError }))
    z.config({ localeError: undefined })
    return schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message])
  }
  test.each([
    primitives.email(),
    primitives.otp(),
    primitives.chainId(),
    z.strictObject({ email: primitives.email() }),
    primitives.nothing(),
  ])('R5-30 what does not fit is called Invalid input (%#)', (schema) => {
    expect(messagesOf(schema, Symbol('x'))).toEqual([['', 'Invalid input']])
  })
  test.each([
    ['R5-29', { otp: '123456' }, 'email'],
    ['R5-31', { email: `${'a'.repeat(400)}@example.com`, otp: '123456' }, 'email'],
    ['R5-31', { email: 'mia@example.com', otp: '12' }, 'otp'],
  ])('%s what is missing or of the wrong size is called so too, by its field (%#)', (_, value, field) => {
    const schema = z.strictObject({ email: primitives.email(), otp: primitives.otp() })
    const messages = messagesOf(schema, value) ?? []
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) expect(message).toEqual([field, 'Invalid input'])
  })
})
