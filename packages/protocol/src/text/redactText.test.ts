import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactText } from './redactText.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test.each([
  ['mia@example.com', '[email]'],
  ['to mia+x@mail.example.co.uk, now', 'to [email] now'],
  ['/u/mia%40example.com/cart', '/u/[email]/cart'],
  ['GET https://a.example/x?code=1#t failed', 'GET https://a.example/x failed'],
  ['wss://relay.example/?auth=eyJ closed', 'wss://relay.example/ closed'],
  ['wc:7f6e@2?relay-protocol=irn&symKey=587d', '[pairing]'],
  [`from ${ADDRESS}`, 'from [hex]'],
  ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', '[token]'],
  ['Bearer eyJhbGciOiJFUzI1NiIsInR5cCI6.x', 'Bearer [token].x'],
  ['at createChainUnavailableErrorHandler (index-abc123.js:1:2)', undefined],
  ['at node_modules/@latchkey/core/index.js:1:2', undefined],
  ['Chain eip155:1 does not answer', undefined],
])('R7-41 %s', (text, expected) => {
  expect(redactText(text, 200)).toBe(expected ?? text)
})

test('R7-41 no e-mail address survives, wherever it stands, and the rest stays in bounds', () => {
  const around = fc.string({ maxLength: 80, unit: 'binary' })
  fc.assert(
    fc.property(around, fc.emailAddress(), around, fc.nat(200), (before, email, after, max) => {
      const text = redactText(`${before} ${email} ${after}`, 4_000)
      expect(text).not.toContain(email)
      expect(redactText(text, max).length).toBeLessThanOrEqual(max)
    }),
    { numRuns: 1_000 },
  )
})

test('a text that is made to be slow is not', () => {
  for (const part of ['a', 'a-', '@', 'a@', '.', 'a.', 'https://', '%40', 'wc:'])
    expect(redactText(part.repeat(200_000), 100).length).toBeLessThanOrEqual(100)
})
