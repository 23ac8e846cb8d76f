/** Spec 9: the units of a relative time. */
export type RelativeUnit = 's' | 'min' | 'hr' | 'd' | 'mo' | 'yr'

const SECOND = 1_000
const DAY = 86_400 * SECOND

/** Each unit with its length in ms; a month is 30 days and a year 365. */
const UNITS: readonly (readonly [RelativeUnit, number])[] = [
  ['yr', 365 * DAY],
  ['mo', 30 * DAY],
  ['d', DAY],
  ['hr', 3_600 * SECOND],
  ['min', 60 * SECOND],
  ['s', SECOND],
]

/**
 * How long ago a moment was, in the largest unit of which a whole one has passed. What lies ahead is now: clocks differ.
 *
 * @param at ms since the epoch
 * @example
 * relativeTime(now - 90_000, now) // { count: 1, unit: 'min' }
 */
export function relativeTime(at: number, now: number): { count: number; unit: RelativeUnit } {
  const passed = Math.max(0, now - at)
  const [unit, length] = UNITS.find(([, ms]) => passed >= ms) ?? (['s', SECOND] as const)
  return { count: Math.floor(passed / length), unit }
}
