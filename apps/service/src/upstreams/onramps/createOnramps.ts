import {
  isCheckoutUrl,
  OnrampNotOfferedError,
  type OnrampOptions,
  type OnrampQuote,
  OnrampRefusedError,
  OnrampUnavailableError,
  paymentCurrency,
  purchaseCurrency,
} from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import { isAddress } from 'viem'
import * as z from 'zod'
import type { OnrampProviderName } from '../../config/onrampProviders.ts'
import { limitsOf, type ServiceConfig } from '../../config/ServiceConfig.ts'
import { createBreaker } from '../createBreaker.ts'
import { ProviderRefusal } from './askProvider.ts'
import { createCoinbase } from './createCoinbase.ts'
import { createMeld } from './createMeld.ts'
import { createSandbox } from './createSandbox.ts'
import type { CheckoutRequest, OnrampProvider, QuoteRequest } from './OnrampProvider.ts'

/** After so many failures in a row a provider rests, ms. */
const BREAKER = { failures: 3, rest: 30_000 }
const MOST_FIATS = 300
const MOST_CURRENCIES = 1_000

/** How a reading came out, for the metrics. */
type Count = (provider: OnrampProviderName, outcome: 'answered' | 'refused' | 'unavailable') => void

/** The providers for buying. Every method throws OnrampNotOfferedError, OnrampRefusedError, OnrampUnavailableError. */
export type Onramps = {
  /** What is sold on networks of the service. */
  options(name: OnrampProviderName): Promise<OnrampOptions>
  quote(name: OnrampProviderName, request: QuoteRequest): Promise<OnrampQuote>
  /** Whether all networks of a wallet are those of its address, as far as the provider sells there. */
  isPayable(name: OnrampProviderName, wallet: CheckoutRequest['wallets'][number]): boolean
  checkoutUrl(name: OnrampProviderName, request: CheckoutRequest): Promise<string>
}

function open({ onramps = {}, now }: ServiceConfig): Map<OnrampProviderName, OnrampProvider> {
  const { coinbase, meld, sandbox } = onramps
  const opened = new Map<OnrampProviderName, OnrampProvider>()
  if (coinbase) opened.set('coinbase', createCoinbase(coinbase, now))
  if (meld) opened.set('meld', createMeld(meld))
  if (sandbox) opened.set('sandbox', createSandbox(sandbox))
  return opened
}

/** What is sold on networks of the service, and is of the contract's form: one odd entry must not hide the others. */
export function usableOptions(
  { paymentCurrencies, purchaseCurrencies }: OnrampOptions,
  { chains, networks = [] }: Pick<ServiceConfig, 'chains' | 'networks'>,
): OnrampOptions {
  const references = networks.map(({ caip2 }) => caip2.split(':')[1] ?? '')
  const ids = new Set([...chains.map(({ id }) => String(id)), ...references])
  return {
    paymentCurrencies: paymentCurrencies
      .filter((one) => z.safeParse(paymentCurrency(), one).success && one.payment_method_limits.length > 0)
      .slice(0, MOST_FIATS),
    purchaseCurrencies: purchaseCurrencies
      .map((one) => ({ ...one, networks: one.networks.filter(({ chain_id }) => ids.has(chain_id)) }))
      .filter((one) => z.safeParse(purchaseCurrency(), one).success)
      .slice(0, MOST_CURRENCIES),
  }
}

/** Opens the providers that are set up. Nobody is asked before somebody asks. */
export function createOnramps(config: ServiceConfig, count: Count): Onramps {
  const { onrampTry, onrampOptionsKept } = limitsOf(config)
  const { now } = config
  const providers = open(config)
  const breakers = new Map([...providers.keys()].map((name) => [name, createBreaker({ ...BREAKER, now })]))
  const kept = new Map<OnrampProviderName, { until: number; options: OnrampOptions }>()

  async function ask<T>(
    name: OnrampProviderName,
    work: (provider: OnrampProvider, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const provider = providers.get(name)
    const breaker = breakers.get(name)
    if (!provider || !breaker) throw new OnrampNotOfferedError()
    // A refusal is an answer: it does not count against the provider.
    const run = () =>
      withDeadline({ ms: onrampTry }, (signal) => work(provider, signal)).catch((error: unknown) => {
        if (error instanceof ProviderRefusal) return error
        throw error
      })
    const answer = await breaker.run(run).catch((cause: unknown) => {
      count(name, 'unavailable')
      throw new OnrampUnavailableError({ cause })
    })
    if (answer instanceof ProviderRefusal) {
      count(name, 'refused')
      throw new OnrampRefusedError()
    }
    count(name, 'answered')
    return answer
  }

  return {
    async options(name) {
      const known = kept.get(name)
      if (known && known.until > now()) return known.options
      const options = usableOptions(await ask(name, (provider, signal) => provider.options(signal)), config)
      kept.set(name, { until: now() + onrampOptionsKept, options })
      return options
    },
    quote: (name, request) => ask(name, (provider, signal) => provider.quote(request, signal)),
    isPayable(name, { address, blockchains }) {
      // viem takes mixed case with its checksum alone (ERC-55).
      const { isAddressOn = (_network: string, text: string) => isAddress(text) } = providers.get(name) ?? {}
      return blockchains.every((network) => isAddressOn(network, address))
    },
    async checkoutUrl(name, request) {
      const url = await ask(name, (provider, signal) => provider.checkoutUrl(request, signal))
      // Whoever opens it believes that this service vouches for it.
      if (!isCheckoutUrl(url)) throw new OnrampUnavailableError()
      return url
    },
  }
}
