import { once } from '@latchkey/std/once'
import { parseUrl } from '@latchkey/std/parseUrl'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { isHttpsLink } from '../schema/links.ts'
import { nothing } from '../schema/primitives.ts'
import { decimalAmount } from './chainData.ts'
import { walletName } from './directory.ts'

/** Plain text without markup, and nothing that hides text; at most 64 characters. */
const plainName = walletName
/** What a provider calls a currency, a payment method or a network. */
const providersId = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[\w.:-]{1,128}$/)))
/** ISO 4217. */
export const fiatCode = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[A-Z]{3}$/)))
/** Name of a provider, such as `coinbase`; absent: the first that the operator has set. */
export const onrampProviderId = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)))

const LOCAL_PAGE = /^http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1)(?::\d+)?\/[\x21-\x7e]*$/
const MAX_URL = 4_096

/**
 * Whether a page of a provider may be opened: `https:` on a named host, or the local stack's own. Its address is longer than
 * that of other links, for it holds what is bought.
 *
 * @example
 * isCheckoutUrl('javascript:alert(1)') // false
 */
export function isCheckoutUrl(text: string): boolean {
  if (text.length > MAX_URL) return false
  if (LOCAL_PAGE.test(text)) return true
  const url = /^https:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(text) ? parseUrl(text) : undefined
  return url !== undefined && isHttpsLink(`${url.origin}/`) && !url.username && !url.password
}

/** Spec 3, onramp currency: one network that it can be sent on. */
export const onrampNetwork = /* @__PURE__ */ once(() =>
  z.strictObject({
    name: providersId(),
    display_name: plainName(),
    /** Number of the chain in decimals for Ethereum's namespace; what the provider calls it elsewhere. */
    chain_id: z.string().check(z.regex(/^[-\w]{1,64}$/)),
    /** Empty for the network's own coin. */
    contract_address: z.string().check(z.regex(/^[-.%a-zA-Z0-9]{0,128}$/)),
  }),
)
/** Spec 3, onramp currency: what can be bought. */
export const purchaseCurrency = /* @__PURE__ */ once(() =>
  z.strictObject({
    id: providersId(),
    name: plainName(),
    symbol: z.string().check(z.regex(/^[\p{L}\p{N}.$₮+_-]{1,32}$/u)),
    networks: z.array(onrampNetwork()).check(z.minLength(1), z.maxLength(100)),
  }),
)
export type PurchaseCurrency = z.output<ReturnType<typeof purchaseCurrency>>
/** What it is paid with: between which amounts, by each way to pay. */
export const paymentCurrency = /* @__PURE__ */ once(() =>
  z.strictObject({
    id: fiatCode(),
    payment_method_limits: z
      .array(z.strictObject({ id: providersId(), min: decimalAmount(), max: decimalAmount() }))
      .check(z.maxLength(50)),
  }),
)
export type PaymentCurrency = z.output<ReturnType<typeof paymentCurrency>>

/** What `GET /v1/onramp/options` can be asked. */
export const onrampOptionsQuery = /* @__PURE__ */ once(() =>
  z.strictObject({ provider: z.optional(onrampProviderId()) }),
)

/** What a provider sells on the networks of the service, and for which money. */
export const getOnrampOptions = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/onramp/options',
  body: nothing,
  reply: () =>
    z.strictObject({
      paymentCurrencies: z.array(paymentCurrency()).check(z.maxLength(300)),
      purchaseCurrencies: z.array(purchaseCurrency()).check(z.maxLength(1_000)),
    }),
  auth: 'none',
})
export type OnrampOptions = z.output<(typeof getOnrampOptions)['reply']>

const money = /* @__PURE__ */ once(() =>
  z.strictObject({
    amount: decimalAmount(),
    currency: z.string().check(z.regex(/^[\w.$₮+-]{1,32}$/)),
  }),
)
/** An amount above nothing. */
const positive = decimalAmount().check(z.refine((text) => /[1-9]/.test(text)))

/** Spec 3, onramp quote: `total` is paid, `fees` of it stay with the provider and the network. */
export const onrampQuote = /* @__PURE__ */ once(() =>
  z.strictObject({
    fees: money(),
    subtotal: money(),
    total: money(),
    purchaseAmount: money(),
    quoteId: z.string().check(z.regex(/^[\w.:-]{0,128}$/)),
  }),
)
export type OnrampQuote = z.output<ReturnType<typeof onrampQuote>>

/** How much of a currency an amount of money buys. Both currencies as the options have them, or their ids. */
export const getOnrampQuote = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/v1/onramp/quote',
  body: () =>
    z.strictObject({
      purchaseCurrency: z.union([providersId(), purchaseCurrency()]),
      paymentCurrency: z.union([fiatCode(), paymentCurrency()]),
      /** Money, in whole units. */
      amount: positive,
      /** `name` of one of the currency's networks. */
      network: z.optional(providersId()),
      paymentMethod: z.optional(providersId()),
      provider: z.optional(onrampProviderId()),
    }),
  reply: onrampQuote,
  auth: 'none',
})

/** The address of a provider's page on which somebody buys for an account. It is good for one visit. */
export const createOnrampUrl = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/v1/generators/onrampurl',
  body: () =>
    z.strictObject({
      destinationWallets: z
        .array(
          z.strictObject({
            address: z.string().check(z.regex(/^[-.%a-zA-Z0-9]{1,128}$/)),
            /** `name`s of networks. */
            blockchains: z.array(providersId()).check(z.minLength(1), z.maxLength(20)),
            /** Symbols. */
            assets: z.array(z.string().check(z.regex(/^[\w.$₮+-]{1,32}$/))).check(z.maxLength(20)),
          }),
        )
        .check(z.minLength(1), z.maxLength(10)),
      defaultNetwork: z.optional(providersId()),
      partnerUserId: z.optional(z.string().check(z.regex(/^[\w-]{1,50}$/))),
      /** Spec 7: buying is the only experience. */
      defaultExperience: z.optional(z.literal('buy')),
      presetCryptoAmount: z.optional(positive),
      presetFiatAmount: z.optional(positive),
      fiatCurrency: z.optional(fiatCode()),
      provider: z.optional(onrampProviderId()),
    }),
  reply: () => z.strictObject({ url: z.string().check(z.refine(isCheckoutUrl)) }),
  auth: 'none',
})
