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
