/** What is shown while a number is unknown: never 0, never NaN. */
export const UNKNOWN_AMOUNT = '—'
const DECIMAL = /^(\d+)(?:\.(\d+))?$/

/**
 * Cuts a decimal string to `digits` places, without rounding up: a balance never looks larger than it is.
 * A positive amount below the last place shows as `<0.001`.
 *
 * @param amount decimal string in whole units, or undefined while unknown
 * @param digits places after the point; 3 for balances, 2 for currency (spec 9)
 * @example
 * formatAmount('1.23456') // '1.234'
 */
export function formatAmount(amount: string | undefined, digits = 3): string {
  const match = amount === undefined ? null : DECIMAL.exec(amount)
  if (!match) return UNKNOWN_AMOUNT
  const whole = (match[1] ?? '0').replace(/^0+(?=\d)/, '')
  const fraction = match[2] ?? ''
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  const isTiny = /^0*$/.test(whole + kept) && /[1-9]/.test(fraction)
  if (isTiny) return digits > 0 ? `<0.${'0'.repeat(digits - 1)}1` : '<1'
  return digits > 0 ? `${whole}.${kept}` : whole
}

/** Integer base units → decimal string in whole units, exactly. */
export function formatUnits(value: bigint, decimals: number): string {
  if (value < 0n) return `-${formatUnits(-value, decimals)}`
  const digits = value.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/** `0x1234…abcd`: four characters of each end, enough to recognise and never enough to verify. */
export const shortenAddress = (address: string): string =>
  address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
