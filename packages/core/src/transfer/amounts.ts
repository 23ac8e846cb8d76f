import {
  cutDecimal,
  decimalOf,
  divide,
  multiply,
  parseDecimal,
  toBaseUnits,
  writeDecimal,
} from '../format/decimal.ts'
import { formatUnits } from '../format/formatAmount.ts'
import type { TransferForm } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'

/** Spec 9: places of a currency. */
const FIAT_PLACES = 2

type Written = Pick<TransferForm, 'amount' | 'unit'>

const placesOf = ({ quantity }: TokenBalance): number => Number(quantity.decimals)

/** Base units that the form asks to send; undefined where it has no amount, or one that the token cannot have. */
export function unitsOf(token: TokenBalance, { amount, unit }: Written): bigint | undefined {
  const written = parseDecimal(amount)
  if (!written) return undefined
  if (unit === 'token') return toBaseUnits(written, placesOf(token))
  const price = priceOf(token)
  const tokens = price && written.places <= FIAT_PLACES ? divide(written, price, placesOf(token)) : undefined
  return tokens && toBaseUnits(tokens, placesOf(token))
}

/** Whether it is known how much the account has of a token. */
export const isHeldKnown = ({ quantity }: TokenBalance): boolean =>
  parseDecimal(quantity.numeric) !== undefined

/** Base units that the account has of a token; none where that is not known. */
export function heldUnits(token: TokenBalance): bigint {
  const held = parseDecimal(token.quantity.numeric)
  return (held && toBaseUnits(cutDecimal(held, placesOf(token)), placesOf(token))) ?? 0n
}

/** US dollars a whole unit; undefined where nobody knows, or nothing is worth nothing. */
export function priceOf({ price }: TokenBalance) {
  const known = price === undefined ? undefined : decimalOf(price)
  return known && known.digits > 0n ? known : undefined
}

/** What so many base units are worth in US dollars: a decimal string with all its places. */
export function fiatOf(token: TokenBalance, units: bigint): string | undefined {
  const price = priceOf(token)
  return price && writeDecimal(multiply({ digits: units, places: placesOf(token) }, price))
}

/** Base units as a decimal string in whole units. */
export const wholeUnits = (token: TokenBalance, units: bigint): string => formatUnits(units, placesOf(token))

/** The form with its amount in the other unit: as much as it was, cut to the places of a currency. */
export function turnUnit(token: TokenBalance, written: Written): Written {
  if (!priceOf(token)) return written
  const unit = written.unit === 'token' ? 'fiat' : 'token'
  const units = unitsOf(token, written)
  if (units === undefined) return { amount: '', unit }
  if (unit === 'token') return { unit, amount: wholeUnits(token, units) }
  const fiat = parseDecimal(fiatOf(token, units) ?? '')
  return { unit, amount: fiat ? writeDecimal(cutDecimal(fiat, FIAT_PLACES)) : '' }
}

/** All of a token; of the native coin, what is left when the fee is paid. Never less than nothing. */
export function mostUnits(token: TokenBalance, fee: bigint): bigint {
  const held = heldUnits(token)
  if (token.address !== undefined) return held
  return held > fee ? held - fee : 0n
}
