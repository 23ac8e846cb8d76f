import { expect, test } from 'vitest'
import { accountText, emailHint, normalizeEmail } from './normalizeEmail.ts'

test.each([
  [' mia@example.com ', 'mia@example.com'],
  ['Mia@EXAMPLE.com', 'Mia@example.com'],
  ['mia+tag@example.com', 'mia+tag@example.com'],
  ['mia@bücher.example', 'mia@xn--bcher-kva.example'],
  ['ｍｉａ@example.com', 'mia@example.com'],
  ['m.i.a@example.com', 'm.i.a@example.com'],
])('%s', (text, expected) => {
  expect(normalizeEmail(text)).toBe(expected)
})

test.each([
  '',
  'mia',
  '@example.com',
  'mia@',
  'mia@localhost',
  'mia@exa mple.com',
  'a@b@example.com',
  `${'a'.repeat(65)}@example.com`,
  'mia@example..com',
  'mia@example.com\nBcc: x@y.zz',
])('refuses %j', (text) => {
  expect(() => normalizeEmail(text)).toThrow()
})

test.each([
  ['Mia@example.com', 'mia@example.com', true],
  ['MIA+Shop@Example.COM', 'mia+shop@example.com', true],
  // U+212A, the Kelvin sign, is a K by NFKC already.
  ['\u212aim@example.com', 'kim@example.com', true],
  ['mia+1@example.com', 'mia@example.com', false],
  ['m.ia@example.com', 'mia@example.com', false],
  // Not ASCII: never folded, and never taken for a letter that looks alike.
  ['\u00c9va@example.com', '\u00e9va@example.com', false],
  ['\u043cia@example.com', 'mia@example.com', false],
  ['\u0130da@example.com', 'ida@example.com', false],
  ['m\u0131a@example.com', 'mia@example.com', false],
])('%s and %s are one account: %s', (one, other, same) => {
  expect(accountText(normalizeEmail(one)) === accountText(normalizeEmail(other))).toBe(same)
})

test('a hint shows the first character and the domain', () => {
  expect(emailHint('mia@example.com')).toBe('m•••@example.com')
})
