import { activeAccount } from '../account/accounts.ts'
import { balanceName, fetchTokens } from '../assets/fetchTokens.ts'
import { multiply, parseDecimal, toBaseUnits } from '../format/decimal.ts'
import type { Config } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import type { PayOrder } from '../interfaces/Payment.ts'
import type { SwapQuote } from '../interfaces/Swap.ts'
import { isRestrictedHere } from '../onramp/isRestrictedHere.ts'
import { minimumOf } from '../swap/agreed.ts'
import { fetchSwapQuote, reserveForSwap } from '../swap/fetchSwapQuote.ts'
import { SWAP_TOLERANCE } from '../swap/swapForm.ts'
import { canSwap, fetchSwapTokens, withBalances } from '../swap/swapTokens.ts'
import { heldUnits, mostUnits, priceOf } from '../transfer/amounts.ts'
import { tokenIdOf } from '../transfer/transferForm.ts'
import { PayNotEnoughError, PayRequestError } from './errors.ts'
import { leastInput } from './leastInput.ts'

/** What is asked for, and what it can be paid with. */
export type Offers = { wanted: TokenBalance; units: bigint; offers: readonly TokenBalance[] }

/** What prices say is enough is asked for with so much more, in basis points: the pool and the slippage take their part. */
const CUSHION = 200n

/**
 * Reads what an order can be paid with: the token itself where the account has enough of it, else what can be swapped for it
 * and is worth enough, the most valuable first.
 *
 * @throws BalanceUnavailableError when nobody tells what the account has; PayRequestError for an amount that the token cannot
 *   have; PayNotEnoughError
 */
export async function readOffers(config: Config, order: PayOrder): Promise<Offers> {
  const { network, token } = order
  // Whoever was told that it is not enough comes back with more: what was read a moment ago is not good enough.
  await fetchTokens(config, { force: true, renew: [balanceName(network.caipNetworkId, token)] })
  const held = activeAccount(config).tokenBalance ?? []
  const own = held.find((token) => isWanted(order, token))
  const ownUnits = own && unitsFor(order, own)
  if (own && ownUnits !== undefined && heldUnits(own) >= ownUnits)
    return { wanted: own, units: ownUnits, offers: [own] }
  const swappable = withBalances(await readSwappable(config), held)
  const known = swappable.find((token) => isWanted(order, token))
  const wanted = own ?? known
  if (!wanted) throw new PayNotEnoughError()
  const units = unitsFor(order, wanted)
  const offers = known ? swappable.filter((token) => isEnough(token, wanted, units)) : []
  if (offers.length === 0) throw new PayNotEnoughError()
  return { wanted, units, offers: offers.sort((one, other) => worth(other) - worth(one)) }
}

const isWanted = ({ network, token }: PayOrder, { address }: TokenBalance): boolean =>
  token === undefined
    ? address === undefined
    : address?.toLowerCase() === `${network.caipNetworkId}:${token}`.toLowerCase()

/** @throws PayRequestError where the token has fewer places */
function unitsFor({ amount }: PayOrder, { quantity }: TokenBalance): bigint {
  const written = parseDecimal(amount)
  const units = written && toBaseUnits(written, Number(quantity.decimals))
  if (units === undefined)
    throw new PayRequestError({ details: 'It is `amount`: the token has fewer places.' })
  return units
}

/** What can be swapped here; nothing where swaps are off, or nobody tells. */
async function readSwappable(config: Config): Promise<readonly TokenBalance[]> {
  const isOff = !config.features.getState().swaps || isRestrictedHere(config) || canSwap(config) === false
  return isOff ? [] : fetchSwapTokens(config).catch(() => [])
}

/** Whether there is something of a token that can be swapped, and, where both have a price, enough. */
function isEnough(token: TokenBalance, wanted: TokenBalance, units: bigint): boolean {
  if (tokenIdOf(token) === tokenIdOf(wanted) || heldUnits(token) === 0n) return false
  const needed = units - heldUnits(wanted)
  const guess = guessOf(token, wanted, needed)
  return guess === undefined || heldUnits(token) >= guess
}

/** For the order of a list alone. */
const worth = ({ quantity, price }: TokenBalance): number => Number(quantity.numeric) * (price ?? 0)

/** Base units of `from` that are worth so many of `to`; undefined where one has no price. */
function guessOf(from: TokenBalance, to: TokenBalance, units: bigint): bigint | undefined {
  const [given, got] = [priceOf(from), priceOf(to)]
  if (!given || !got) return undefined
  const value = multiply({ digits: units, places: Number(to.quantity.decimals) }, got)
  const places = Number(from.quantity.decimals)
  return (
    (value.digits * 10n ** BigInt(places + given.places)) / (given.digits * 10n ** BigInt(value.places)) + 1n
  )
}

/**
 * A price for as much of a token as gives what is missing of the wanted one, though the price gets worse by the slippage. What
 * the network takes for both transactions is left.
 *
 * @throws PayNotEnoughError where all of it is not enough; SwapRouteError, SwapQuoteError
 */
export async function quoteFor(
  config: Config,
  { from, wanted, units, signal }: Omit<Offers, 'offers'> & { from: TokenBalance; signal?: AbortSignal },
): Promise<SwapQuote> {
  const native = [from, wanted].find(({ address }) => address === undefined)
  const reserve = native ? await reserveForSwap(config, native).catch(() => 0n) : 0n
  const needed = units + (native === wanted ? reserve : 0n) - heldUnits(wanted)
  const most = mostUnits(from, native === from ? reserve : 0n)
  const guess = guessOf(from, wanted, needed)
  const quote = await leastInput({
    ...{ needed, most, guess: guess === undefined ? most : guess + (guess * CUSHION) / 10_000n },
    quote: (given) => fetchSwapQuote(config, { from, to: wanted, units: given, ...(signal && { signal }) }),
    gives: (priced) => minimumOf(priced, SWAP_TOLERANCE),
  })
  if (!quote) throw new PayNotEnoughError()
  return quote
}
