/** An exact number: `digits` / 10^`places`. No float ever holds money. */
export type Decimal = { digits: bigint; places: number }

const WRITTEN = /^(\d{0,80})(?:\.(\d{0,80}))?$/
const EXPONENT = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/
const TEN = 10n
const power = (places: number): bigint => TEN ** BigInt(places)

/**
 * Reads a decimal number as a person types it: digits with at most one point, which may stand first or last.
 *
 * @returns undefined for anything else, and for a point alone
 * @example
 * parseDecimal('1.50') // { digits: 150n, places: 2 }
 */
export function parseDecimal(text: string): Decimal | undefined {
  const [match, whole = '', fraction = ''] = WRITTEN.exec(text) ?? []
  if (match === undefined || whole + fraction === '') return undefined
  return { digits: BigInt(whole + fraction), places: fraction.length }
}

/**
 * The decimal number that a float is written as: the shortest that stands for it. undefined where it is negative or no
 * number.
 */
export function decimalOf(value: number): Decimal | undefined {
  const text = String(value)
  const [match, whole = '', fraction = '', exponent = '0'] = EXPONENT.exec(text) ?? []
  if (match === undefined) return parseDecimal(text)
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places < 0 ? { digits: digits * power(-places), places: 0 } : { digits, places }
}

/** Writes it without zeros that say nothing: `1.5`, `0`, `0.07`. */
export function writeDecimal({ digits, places }: Decimal): string {
  const text = digits.toString().padStart(places + 1, '0')
  const point = text.length - places
  const fraction = text.slice(point).replace(/0+$/, '')
  return fraction ? `${text.slice(0, point)}.${fraction}` : text.slice(0, point)
}

/** Cuts to so many places, never up. */
export const cutDecimal = ({ digits, places }: Decimal, to: number): Decimal =>
  places <= to ? { digits, places } : { digits: digits / power(places - to), places: to }

/** Whole units as base units; undefined where there are more places than the unit has. */
export function toBaseUnits({ digits, places }: Decimal, decimals: number): bigint | undefined {
  if (places <= decimals) return digits * power(decimals - places)
  const cut = digits / power(places - decimals)
  return cut * power(places - decimals) === digits ? cut : undefined
}

export const multiply = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  places: one.places + other.places,
})

export function add(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places)
  return {
    digits: one.digits * power(places - one.places) + other.digits * power(places - other.places),
    places,
  }
}

/** Divides and cuts to so many places; undefined by nothing. */
export function divide(one: Decimal, by: Decimal, places: number): Decimal | undefined {
  if (by.digits === 0n) return undefined
  return { digits: (one.digits * power(places + by.places)) / (by.digits * power(one.places)), places }
}
