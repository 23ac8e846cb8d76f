import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browserName, sayBrowserName } from './browserName.ts'

const german = {
  on: (browser: string, system: string) => `${browser} auf ${system}`,
  unknown: 'Unbekannter Browser',
}
const english = { on: browserName, unknown: browserName() }

test.each([
  ['Firefox on Linux', 'Firefox auf Linux'],
  ['Samsung Internet on Android', 'Samsung Internet auf Android'],
  ['Safari', 'Safari'],
  ['Unknown browser', 'Unbekannter Browser'],
  ['Unknown browser on Windows', 'Unbekannter Browser auf Windows'],
  ['a on b on c', 'a on b on c'],
  ['', ''],
])('%j is said as %j', (name, said) => {
  expect(sayBrowserName(name, german)).toBe(said)
})

test('in English every text is said as it is', () => {
  fc.assert(fc.property(fc.string(), (text) => sayBrowserName(text, english) === text))
})
