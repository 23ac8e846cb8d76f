import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentContrast, READABLE } from './accentContrast.ts'

test('the meter tells what the label would have on the accent itself, and that the modal moves it', () => {
  expect(accentContrast('#000000', 'light')).toMatchObject({ asGiven: 21, isMoved: false })
  const bright = accentContrast('#ff5a5f', 'light')
  expect(bright?.isMoved).toBe(true)
  expect(bright?.asGiven).toBeLessThan(READABLE)
  expect(bright?.shown).toBeGreaterThanOrEqual(READABLE)
  expect(accentContrast('red', 'light')).toBeUndefined()
})

test('what the modal draws can be read, whatever the accent', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((one) => `#${one.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, fc.constantFrom('light', 'dark'), (accent, theme) => {
      expect(accentContrast(accent, theme)?.shown).toBeGreaterThanOrEqual(READABLE)
    }),
  )
})
