import { askService } from '@latchkey/protocol/client'
import { type ConvertQuote, getConvertGasPrice, getConvertQuotes } from '@latchkey/protocol/http'
import { activeAccount, activeNetwork } from '../account/accounts.ts'
import { NotConnectedError } from '../errors/connectionErrors.ts'
import { parseDecimal, toBaseUnits } from '../format/decimal.ts'
import type { Config } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import type { SwapQuote } from '../interfaces/Swap.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import { estimateTransferFee } from '../transfer/sendTransfer.ts'
import { tokenIdOf } from '../transfer/transferForm.ts'
import { convertIdOf } from './agreed.ts'
import { SwapNetworkError, SwapQuoteError, SwapRouteError } from './errors.ts'

/** ms */
const TIMEOUT = 10_000
/** What a swap takes where nobody says, in units of gas. */
const USUAL_GAS = 300_000n
/** A quote that is less than this much below another counts as the same, in basis points. */
const NOTICED = 10n

/** Basis points of `0.25`, a percentage. */
function pointsOf(percent: string | undefined): number | undefined {
  const read = percent === undefined ? undefined : parseDecimal(percent)
  const units = read && toBaseUnits(read, 2)
  return units === undefined ? undefined : Number(units)
}

/**
 * The best of what is offered for an amount right now.
 *
 * @param wish `units`: base units of `from`
 * @throws SwapRouteError where nobody has a way; SwapNetworkError; SwapQuoteError when the service does not answer
 */
export async function fetchSwapQuote(
  config: Config,
  { from, to, units, signal }: { from: TokenBalance; to: TokenBalance; units: bigint; signal?: AbortSignal },
): Promise<SwapQuote> {
  const { caipAddress } = activeAccount(config)
  if (!caipAddress) throw new NotConnectedError()
  if (!activeNetwork(config.networks.getState())) throw new SwapNetworkError()
  const query = {
    ...{ amount: String(units), userAddress: caipAddress },
    ...{ from: convertIdOf(from), to: convertIdOf(to) },
  }
  const answer = await askService(serviceOf(config), getConvertQuotes, {
    ...{ query, ms: TIMEOUT, signal: signal ?? config.runtime.signal },
  }).catch((cause: unknown) => {
    throw new SwapQuoteError({ cause })
  })
  if (answer.kind === 'refused' && answer.error?.code === 4770) throw new SwapNetworkError()
  if (answer.kind !== 'reply') throw new SwapQuoteError()
  const [best] = answer.reply.quotes
  if (!best) throw new SwapRouteError()
  // An answer to another question, as one that came late, is none.
  if (best.fromAmount !== query.amount || best.toAccount !== query.to) throw new SwapQuoteError()
  return quoteOf(best, from, to)
}

function quoteOf(best: ConvertQuote, from: TokenBalance, to: TokenBalance): SwapQuote {
  return {
    provider: best.id,
    ...{ fromId: tokenIdOf(from), toId: tokenIdOf(to), spender: best.spender },
    ...{ fromAmount: BigInt(best.fromAmount), toAmount: BigInt(best.toAmount) },
    ...{ impact: pointsOf(best.priceImpact), fee: best.providerFee },
    gas: best.gas === undefined ? undefined : BigInt(best.gas),
  }
}

/** Whether a quote is so much worse than another that a person has to see it first. */
export const isWorse = (quote: SwapQuote, agreed: SwapQuote): boolean =>
  quote.toAmount * 10_000n < agreed.toAmount * (10_000n - NOTICED)

/**
 * What the network takes for a swap at today's price, in base units of the native coin.
 *
 * @throws SwapQuoteError when the service does not answer
 */
export async function estimateSwapFee(
  config: Config,
  { gas = USUAL_GAS, signal }: { gas?: bigint | undefined; signal?: AbortSignal } = {},
): Promise<bigint> {
  const network = activeNetwork(config.networks.getState())
  if (!network) throw new SwapNetworkError()
  const answer = await askService(serviceOf(config), getConvertGasPrice, {
    ...{ query: { chainId: network.caipNetworkId }, ms: TIMEOUT, signal: signal ?? config.runtime.signal },
  }).catch((cause: unknown) => {
    throw new SwapQuoteError({ cause })
  })
  if (answer.kind !== 'reply') throw new SwapQuoteError()
  return gas * BigInt(answer.reply.standard)
}

/**
 * What of the native coin has to stay behind when as much as can be is swapped: twice the fee of now, as wallets set it, and
 * what the account's kind and the network take besides.
 */
export async function reserveForSwap(config: Config, native: TokenBalance): Promise<bigint> {
  const [fee, besides] = await Promise.all([
    estimateSwapFee(config),
    estimateTransferFee(config, { token: native, units: 1n }),
  ])
  return fee * 2n + besides
}

/** How much of `to` a whole unit of `from` gives by a quote, as a decimal string. */
export function rateOf(quote: SwapQuote, from: TokenBalance, to: TokenBalance): string | undefined {
  const places = 18
  const [given, got] = [Number(from.quantity.decimals), Number(to.quantity.decimals)]
  if (quote.fromAmount === 0n) return undefined
  const digits = (quote.toAmount * 10n ** BigInt(places + given)) / (quote.fromAmount * 10n ** BigInt(got))
  const text = digits.toString().padStart(places + 1, '0')
  return `${text.slice(0, -places)}.${text.slice(-places)}`.replace(/\.?0+$/, '')
}
