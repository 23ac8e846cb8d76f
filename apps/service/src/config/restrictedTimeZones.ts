import * as z from 'zod'

/** Spec 6: mainland China and Hong Kong, by all the names that their zones have or had. */
export const RESTRICTED_TIME_ZONES: readonly string[] = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Chungking',
  'Asia/Harbin',
  'Asia/Kashgar',
  'Asia/Beijing',
  'PRC',
  'Asia/Hong_Kong',
  'Hongkong',
]

const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/
const MOST_ZONES = 32

/** IANA names with commas between; `none`: no zone is restricted. */
export const timeZoneList = z.string().transform((text, context): readonly string[] => {
  if (text.trim() === 'none') return []
  const zones = text.split(',').map((zone) => zone.trim())
  if (zones.length <= MOST_ZONES && zones.every((zone) => zone.length <= 64 && NAME.test(zone))) return zones
  context.addIssue({
    code: 'custom',
    message: `write at most ${MOST_ZONES} names such as Asia/Hong_Kong with commas between, or none`,
  })
  return z.NEVER
})
