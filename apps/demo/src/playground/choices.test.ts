import { SOCIAL_PROVIDERS } from '@latchkey/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  type Choices,
  DEFAULTS,
  DEVICES,
  FONTS,
  LANGUAGES,
  METHODS,
  MODES,
  NETWORKS,
  readChoices,
  writeChoices,
} from './choices.ts'

export const anyChoices: fc.Arbitrary<Choices> = fc.record({
  mode: fc.constantFrom(...MODES),
  accent: fc.integer({ min: 0, max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, '0')}`),
  font: fc.constantFrom(...FONTS),
  radius: fc.integer({ min: 0, max: 8 }),
  width: fc.integer({ min: 320, max: 480 }),
  methods: fc.shuffledSubarray([...METHODS], { minLength: 1 }),
  socials: fc.shuffledSubarray([...SOCIAL_PROVIDERS]),
  passkeys: fc.boolean(),
  networks: fc.shuffledSubarray([...NETWORKS], { minLength: 1 }),
  language: fc.constantFrom(...LANGUAGES),
  account: fc.constantFrom(...ACCOUNTS),
  device: fc.constantFrom(...DEVICES),
})

test('a shared link shows what its sender saw', () => {
  fc.assert(
    fc.property(anyChoices, (choices) => {
      expect(readChoices(`#${writeChoices(choices)}`)).toEqual(choices)
    }),
  )
  expect(writeChoices(DEFAULTS)).toBe('')
})

test('any text is read as something that the playground can show', () => {
  fc.assert(
    fc.property(fc.string(), (hash) => {
      const choices = readChoices(hash)
      expect(readChoices(writeChoices(choices))).toEqual(choices)
    }),
  )
})

test.each([
  'mode=blue',
  'accent=red',
  'accent=%23ff0000',
  'radius=9',
  'radius=-1',
  'radius=1e1',
  'width=319',
  'methods=',
  'methods=email.email',
  'methods=email.nobody',
  'networks=',
  'networks=__proto__',
  'language=xx',
  'passkeys=constructor',
  'unknown=1',
])('%s changes nothing', (hash) => expect(readChoices(`#${hash}`)).toEqual(DEFAULTS))
