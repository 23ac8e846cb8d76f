import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLabel } from './cleanLabel.ts'

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['  Ada \n\t Lovelace ', 'Ada Lovelace'],
  ['evil\u202etxt.exe', 'eviltxt.exe'],
  ['Ada\t\u0000\tLovelace', 'Ada Lovelace'],
  ['\u200b\u200b', null],
  ['', null],
  [null, null],
  [undefined, null],
  ['A\u0308', '\u00c4'],
  ['😀'.repeat(80), '😀'.repeat(64)],
])('%j is shown as %j', (text, label) => {
  expect(cleanLabel(text)).toBe(label)
})

test('whatever a network tells is one line of at most 64 characters, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const label = cleanLabel(text)
      if (label === null) return
      expect(Array.from(label).length).toBeLessThanOrEqual(64)
      expect(label).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s|\s$|\s\s/u)
      expect(cleanLabel(label)).toBe(label)
    }),
    { numRuns: 1_000 },
  )
})
