import { formatAmount } from '@latchkey/chain-evm/decode'
import type { AmountValue } from '../../approvals/ApprovalView.ts'

/** As many places as every browser formats exactly. */
const maxPlaces = 20

/**
 * Writes an amount in a language's numbers: exact, but for estimates, which are cut to four digits that matter.
 * An amount whose decimals are not known stays a count of smallest units.
 *
 * @example
 * formatValueAmount('de', { kind: 'amount', amount: 1500000000000000000n, decimals: 18, symbol: 'ETH' }) // '1,5'
 */
export function formatValueAmount(tag: string, { amount, decimals, rounding }: AmountValue): string {
  const exact = formatAmount(amount, decimals ?? 0)
  const places = exact.split('.')[1]?.length ?? 0
  if (places > maxPlaces) return exact
  const options: RoundingOptions = rounding
    ? { maximumSignificantDigits: 4, roundingMode: rounding === 'up' ? 'ceil' : 'halfExpand' }
    : { maximumFractionDigits: maxPlaces }
  // A number as text is formatted without passing through floating point (ECMA-402, Intl.NumberFormat v3).
  const number = new Intl.NumberFormat(tag, options).format(exact as `${number}`)
  return rounding === 'nearest' ? `≈ ${number}` : number
}

type RoundingOptions = Intl.NumberFormatOptions & { roundingMode?: 'ceil' | 'halfExpand' }

/**
 * Reads an amount that a person typed: digits with at most one point or comma, no sign, no exponent, no groups.
 *
 * @param decimals of the token: more places than it has are refused, never cut off
 * @returns the amount in the smallest unit; undefined when it is not such a number
 * @example
 * parseDecimal('1,5', 6) // 1500000n
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = /^([0-9]{1,78})(?:[.,]([0-9]{1,78}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', places = ''] = match
  if (places.length > decimals) return undefined
  const amount = BigInt(`${whole}${places.padEnd(decimals, '0')}`)
  return amount < 2n ** 256n ? amount : undefined
}
