import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getOnrampOptions, onrampQuote } from '@latchkey/protocol/http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askAsPage, codeOf } from '../testing/askAsPage.ts'
import { createTestService, DEMO, type TestService } from '../testing/createTestService.ts'

const ACCOUNT = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const SOLANA_MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_ACCOUNT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const MELD = { version: '2023-12-19', country: 'US' }
const ETHER = {
  id: 'ETH',
  name: 'Ether',
  symbol: 'ETH',
  networks: [{ name: 'local', display_name: 'Local', chain_id: '31337', contract_address: '' }],
}
const DOLLARS = { id: 'USD', payment_method_limits: [{ id: 'card', min: '10', max: '7500' }] }
const QUOTE = {
  fees: { amount: '1.5', currency: 'USD' },
  subtotal: { amount: '98.5', currency: 'USD' },
  total: { amount: '100', currency: 'USD' },
  purchaseAmount: { amount: '0.0394', currency: 'ETH' },
  quoteId: 'q1',
}

/** A provider that answers what a test says, in the form of the sandbox. */
type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void
let answer: Answer
let asked: { path: string; body: unknown }[] = []
const says =
  (value: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    asked.push({ path: request.url ?? '', body: body ? JSON.parse(body) : undefined })
    answer(request, response, body)
  })
})
let service: TestService
let bare: TestService
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const projects = [DEMO, { ...DEMO, id: 'off', features: { onramp: false } }]
  service = await createTestService({
    projects,
    config: {
      onramps: { sandbox: { url }, meld: { ...{ apiKey: 'k'.repeat(8), apiUrl: url }, ...MELD } },
      networks: [
        {
          ...{ caip2: SOLANA_MAINNET, name: 'Solana' },
          ...{ rpcUrls: [url], testnet: false, nativeCurrency: SOL },
        },
      ],
    },
    // A provider that answers has long enough for it on a busy machine; the silent one is waited for.
    limits: { onrampTry: 2_000, dataCallsPerMinute: 500 },
  })
  bare = await createTestService()
})
afterAll(async () => {
  await service.stop()
  await bare.stop()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  answer = says({ paymentCurrencies: [DOLLARS], purchaseCurrencies: [ETHER] })
})
// What is kept, and a provider that rests, are of the test alone.
afterEach(() => service.advance(700_000))

const get = (path: string, of = service) =>
  askAsPage(of, `${path}${path.includes('?') ? '&' : '?'}projectId=demo&st=html&sv=html-0.1.0`)
const post = (path: string, body: unknown, of = service) =>
  askAsPage(of, `${path}?projectId=demo&st=html&sv=html-0.1.0`, { method: 'POST', body })
const quoteBody = { purchaseCurrency: ETHER, paymentCurrency: DOLLARS, amount: '100', network: 'local' }
const wallets = [{ address: ACCOUNT, blockchains: ['local'], assets: ['ETH'] }]

describe('what is sold', () => {
  test('R7-21 R3-62 R3-63 R3-64 is told for the networks of the service, and kept for ten minutes', async () => {
    const elsewhere = { ...ETHER, id: 'BTC', networks: [{ ...ETHER.networks[0], chain_id: '999' }] }
    const odd = { ...ETHER, id: 'ODD', name: '<b>Ether</b>' }
    answer = says({ paymentCurrencies: [DOLLARS], purchaseCurrencies: [ETHER, elsewhere] })
    const { status, body } = await get('/v1/onramp/options')
    expect([status, getOnrampOptions.reply.parse(body)]).toEqual([
      200,
      { paymentCurrencies: [DOLLARS], purchaseCurrencies: [ETHER] },
    ])
    answer = says({ paymentCurrencies: [DOLLARS], purchaseCurrencies: [odd] })
    service.advance(599_999)
    expect((await get('/v1/onramp/options?provider=sandbox')).body.purchaseCurrencies).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })
  test.each(['/v1/onramp/options?provider=coinbase', '/v1/onramp/options?provider=nobody'])(
    '%s: a provider that is not set up is refused',
    async (path) => {
      const refused = await get(path)
      expect([refused.status, codeOf(refused)]).toEqual([404, 4740])
    },
  )
  test('a service without providers, and a project that has turned them off', async () => {
    expect(codeOf(await get('/v1/onramp/options', bare))).toBe(4740)
    const off = await askAsPage(service, '/v1/onramp/options?projectId=off&st=html&sv=html-0.1.0')
    expect([off.status, codeOf(off)]).toEqual([404, 4740])
  })
  test.each(['?provider=a&provider=b', '?country=US', '?provider=<b>'])('%s is refused', async (query) => {
    const refused = await get(`/v1/onramp/options${query}`)
    expect([refused.status, codeOf(refused)]).toEqual([400, 4002])
  })
})

describe('a quote', () => {
  test('R7-22 R3-65 says what an amount buys, by the currencies or by their ids', async () => {
    answer = says(QUOTE)
    const { status, body } = await post('/v1/onramp/quote', quoteBody)
    expect([status, onrampQuote().parse(body).purchaseAmount.amount]).toEqual([200, '0.0394'])
    await post('/v1/onramp/quote', { ...quoteBody, purchaseCurrency: 'ETH', paymentCurrency: 'USD' })
    expect(asked[1]).toEqual(asked[0])
    expect(asked[0]?.body).toMatchObject({ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100' })
  })
  test.each([
    ['a negative amount', { amount: '-1' }],
    ['nothing', { amount: '0.00' }],
    ['an exponent', { amount: '1e3' }],
    ['a number', { amount: 100 }],
    ['a megabyte', { amount: '9'.repeat(1_000) }],
    ['no money of this world', { paymentCurrency: 'DOLLAR' }],
    ['a currency with markup', { purchaseCurrency: '<script>' }],
    ['something more', { referrer: 'x' }],
  ])('%s is refused', async (_, change) => {
    const refused = await post('/v1/onramp/quote', { ...quoteBody, ...change })
    expect([refused.status, codeOf(refused)]).toEqual([400, 4002])
    expect(asked).toEqual([])
  })
  test('what the provider does not sell is its refusal, and does not count against it', async () => {
    answer = says('no', 400)
    for (let count = 0; count < 5; count += 1) {
      const refused = await post('/v1/onramp/quote', quoteBody)
      expect([refused.status, codeOf(refused)]).toEqual([422, 4742])
    }
    answer = says(QUOTE)
    expect((await post('/v1/onramp/quote', quoteBody)).status).toBe(200)
  })
  test.each<[string, Answer]>([
    ['is down', says({}, 500)],
    ['answers something else', says({ price: 1 })],
    ['answers no JSON', (_, response) => response.end('<html>')],
    ['sends elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['is silent', () => undefined],
  ])('a provider that %s is said to be, then rests, and is asked again', async (_, odd) => {
    answer = odd
    for (let count = 0; count < 3; count += 1) {
      const failed = await post('/v1/onramp/quote', quoteBody)
      expect([failed.status, codeOf(failed)]).toEqual([503, 4741])
    }
    const before = asked.length
    answer = says(QUOTE)
    expect(codeOf(await post('/v1/onramp/quote', quoteBody))).toBe(4741)
    expect(asked).toHaveLength(before)
    service.advance(30_000)
    expect((await post('/v1/onramp/quote', quoteBody)).status).toBe(200)
  })
})

describe('the address of the page', () => {
  const body = {
    destinationWallets: wallets,
    defaultNetwork: 'local',
    presetFiatAmount: '100',
    fiatCurrency: 'USD',
  }
  test('R7-20 R7-27 is the provider’s, for buying alone', async () => {
    answer = says({ url: 'https://pay.example/checkout?session=1' })
    const made = await post('/v1/generators/onrampurl', { ...body, defaultExperience: 'buy' })
    expect([made.status, made.body]).toEqual([200, { url: 'https://pay.example/checkout?session=1' }])
    expect(asked[0]?.body).toMatchObject({ wallets, fiatAmount: '100' })
    const selling = await post('/v1/generators/onrampurl', { ...body, defaultExperience: 'sell' })
    expect([selling.status, codeOf(selling)]).toEqual([400, 4002])
  })
  test.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    'http://pay.example/checkout',
    'https://user:secret@pay.example/',
    'https://10.0.0.1/checkout',
    `https://pay.example/${'a'.repeat(5_000)}`,
  ])('%s is not passed on', async (url) => {
    answer = says({ url })
    const failed = await post('/v1/generators/onrampurl', body)
    expect([failed.status, codeOf(failed)]).toEqual([503, 4741])
  })
  describe('on a network of another namespace', () => {
    const solana = { address: SOLANA_ACCOUNT, blockchains: ['SOLANA'], assets: ['SOL'] }
    const offer = {
      ...{ sourceAmount: 100, sourceCurrencyCode: 'USD', totalFee: 4 },
      ...{ destinationAmount: 0.5, destinationCurrencyCode: 'SOL', serviceProvider: 'FIRST' },
    }
    const pays: Answer = (request, response, text) =>
      says(
        request.url?.endsWith('/quote')
          ? { quotes: [offer] }
          : { widgetUrl: 'https://meld.example/?session=1' },
      )(request, response, text)
    const buy = (provider: string, wallet: object) =>
      post('/v1/generators/onrampurl', { ...body, provider, destinationWallets: [wallet] })
    test('its provider is sent its address', async () => {
      answer = pays
      expect(await buy('meld', solana)).toMatchObject({
        status: 200,
        body: { url: 'https://meld.example/?session=1' },
      })
      expect(asked[1]?.body).toMatchObject({
        sessionData: { walletAddress: SOLANA_ACCOUNT, destinationCurrencyCode: 'SOL' },
      })
    })
    test.each([
      ['an address of Ethereum', 'meld', { ...solana, address: ACCOUNT }],
      ['an address of neither', 'meld', { ...solana, address: SOLANA_ACCOUNT.slice(2) }],
      ['both networks at once', 'meld', { ...solana, blockchains: ['SOLANA', 'BASE'] }],
      ['a provider that does not sell there', 'sandbox', solana],
    ])('%s is refused, and no provider is asked', async (_, provider, wallet) => {
      answer = pays
      const refused = await buy(provider, wallet)
      expect([refused.status, codeOf(refused)]).toEqual([400, 4002])
      expect(asked).toEqual([])
    })
    test('what is sold there is told by its CAIP-2 reference', async () => {
      const currency = { currencyCode: 'SOL', name: 'Solana', chainCode: 'SOLANA', chainId: '101' }
      answer = (request, response, text) =>
        says(
          request.url?.includes('limits')
            ? [{ currencyCode: 'USD', minimumAmount: 20, maximumAmount: 500 }]
            : [currency],
        )(request, response, text)
      const { body: sold } = await get('/v1/onramp/options?provider=meld')
      expect(sold.purchaseCurrencies).toMatchObject([
        { symbol: 'SOL', networks: [{ name: 'SOLANA', chain_id: SOLANA_MAINNET.split(':')[1] }] },
      ])
    })
  })
  test.each([
    ['another checksum', { address: ACCOUNT.replace('dc', 'DC') }],
    ['no address', { address: 'bc1qexample' }],
    ['no network', { blockchains: [] }],
    ['markup', { assets: ['<b>'] }],
  ])('%s is refused', async (_, change) => {
    const refused = await post('/v1/generators/onrampurl', {
      ...body,
      destinationWallets: [{ ...wallets[0], ...change }],
    })
    expect([refused.status, codeOf(refused)]).toEqual([400, 4002])
    expect(asked).toEqual([])
  })
})
