/** No price has more digits; whoever says so is wrong, or lies. */
const LONGEST = 40

/** The decimal that a float is written as, as whole digits and how many of them stand after the point. */
function digitsOf(price: number): { digits: bigint; places: number } | undefined {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(price)) ?? []
  const places = fraction.length - Number(exponent)
  if (whole === '' || Math.abs(places) > LONGEST) return undefined
  const digits = BigInt(whole + fraction)
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places }
}

/**
 * What an amount is worth in cents, cut, never rounded up; the price is taken as the decimal that it is written as, and
 * everything after that is exact.
 *
 * @param amount in the smallest unit
 * @param decimals of the token
 * @param price US dollars a whole unit
 * @returns undefined for a price that is none
 * @example
 * worthInCents(1_500_000n, 6, 0.9998) // 149n
 */
export function worthInCents(amount: bigint, decimals: number, price: number): bigint | undefined {
  const known = digitsOf(price)
  return known && (amount * known.digits * 100n) / 10n ** BigInt(decimals + known.places)
}

/**
 * Writes cents as dollars in a language's form. Something that is worth less than a cent says so.
 *
 * @param some there is an amount, however little it is worth
 * @example
 * formatCents('en', 123_456n, true) // '$1,234.56'
 */
export function formatCents(tag: string, cents: bigint, some: boolean): string {
  const isTiny = cents === 0n && some
  const whole = isTiny ? 1n : cents
  const text = `${whole / 100n}.${String(whole % 100n).padStart(2, '0')}` as `${number}`
  const format = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
  return `${isTiny ? '< ' : ''}${format.format(text)}`
}
