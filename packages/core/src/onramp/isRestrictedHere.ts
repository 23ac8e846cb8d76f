import type { Config } from '../interfaces/Config.ts'

/** Spec 6: mainland China and Hong Kong, by all the names that their zones have or had. It holds until the service has told. */
const USUAL: readonly string[] = [
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

/** One name for all that a zone goes by; what the browser does not know stays as it is. */
function plainName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.toLowerCase()
  } catch {
    return zone.toLowerCase()
  }
}

const zoneOfBrowser = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Whether the operator has turned buying and swapping off where the visitor is, as their clock says (spec 6).
 *
 * @param zone IANA name of the visitor's time zone; that of the browser unless told
 * @example
 * if (isRestrictedHere(config)) return <RestrictedNotice />
 */
export function isRestrictedHere({ features }: Pick<Config, 'features'>, zone = zoneOfBrowser()): boolean {
  const { restrictedTimeZones = USUAL } = features.getState()
  if (!restrictedTimeZones) return false
  const names = new Set(restrictedTimeZones.flatMap((one) => [one.toLowerCase(), plainName(one)]))
  return names.has(zone.toLowerCase()) || names.has(plainName(zone))
}
