import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../connection/connect.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import {
  checkAmount,
  currenciesHere,
  currencyOf,
  fetchOnrampOptions,
  fetchOnrampQuote,
  limitsOf,
  onrampFormOf,
} from './onrampForm.ts'
import { onrampProviders } from './providers.ts'
import { purchaseUrl, waitForArrival } from './startPurchase.ts'

const OPTIONS = 'GET /v1/onramp/options'
const QUOTE = 'POST /v1/onramp/quote'
const URL_PATH = 'POST /v1/generators/onrampurl'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const network = (contract_address: string, chain_id = '1') => ({
  name: 'ethereum',
  display_name: 'Ethereum',
  chain_id,
  contract_address,
})
const dollarCoin = {
  id: 'usdc',
  name: 'USD Coin',
  symbol: 'USDC',
  networks: [network(`0x${'a'.repeat(40)}`)],
}
const ether = { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [network('')] }
const elsewhere = { id: 'sol', name: 'Sol', symbol: 'SOL', networks: [network('', 'solana')] }
const limits = [{ id: 'card', min: '20', max: '500' }]
const options = {
  paymentCurrencies: [{ id: 'USD', payment_method_limits: limits }],
  purchaseCurrencies: [dollarCoin, ether, elsewhere],
}
const quote = {
  fees: { amount: '1', currency: 'USD' },
  subtotal: { amount: '99', currency: 'USD' },
  total: { amount: '100', currency: 'USD' },
  purchaseAmount: { amount: '0.04', currency: 'ETH' },
  quoteId: 'q',
}

let service: FakeService
beforeEach(async () => {
  service = await fakeService()
})
afterEach(() => service.stop())

const { signal } = new AbortController()
async function make(onramp: readonly string[] | false = ['coinbase', 'meld']) {
  const made = testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    adapters: [() => ({ namespace: 'eip155', isAddress: () => true })],
  })
  made.config.features.setState({ onramp, restrictedTimeZones: false })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return made.config
}

describe('what can be bought', () => {
  it('is what the provider sells on the active network, its own coin first', async () => {
    service.answer(OPTIONS, { body: options })
    const config = await make()
    await fetchOnrampOptions(config, signal)
    const form = onrampFormOf(config).getState()
    expect(currenciesHere(config, form).map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
    expect(currencyOf(config, { ...form, currency: 'usdc' })?.symbol).toBe('USDC')
    expect(service.requests.at(-1)?.query.get('provider')).toBe('coinbase')
  })
  it('R8-48 R8-49 R8-50 R9-22 R9-23 falls back to dollars and euros, by card or bank, where the provider does not say', async () => {
    service.answer(OPTIONS, { status: 503, body: {} })
    const config = await make()
    await fetchOnrampOptions(config, signal)
    const form = onrampFormOf(config).getState()
    expect(form.options?.isFallback).toBe(true)
    expect(form.options?.paymentCurrencies).toEqual(
      ['USD', 'EUR'].map((id) => ({
        id,
        payment_method_limits: [
          { id: 'card', min: '10.00', max: '7500.00' },
          { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
        ],
      })),
    )
    expect(limitsOf(form)).toEqual({ min: '10.00', max: '25000.00' })
    expect(currencyOf(config, form)?.symbol).toBe('ETH')
  })
  it('is nothing where no provider is set up, where it is restricted, and where nothing is sold', async () => {
    await expect(fetchOnrampOptions(await make(false), signal)).rejects.toMatchObject({ code: 5260 })
    const config = await make()
    config.features.setState({ restrictedTimeZones: [new Intl.DateTimeFormat().resolvedOptions().timeZone] })
    await expect(fetchOnrampOptions(config, signal)).rejects.toMatchObject({ code: 5263 })
    await expect(purchaseUrl(config, signal)).rejects.toMatchObject({ code: 5263 })
    service.answer(OPTIONS, { body: { ...options, purchaseCurrencies: [elsewhere] } })
    await expect(fetchOnrampOptions(await make(), signal)).rejects.toMatchObject({ code: 5262 })
  })
  it('R9-24 R9-25 providers tell their fee; on another namespace only those that serve it are there', async () => {
    const config = await make(['coinbase', 'meld', 'other'])
    expect(onrampProviders(config)).toEqual([
      { id: 'coinbase', name: 'Coinbase', fee: '1–2 %' },
      { id: 'meld', name: 'Meld', fee: '1–2 %' },
      { id: 'other', name: 'other', fee: undefined },
    ])
    config.networks.setState({ activeId: 'solana:mainnet' })
    expect(onrampProviders(config).map(({ id }) => id)).toEqual(['meld'])
  })
})

describe('a quote', () => {
  const ready = async () => {
    service.answer(OPTIONS, { body: options })
    const config = await make()
    await fetchOnrampOptions(config, signal)
    return { config, form: onrampFormOf(config) }
  }
  it('R4-86 R4-87 is loading first, then there with what it buys', async () => {
    const { config, form } = await ready()
    service.answer(QUOTE, { body: quote })
    const asking = fetchOnrampQuote(config, signal)
    expect(form.getState().quote).toBe('loading')
    await asking
    expect(form.getState().quote).toEqual({ ...quote, isMock: false })
    expect(service.requests.at(-1)?.body).toEqual({
      ...{ purchaseCurrency: 'eth', paymentCurrency: 'USD', amount: '100' },
      ...{ network: 'ethereum', provider: 'coinbase' },
    })
  })
  it('R5-45 R8-51 that does not come leaves a stand-in, which names no sum', async () => {
    const { config, form } = await ready()
    service.answer(QUOTE, { status: 503, body: {} })
    await fetchOnrampQuote(config, signal)
    expect(form.getState().quote).toMatchObject({
      isMock: true,
      quoteId: 'mocked-quote-id',
      total: { amount: '100', currency: 'USD' },
      purchaseAmount: { amount: '0', currency: 'ETH' },
    })
  })
  it('R4-88 that is refused is an error', async () => {
    const { config, form } = await ready()
    service.answer(QUOTE, { status: 422, body: { error: { code: 4742, message: 'No.' } } })
    await fetchOnrampQuote(config, signal)
    expect([form.getState().quote, form.getState().error]).toMatchObject([undefined, { code: 4742 }])
  })
  it.each(['', '.', '0', '19.99', '500.01', '20.001'])('nobody is asked for %j', async (amount) => {
    const { config, form } = await ready()
    form.setState({ amount })
    await fetchOnrampQuote(config, signal)
    expect(form.getState().error).toMatchObject({ code: 5261 })
    expect(service.requests.filter(({ path }) => path.endsWith('/quote'))).toEqual([])
  })
  it('takes every amount from the least to the most, and no other', () => {
    const cents = fc.bigInt({ min: 0n, max: 100_000n })
    const text = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
    fc.assert(
      fc.property(cents, (value) => {
        const form = {
          amount: text(value),
          fiat: 'USD',
          options: { ...options, provider: 'x', isFallback: false },
        }
        const isFine = value >= 2_000n && value <= 50_000n
        if (isFine) checkAmount(form)
        else expect(() => checkAmount(form)).toThrow()
      }),
    )
  })
})

describe('the purchase', () => {
  it('begins on the provider’s page, for the account in use', async () => {
    service.answer(OPTIONS, { body: options })
    const config = await make()
    await fetchOnrampOptions(config, signal)
    service.answer(URL_PATH, { body: { url: 'https://pay.example/1' } })
    expect(await purchaseUrl(config, signal)).toBe('https://pay.example/1')
    expect(service.requests.at(-1)?.body).toMatchObject({
      destinationWallets: [{ address: ADDRESS, blockchains: ['ethereum'], assets: ['ETH'] }],
      defaultExperience: 'buy',
      presetFiatAmount: '100',
    })
    service.answer(URL_PATH, { body: { url: 'javascript:alert(1)' } })
    await expect(purchaseUrl(config, signal)).rejects.toThrow()
  })
  it('has arrived when there is more than before, and is late when there is not', async () => {
    service.answer(OPTIONS, { body: options })
    const config = await make()
    await fetchOnrampOptions(config, signal)
    let count = 0
    const balance = (numeric: string) => ({
      body: {
        balances: [
          { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric } },
        ],
      },
    })
    service.answer(`GET /v1/account/${ADDRESS}/balance`, () => {
      count += 1
      return balance(count < 4 ? '1.000000000000000001' : '1.040000000000000001')
    })
    expect(await waitForArrival(config, signal, { interval: 5, patience: 5_000 })).toEqual({
      kind: 'arrived',
      amount: '0.04',
      symbol: 'ETH',
    })
    expect(service.requests.find(({ path }) => path.endsWith('/balance'))?.query.get('forceUpdate')).toBe(
      `eip155:1:0x${'0'.repeat(40)}`,
    )
    expect(await waitForArrival(config, signal, { interval: 5, patience: 30 })).toMatchObject({
      kind: 'late',
    })
  })
  it('what has come between two looks has arrived', async () => {
    service.answer(OPTIONS, { body: options })
    const config = await make()
    await fetchOnrampOptions(config, signal)
    let numeric = '1'
    const getTokens = async () => [
      { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1' as const, quantity: { decimals: '18', numeric } },
    ]
    Object.assign(config.adapters.eip155 ?? {}, { getTokens })
    const first = await waitForArrival(config, signal, { interval: 5, patience: 30 })
    const before = first.kind === 'late' ? first.before : undefined
    numeric = '1.5'
    expect(await waitForArrival(config, signal, { interval: 5, patience: 5_000, before })).toEqual({
      ...{ kind: 'arrived', amount: '0.5', symbol: 'ETH' },
    })
    // What another account had says nothing of this one.
    const other = before && { ...before, of: 'another' }
    expect(await waitForArrival(config, signal, { interval: 5, patience: 30, before: other })).toMatchObject({
      kind: 'late',
    })
  })
  it('the balance is the adapter’s where it tells the tokens itself', async () => {
    service.answer(OPTIONS, { body: options })
    const config = await make()
    await fetchOnrampOptions(config, signal)
    let sum = 1
    const getTokens = async () => [
      {
        ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1' as const },
        quantity: { decimals: '18', numeric: `${sum++}` },
      },
    ]
    Object.assign(config.adapters.eip155 ?? {}, { getTokens })
    expect(await waitForArrival(config, signal, { interval: 5, patience: 5_000 })).toEqual({
      ...{ kind: 'arrived', amount: '1', symbol: 'ETH' },
    })
    expect(service.requests.some(({ path }) => path.endsWith('/balance'))).toBe(false)
  })
})
