import { expect, test } from 'vitest'
import { emailHint, normalizeEmail } from './normalizeEmail.ts'

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

test('a hint shows the first character and the domain', () => {
  expect(emailHint('mia@example.com')).toBe('m•••@example.com')
})
