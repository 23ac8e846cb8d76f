/** An amount in whole units, as an exact decimal text, and what it is of. */
type Money = { amount: string; currency: string }

/** What can be bought, and on which networks (spec 3). */
export type OnrampCurrency = {
  id: string
  name: string
  symbol: string
  networks: { name: string; display_name: string; chain_id: string; contract_address: string }[]
}

/** What a provider sells, and for which money (spec 3). */
export type OnrampOffer = {
  paymentCurrencies: { id: string; payment_method_limits: { id: string; min: string; max: string }[] }[]
  purchaseCurrencies: OnrampCurrency[]
}

/** How much an amount of money buys (spec 3). `isMock`: the stand-in of spec 8, which the provider has not given. */
export type ShownQuote = {
  fees: Money
  subtotal: Money
  total: Money
  purchaseAmount: Money
  quoteId: string
  isMock: boolean
}

/** What is being bought. */
export type OnrampForm = {
  /** Name of a provider; undefined: the first that is offered. */
  provider: string | undefined
  /** Money, as it was typed, with a point. */
  amount: string
  /** ISO 4217. */
  fiat: string
  /** Id of a purchase currency; undefined: the network's own coin. */
  currency: string | undefined
  /** What the provider sells; undefined while nobody has told. */
  options: (OnrampOffer & { provider: string; isFallback: boolean }) | undefined
  /** Spec 4: a quote is loading, then it is there, or an error is. */
  quote: ShownQuote | 'loading' | undefined
  error: unknown
}
