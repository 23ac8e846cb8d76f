import { callService } from '@latchkey/protocol/client'
import { getOnrampOptions, getOnrampQuote } from '@latchkey/protocol/http'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { activeAccount, activeNetwork } from '../account/accounts.ts'
import { parseDecimal } from '../format/decimal.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'
import type { OnrampCurrency, OnrampForm, OnrampOffer, ShownQuote } from '../interfaces/OnrampForm.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import { OnrampAmountError, OnrampNothingSoldError, OnrampOffError, OnrampRestrictedError } from './errors.ts'
import { isRestrictedHere } from './isRestrictedHere.ts'
import { onrampProviders } from './providers.ts'

/** Where a form begins: an amount that every way to pay takes. */
const EMPTY: OnrampForm = {
  provider: undefined,
  amount: '100',
  fiat: 'USD',
  currency: undefined,
  options: undefined,
  quote: undefined,
  error: undefined,
}

/** ms that a provider may take, through the service. */
const TIMEOUT = 10_000

/** Spec 9: what card and bank take, in money. */
const USUAL_LIMITS = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** What is offered while the provider does not say what it sells (spec 8): the network's own coin, for dollars or euros. */
function fallbackOptions({ id, name, nativeCurrency }: Network): OnrampOffer {
  return {
    paymentCurrencies: ['USD', 'EUR'].map((currency) => ({
      id: currency,
      payment_method_limits: USUAL_LIMITS,
    })),
    purchaseCurrencies: [
      {
        id: nativeCurrency.symbol,
        name: nativeCurrency.name,
        symbol: nativeCurrency.symbol,
        networks: [
          {
            name: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
            display_name: name,
            chain_id: String(id),
            contract_address: '',
          },
        ],
      },
    ],
  }
}

/** Stands in for a quote that does not come (spec 8). What is bought is not known: nobody is told a sum that no one has named. */
const mockQuote = (amount: string, fiat: string, symbol: string): Omit<ShownQuote, 'isMock'> => ({
  fees: { amount: '0', currency: fiat },
  subtotal: { amount, currency: fiat },
  total: { amount, currency: fiat },
  purchaseAmount: { amount: '0', currency: symbol },
  quoteId: 'mocked-quote-id',
})

/** What is being bought. It begins anew after a change of the network or the account. */
export function onrampFormOf(config: Config): StoreApi<OnrampForm> {
  const { runtime } = config
  if (runtime.onrampForm) return runtime.onrampForm
  const form = createStore(() => EMPTY)
  runtime.onrampForm = form
  let last = activeAccount(config).caipAddress
  const follow = () => {
    const { caipAddress } = activeAccount(config)
    if (caipAddress === last) return
    last = caipAddress
    form.setState(EMPTY)
  }
  config.accounts.subscribe(follow)
  config.networks.subscribe(follow)
  return form
}

/** The provider that is chosen, if it is still offered here, else the first. */
export const providerOf = (
  config: Config,
  { provider }: Pick<OnrampForm, 'provider'>,
): string | undefined => {
  const ids = onrampProviders(config).map(({ id }) => id)
  return ids.find((id) => id === provider) ?? ids[0]
}

/** Whether something is sold on a network, and how the provider calls the network. */
export const networkIn = ({ networks }: OnrampCurrency, { id, caipNetworkId }: Network) =>
  networks.find(({ chain_id }) => chain_id === String(id) || `${caipNetworkId}`.endsWith(`:${chain_id}`))

/** What can be bought on the active network: its own coin first. */
export function currenciesHere(config: Config, { options }: Pick<OnrampForm, 'options'>): OnrampCurrency[] {
  const network = activeNetwork(config.networks.getState())
  if (!network || !options) return []
  const isNative = (one: OnrampCurrency) =>
    /^(?:0x0{40})?$/.test(networkIn(one, network)?.contract_address ?? '-')
  const here = options.purchaseCurrencies.filter((one) => networkIn(one, network))
  return [...here.filter(isNative), ...here.filter((one) => !isNative(one))]
}

/** What is bought: what was chosen, if it is sold here, else the network's own coin. */
export const currencyOf = (config: Config, form: Pick<OnrampForm, 'options' | 'currency'>) => {
  const here = currenciesHere(config, form)
  return here.find(({ id }) => id === form.currency) ?? here[0]
}

/** The least and the most that some way to pay takes, as decimal texts; undefined while nobody has told. */
export function limitsOf({ options, fiat }: Pick<OnrampForm, 'options' | 'fiat'>) {
  const limits = options?.paymentCurrencies.find(({ id }) => id === fiat)?.payment_method_limits ?? []
  const all = limits.flatMap(({ min, max }) => {
    const [least, most] = [parseDecimal(min), parseDecimal(max)]
    return least && most ? [{ min, max, least: sortable(least), most: sortable(most) }] : []
  })
  const [first] = all
  if (!first) return undefined
  const min = all.reduce((low, one) => (one.least < low.least ? one : low), first).min
  const max = all.reduce((high, one) => (one.most > high.most ? one : high), first).max
  return { min, max }
}

const PLACES = 18
const sortable = ({ digits, places }: { digits: bigint; places: number }): bigint =>
  places > PLACES ? digits / 10n ** BigInt(places - PLACES) : digits * 10n ** BigInt(PLACES - places)

/**
 * Whether an amount of money can be spent at the provider.
 *
 * @throws OnrampAmountError
 */
export function checkAmount(form: Pick<OnrampForm, 'amount' | 'options' | 'fiat'>): void {
  const amount = parseDecimal(form.amount)
  const limits = limitsOf(form)
  const [least, most] = [parseDecimal(limits?.min ?? '0'), parseDecimal(limits?.max ?? '')]
  if (!amount || amount.digits === 0n || amount.places > 2) throw new OnrampAmountError()
  if (least && sortable(amount) < sortable(least)) throw new OnrampAmountError()
  if (most && sortable(amount) > sortable(most)) throw new OnrampAmountError()
}

/**
 * What stands in the way of buying anything here at all.
 *
 * @throws OnrampRestrictedError where the operator has turned it off; OnrampOffError where no provider is set up
 */
export function requireOnramp(config: Config): void {
  if (isRestrictedHere(config)) throw new OnrampRestrictedError()
  if (onrampProviders(config).length === 0) throw new OnrampOffError()
}

/**
 * Reads what the chosen provider sells. Where it does not say, what spec 8 falls back to stands in; the form says so.
 *
 * @throws OnrampRestrictedError, OnrampOffError, OnrampNothingSoldError
 */
export async function fetchOnrampOptions(config: Config, signal: AbortSignal): Promise<void> {
  requireOnramp(config)
  const form = onrampFormOf(config)
  const provider = providerOf(config, form.getState())
  const network = activeNetwork(config.networks.getState())
  if (!provider || !network) throw new OnrampNothingSoldError()
  const known = form.getState().options
  if (known?.provider !== provider || known.isFallback) {
    const query = { provider }
    const read = await callService(serviceOf(config), getOnrampOptions, { query, ms: TIMEOUT, signal }).then(
      (options) => ({ ...options, provider, isFallback: false }),
      (error: unknown) => {
        if (signal.aborted) throw error
        return { ...fallbackOptions(network), provider, isFallback: true }
      },
    )
    const fiats = read.paymentCurrencies.map(({ id }) => id)
    const { fiat } = form.getState()
    form.setState({ options: read, fiat: fiats.includes(fiat) ? fiat : (fiats[0] ?? fiat) })
  }
  if (!currencyOf(config, form.getState())) throw new OnrampNothingSoldError()
}

/**
 * Asks how much the amount of the form buys. Spec 4: the quote is loading first; then it is there, or an error is. A
 * provider that does not answer leaves the stand-in of spec 8, which names no sum. Never rejects.
 */
export async function fetchOnrampQuote(config: Config, signal: AbortSignal): Promise<void> {
  const store = onrampFormOf(config)
  const form = store.getState()
  const currency = currencyOf(config, form)
  const network = activeNetwork(config.networks.getState())
  const provider = providerOf(config, form)
  if (!currency || !network || !provider) return
  try {
    checkAmount(form)
  } catch (error) {
    store.setState({ quote: undefined, error })
    return
  }
  store.setState({ quote: 'loading', error: undefined })
  const name = networkIn(currency, network)?.name
  try {
    const quote = await callService(serviceOf(config), getOnrampQuote, {
      ms: TIMEOUT,
      signal,
      body: {
        ...{ purchaseCurrency: currency.id, paymentCurrency: form.fiat, amount: form.amount, provider },
        ...(name === undefined ? {} : { network: name }),
      },
    })
    if (!signal.aborted) store.setState({ quote: { ...quote, isMock: false } })
  } catch (error) {
    if (signal.aborted) return
    // A refusal is an answer: that amount cannot be bought.
    const { code } = error as { code?: number }
    if (code === REFUSED) store.setState({ quote: undefined, error })
    else store.setState({ quote: { ...mockQuote(form.amount, form.fiat, currency.symbol), isMock: true } })
  }
}

/** OnrampRefusedError of the service. */
const REFUSED = 4742
