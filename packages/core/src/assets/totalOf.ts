import { add, type Decimal, decimalOf, multiply, parseDecimal, writeDecimal } from '../format/decimal.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'

/** What an amount of a token is worth in US dollars; undefined while no price is known. */
export function worthOf({ price, value, quantity }: TokenBalance): Decimal | undefined {
  const amount = parseDecimal(quantity.numeric)
  if (amount?.digits === 0n) return amount
  const each = price === undefined ? undefined : decimalOf(price)
  if (each && amount) return multiply(amount, each)
  return value === undefined ? undefined : decimalOf(value)
}

/** `total`: decimal string in US dollars, undefined where no price is known. `isWhole`: the price of everything is. */
export type Total = { total: string | undefined; isWhole: boolean }

/** What tokens are worth together. */
export function totalOf(tokens: readonly TokenBalance[]): Total {
  const priced = tokens.filter(({ price, value }) => price !== undefined || value !== undefined)
  const known = tokens.map(worthOf)
  const sum = known.reduce<Decimal>((all, worth) => (worth ? add(all, worth) : all), {
    digits: 0n,
    places: 0,
  })
  return {
    total: priced.length > 0 ? writeDecimal(sum) : undefined,
    isWhole: known.every((worth) => worth !== undefined),
  }
}
