import type { OnrampOptions, OnrampQuote } from '@latchkey/protocol/http'

/** What is asked of a provider for buying. Amounts are decimal strings in whole units. */
export type QuoteRequest = {
  purchaseCurrency: string
  /** ISO 4217. */
  paymentCurrency: string
  amount: string
  /** What the provider calls the network; undefined: its own choice. */
  network: string | undefined
  /** What the provider calls the way to pay; undefined: its own choice. */
  paymentMethod: string | undefined
}

export type CheckoutRequest = {
  wallets: readonly { address: string; blockchains: readonly string[]; assets: readonly string[] }[]
  network: string | undefined
  fiatAmount: string | undefined
  fiatCurrency: string | undefined
  cryptoAmount: string | undefined
  /** Whoever buys, in the operator's own words. */
  partnerUserId: string | undefined
  /** The buyer's own address on the internet; undefined where it is not a public one. */
  clientIp: string | undefined
}

/** One company, or one machine, that sells coins for money. Credentials stay in here. */
export type OnrampProvider = {
  /** All that it sells, on whichever network. @throws ProviderRefusal, UnreadableAnswerError, what the network throws */
  options(signal: AbortSignal): Promise<OnrampOptions>
  /** @throws as `options` */
  quote(request: QuoteRequest, signal: AbortSignal): Promise<OnrampQuote>
  /**
   * Whether an address is one on a network, by the provider's name for it; a provider that leaves it out sells on Ethereum's
   * namespace alone.
   */
  isAddressOn?(network: string, address: string): boolean
  /** The address of its page, good for one visit. @throws as `options` */
  checkoutUrl(request: CheckoutRequest, signal: AbortSignal): Promise<string>
}
