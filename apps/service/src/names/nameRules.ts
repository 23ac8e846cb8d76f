import { createHash } from 'node:crypto'
import { NAME_LABEL } from '@latchkey/protocol/http'
import { normalize } from 'viem/ens'
import type { NameSettings } from '../config/nameSettings.ts'

/** A label and the zone that it stands in. */
export type NameParts = { label: string; zone: string }

/** What stands for somebody whom people trust, or for the service itself. */
const RESERVED = [
  'abuse',
  'account',
  'admin',
  'administrator',
  'airdrop',
  'billing',
  'claim',
  'contact',
  'customerservice',
  'help',
  'helpdesk',
  'hostmaster',
  'info',
  'mail',
  'moderator',
  'nobody',
  'null',
  'official',
  'owner',
  'payment',
  'payments',
  'postmaster',
  'privacy',
  'refund',
  'rewards',
  'root',
  'safety',
  'security',
  'service',
  'staff',
  'support',
  'system',
  'team',
  'treasury',
  'undefined',
  'verified',
  'verify',
  'wallet',
  'webmaster',
]

/** Letters that digits are read as. */
const LOOKS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  i: 'l',
}

/** What a label looks like at a glance: `5upp0rt` and `sup-port` look like `support`. */
const looksOf = (label: string): string =>
  label.replaceAll('-', '').replace(/[0134578i]/g, (one) => LOOKS[one] ?? one)

/** Whether a label has the form of a name: spec 5, in its one form (ENSIP-15). */
export function isLabel(label: string): boolean {
  if (!NAME_LABEL.test(label)) return false
  try {
    return normalize(label) === label
  } catch {
    return false
  }
}

/** Whether a label could be taken for the wallet itself, or is kept back by the operator. */
export function isReserved(
  label: string,
  { reserved }: Pick<NameSettings, 'reserved'>,
  walletName: string,
): boolean {
  const own = walletName.toLowerCase().replace(/[^a-z0-9]/g, '')
  const all = [...RESERVED, ...reserved, ...(own === '' ? [] : [own])]
  const seen = looksOf(label)
  return all.some((one) => looksOf(one) === seen)
}

/**
 * Takes a name apart. Capital letters are small ones.
 *
 * @returns null where it has no form of a name in one of the zones
 * @example
 * readName('Alice.wallet.example', ['wallet.example']) // { label: 'alice', zone: 'wallet.example' }
 */
export function readName(text: string, zones: NameSettings['zones']): NameParts | null {
  const name = text.toLowerCase()
  const zone = zones.find((one) => one !== undefined && name.endsWith(`.${one}`))
  if (zone === undefined) return null
  const label = name.slice(0, -zone.length - 1)
  return isLabel(label) ? { label, zone } : null
}

const MOST_LETTERS = 63
const SUGGESTED = 6

/** Labels like another, the same ones each time: with numbers that come from the label itself, and with a word. */
export function labelsLike(label: string): string[] {
  const numbers = createHash('sha256').update(label).digest()
  const stem = label.slice(0, MOST_LETTERS - 5).replace(/-+$/, '')
  const numbered = [...numbers.subarray(0, SUGGESTED)].map((byte) => `${stem}${(byte % 90) + 10}`)
  const made = [numbered[0], `the-${stem}`, `${stem}-pay`, ...numbered.slice(1)]
  return [...new Set(made.filter((one) => one !== undefined))].filter((one) => one !== label && isLabel(one))
}
