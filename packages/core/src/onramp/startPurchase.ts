import { callService } from '@latchkey/protocol/client'
import {
  CURRENCY_IMAGE_PATH,
  createOnrampUrl,
  getAccountBalance,
  isCheckoutUrl,
} from '@latchkey/protocol/http'
import { activeAccount, activeNetwork } from '../account/accounts.ts'
import { balanceName, fetchTokens } from '../assets/fetchTokens.ts'
import { NotConnectedError } from '../errors/connectionErrors.ts'
import { parseDecimal, toBaseUnits } from '../format/decimal.ts'
import { formatUnits } from '../format/formatAmount.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'
import { serviceOf, serviceUrl } from '../remote/serviceUrl.ts'
import { OnrampNothingSoldError } from './errors.ts'
import { checkAmount, currencyOf, networkIn, onrampFormOf, providerOf, requireOnramp } from './onrampForm.ts'

const TIMEOUT = 15_000

/**
 * The provider's page on which the visitor buys what the form says, for the account in use.
 *
 * @returns an address that is good for one visit
 * @throws OnrampRestrictedError, OnrampOffError, OnrampAmountError, OnrampNothingSoldError, NotConnectedError; what the
 *   service answers
 */
export async function purchaseUrl(config: Config, signal: AbortSignal): Promise<string> {
  requireOnramp(config)
  const form = onrampFormOf(config).getState()
  checkAmount(form)
  const currency = currencyOf(config, form)
  const network = activeNetwork(config.networks.getState())
  const { address } = activeAccount(config)
  const provider = providerOf(config, form)
  const place = currency && network && networkIn(currency, network)
  if (!address) throw new NotConnectedError()
  if (!currency || !place || !provider) throw new OnrampNothingSoldError()
  const { url } = await callService(serviceOf(config), createOnrampUrl, {
    ms: TIMEOUT,
    signal,
    body: {
      // Aggregators know a coin on a network by one name.
      destinationWallets: [
        { address, blockchains: [place.name], assets: [provider === 'meld' ? currency.id : currency.symbol] },
      ],
      defaultNetwork: place.name,
      defaultExperience: 'buy',
      presetFiatAmount: form.amount,
      fiatCurrency: form.fiat,
      provider,
    },
  })
  if (!isCheckoutUrl(url)) throw new OnrampNothingSoldError()
  return url
}

/** Spec behaviour: what is bought is looked for every four seconds, for three minutes, ms. */
const INTERVAL = 4_000
const PATIENCE = 180_000

type Held = { units: bigint; decimals: number }
/** What an account had of a coin when it was looked at first. `of`: which account and coin. */
type HeldBefore = Held & { of: string }

/**
 * How a purchase came out. `late`: nothing has come yet, which says nothing: banks take days. `before` is what the account had of
 * the coin; undefined: nobody has told.
 */
export type Arrival =
  | { kind: 'arrived'; amount: string; symbol: string }
  | { kind: 'late'; before: HeldBefore | undefined }

/** How much of a coin the account has now: what the service has kept is not good enough. undefined: nobody tells. */
async function readHeld(
  config: Config,
  { network, address, contract }: { network: Network; address: string; contract: string },
  signal: AbortSignal,
): Promise<Held | undefined> {
  const token = balanceName(network.caipNetworkId, contract)
  const query = { currency: 'usd', chainId: network.caipNetworkId, forceUpdate: token }
  const call = { params: { address }, query, ms: TIMEOUT, signal }
  // The tokens of such a namespace are told by its adapter: the service knows none of them.
  const told = config.adapters[network.chainNamespace]?.getTokens?.({ network, address, signal })
  const reading = told ?? callService(serviceOf(config), getAccountBalance, call).then((one) => one.balances)
  const balances = await reading.catch(() => undefined)
  const found = balances?.find((one) =>
    contract === '' ? one.address === undefined : one.address?.toLowerCase() === token.toLowerCase(),
  )
  if (!found) return balances && { units: 0n, decimals: 0 }
  const decimals = Number(found.quantity.decimals)
  const held = parseDecimal(found.quantity.numeric)
  const units = held && toBaseUnits(held, decimals)
  return units === undefined ? undefined : { units, decimals }
}

const isVisible = () => globalThis.document?.visibilityState !== 'hidden'

/** Settles after `ms`, at once when the page comes into sight again, and when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.document?.removeEventListener('visibilitychange', seen)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const seen = () => isVisible() && end()
    const timer = setTimeout(() => isVisible() && end(), ms)
    globalThis.document?.addEventListener('visibilitychange', seen)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/**
 * Looks for what has been bought: the balance of the coin, every four seconds while the page is in sight and at once when it
 * comes back into sight, until there is more of it than before.
 *
 * @param options `interval` and `patience` in ms; 4 000 and 180 000 unless told; `before`: of the look before, so
 *   that what has come since then counts
 * @returns what has come, or `late`
 */
export async function waitForArrival(
  config: Config,
  signal: AbortSignal,
  options: { interval?: number; patience?: number; before?: HeldBefore | undefined } = {},
): Promise<Arrival> {
  const { interval = INTERVAL, patience = PATIENCE } = options
  const currency = currencyOf(config, onrampFormOf(config).getState())
  const network = activeNetwork(config.networks.getState())
  const place = currency && network && networkIn(currency, network)
  const { address } = activeAccount(config)
  if (!currency || !place || !address) return { kind: 'late', before: undefined }
  const contract = /^0x0{40}$/.test(place.contract_address) ? '' : place.contract_address
  const asked = { network, address, contract }
  const of = `${balanceName(network.caipNetworkId, contract)}/${address}`
  const look = async () => {
    const held = await readHeld(config, asked, signal)
    return held && { ...held, of }
  }
  let before = options.before?.of === of ? options.before : await look()
  const end = Date.now() + patience
  while (!signal.aborted && Date.now() < end) {
    await pause(interval, signal)
    if (signal.aborted) break
    const now = await look()
    if (now && before && now.units > before.units) {
      // The account's own view tells it too.
      void fetchTokens(config, { force: true }).catch(() => undefined)
      return {
        kind: 'arrived',
        amount: formatUnits(now.units - before.units, now.decimals),
        symbol: currency.symbol,
      }
    }
    before ??= now
  }
  return { kind: 'late', before }
}

/** The address of the picture that the service keeps of a currency. Not every currency has one. @param code ISO 4217 */
export const currencyImageUrl = (config: Config, code: string): string =>
  serviceUrl(config, `${CURRENCY_IMAGE_PATH}/${encodeURIComponent(code)}`).href
