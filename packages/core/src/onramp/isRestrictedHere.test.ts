import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Config, Features } from '../interfaces/Config.ts'
import { isRestrictedHere } from './isRestrictedHere.ts'

const configOf = (restrictedTimeZones?: Features['restrictedTimeZones']): Pick<Config, 'features'> => ({
  features: createStore(() => ({ email: true, restrictedTimeZones })),
})

test.each([
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'PRC',
  'Asia/Hong_Kong',
  'Hongkong',
  'asia/hong_kong',
])('R6-28 %s is restricted while nobody says otherwise', (zone) => {
  expect(isRestrictedHere(configOf(), zone)).toBe(true)
})
test.each(['Europe/Berlin', 'Asia/Tokyo', 'Asia/Singapore', 'UTC', 'Etc/Unknown', ''])(
  '%s is not',
  (zone) => {
    expect(isRestrictedHere(configOf(), zone)).toBe(false)
  },
)
test('R6-29 the operator’s list holds in its place, whichever name a zone goes by', () => {
  expect(isRestrictedHere(configOf(['Europe/Berlin']), 'Asia/Shanghai')).toBe(false)
  expect(isRestrictedHere(configOf(['Asia/Calcutta']), 'Asia/Kolkata')).toBe(true)
  expect(isRestrictedHere(configOf(false), 'Asia/Shanghai')).toBe(false)
})
