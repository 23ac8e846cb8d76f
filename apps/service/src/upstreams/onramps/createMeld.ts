import type { OnrampQuote } from '@latchkey/protocol/http'
import { formatUnits, isAddress, parseUnits } from 'viem'
import * as z from 'zod'
import { soldNetworkOf } from '../../config/namespaces.ts'
import type { OnrampProviders } from '../../config/onrampProviders.ts'
import { amountText, askProvider, ProviderRefusal } from './askProvider.ts'
import type { OnrampProvider, QuoteRequest } from './OnrampProvider.ts'

type Settings = NonNullable<OnrampProviders['meld']>

const text = z.string().max(256)
const currenciesAnswer = z
  .array(
    z.object({
      currencyCode: text,
      name: text.nullish(),
      chainCode: text.nullish(),
      chainName: text.nullish(),
      chainId: z.union([z.string(), z.number()]).nullish(),
      contractAddress: text.nullish(),
    }),
  )
  .max(10_000)
const limitsAnswer = z
  .array(z.object({ currencyCode: text, minimumAmount: amountText, maximumAmount: amountText }))
  .max(500)
const quotesAnswer = z.object({
  quotes: z
    .array(
      z.object({
        sourceAmount: amountText,
        sourceCurrencyCode: text,
        destinationAmount: amountText,
        destinationCurrencyCode: text,
        totalFee: amountText,
        serviceProvider: text,
      }),
    )
    .max(200),
})
const widgetAnswer = z.object({ widgetUrl: z.string().max(8_192) })
type Quoted = z.output<typeof quotesAnswer>['quotes'][number]

const METHODS: Readonly<Record<string, string>> = {
  card: 'CREDIT_DEBIT_CARD',
  ach_bank_account: 'ACH',
}
const PLACES = 18
const units = (amount: string) => parseUnits(amount, PLACES)
/** `USDC_BASE` is sold on Base: the network's name is what stands behind the line. */
const symbolOf = (code: string) => code.split('_')[0] ?? code

/** The offer that delivers most of what was asked for, for that money. */
const best = (
  quotes: readonly Quoted[],
  { purchaseCurrency, paymentCurrency }: Pick<QuoteRequest, 'purchaseCurrency' | 'paymentCurrency'>,
): Quoted | undefined =>
  quotes
    .filter(
      (one) => one.sourceCurrencyCode === paymentCurrency && one.destinationCurrencyCode === purchaseCurrency,
    )
    .toSorted((one, other) => (units(one.destinationAmount) < units(other.destinationAmount) ? 1 : -1))[0]

function quoteOf({ sourceAmount, sourceCurrencyCode, totalFee, ...quote }: Quoted): OnrampQuote {
  const rest = units(sourceAmount) - units(totalFee)
  return {
    fees: { amount: totalFee, currency: sourceCurrencyCode },
    subtotal: { amount: formatUnits(rest > 0n ? rest : 0n, PLACES), currency: sourceCurrencyCode },
    total: { amount: sourceAmount, currency: sourceCurrencyCode },
    purchaseAmount: { amount: quote.destinationAmount, currency: symbolOf(quote.destinationCurrencyCode) },
    // Meld's offers have no number: the company behind the best of them is what comes back with the purchase.
    quoteId: quote.serviceProvider,
  }
}

/** Meld (docs.meld.io): asks many companies at once. The best offer is the one that delivers most. */
export function createMeld({ apiKey, apiUrl, version, country }: Settings): OnrampProvider {
  const headers = { authorization: `BASIC ${apiKey}`, 'meld-version': version }
  const ask = <Schema extends z.ZodType>(path: string, schema: Schema, signal: AbortSignal, body?: unknown) =>
    askProvider(`${apiUrl}${path}`, schema, { headers, signal, ...(body === undefined ? {} : { body }) })

  const offers = (
    { purchaseCurrency, paymentCurrency, amount, paymentMethod }: QuoteRequest,
    signal: AbortSignal,
  ) =>
    ask('/payments/crypto/quote', quotesAnswer, signal, {
      countryCode: country,
      sourceCurrencyCode: paymentCurrency,
      sourceAmount: amount,
      destinationCurrencyCode: purchaseCurrency,
      paymentMethodType: METHODS[paymentMethod ?? 'card'] ?? paymentMethod?.toUpperCase(),
    })

  return {
    async options(signal) {
      const [currencies, limits] = await Promise.all([
        ask(`/service-providers/properties/crypto-currencies?countries=${country}`, currenciesAnswer, signal),
        ask('/service-providers/limits/fiat-currency-purchases', limitsAnswer, signal),
      ])
      return {
        paymentCurrencies: limits.map(({ currencyCode, minimumAmount, maximumAmount }) => ({
          id: currencyCode,
          payment_method_limits: [{ id: 'card', min: minimumAmount, max: maximumAmount }],
        })),
        purchaseCurrencies: currencies.flatMap((one) => {
          const { currencyCode, chainCode } = one
          // By its name: what number such a network is given, if any, is nobody's standard.
          const chainId = (chainCode && soldNetworkOf(chainCode)?.reference) || one.chainId
          if (!chainCode || chainId === null || chainId === undefined) return []
          const network = {
            name: chainCode,
            display_name: one.chainName ?? chainCode,
            chain_id: String(chainId),
            contract_address: one.contractAddress ?? '',
          }
          const symbol = symbolOf(currencyCode)
          return [{ id: currencyCode, name: one.name ?? symbol, symbol, networks: [network] }]
        }),
      }
    },
    async quote(request, signal) {
      const found = best((await offers(request, signal)).quotes, request)
      if (!found) throw new ProviderRefusal('no offer')
      return quoteOf(found)
    },
    isAddressOn: (network, address) => (soldNetworkOf(network)?.isAddress ?? isAddress)(address),
    async checkoutUrl({ wallets, fiatAmount, fiatCurrency = 'USD', partnerUserId }, signal) {
      const [wallet] = wallets
      const [asset] = wallet?.assets ?? []
      if (!wallet || !asset || fiatAmount === undefined) throw new ProviderRefusal('not enough is known')
      const request = { purchaseCurrency: asset, paymentCurrency: fiatCurrency, amount: fiatAmount }
      const { quotes } = await offers({ ...request, network: undefined, paymentMethod: undefined }, signal)
      const serviceProvider = best(quotes, request)?.serviceProvider
      if (!serviceProvider) throw new ProviderRefusal('no offer')
      const { widgetUrl } = await ask('/crypto/session/widget', widgetAnswer, signal, {
        sessionType: 'BUY',
        ...(partnerUserId === undefined ? {} : { externalCustomerId: partnerUserId }),
        sessionData: {
          countryCode: country,
          sourceCurrencyCode: fiatCurrency,
          sourceAmount: fiatAmount,
          destinationCurrencyCode: asset,
          walletAddress: wallet.address,
          serviceProvider,
        },
      })
      return widgetUrl
    },
  }
}
