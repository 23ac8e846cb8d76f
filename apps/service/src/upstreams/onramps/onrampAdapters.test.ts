import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { onrampProvidersSchema } from '../../config/onrampProviders.ts'
import { amountText } from './askProvider.ts'
import { createCoinbase, isCoinbaseKey } from './createCoinbase.ts'
import { createMeld } from './createMeld.ts'

/** Answers of the two companies in the form of their references, by method and path. */
const recorded = JSON.parse(readFileSync(new URL('./onrampAnswers.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>
const ACCOUNT = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
/** Mainnet of Solana by CAIP-2, and an account there. */
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const NOW = 1_900_000_000_000

type Seen = { key: string; headers: Record<string, unknown>; body: unknown }
let stop = () => {}
afterEach(() => stop())

async function startCompany(answers = recorded): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const key = `${request.method} ${request.url?.split('?')[0]}`
      seen.push({
        key: `${request.method} ${request.url}`,
        headers: request.headers,
        body: body ? JSON.parse(body) : null,
      })
      const answer = answers[key]
      response
        .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}
const { signal } = new AbortController()
const asked = {
  purchaseCurrency: 'ETH',
  paymentCurrency: 'USD',
  amount: '100.00',
  network: 'base',
  paymentMethod: undefined,
}
const checkout = {
  wallets: [{ address: ACCOUNT, blockchains: ['base'], assets: ['ETH'] }],
  network: 'base',
  fiatAmount: '100',
  fiatCurrency: 'USD',
  cryptoAmount: undefined,
  partnerUserId: undefined,
  clientIp: '203.0.113.9',
}

describe('Coinbase', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  async function start(answers = recorded) {
    const company = await startCompany(answers)
    const settings = onrampProvidersSchema.parse({
      coinbase: { keyName: 'organizations/o/apiKeys/k', privateKey, apiUrl: company.url, subdivision: 'CA' },
    }).coinbase
    if (!settings) throw new Error('There are no settings.')
    return { ...company, coinbase: createCoinbase(settings, () => NOW) }
  }
  test('each call carries a token for that call alone, signed and short-lived', async () => {
    const { coinbase, seen, url } = await start()
    await coinbase.quote(asked, signal)
    const token = String(seen[0]?.headers.authorization).replace('Bearer ', '')
    const { payload } = await jwtVerify(token, pair.publicKey, { currentDate: new Date(NOW) })
    expect(payload).toMatchObject({
      iss: 'cdp',
      sub: 'organizations/o/apiKeys/k',
      uri: `POST ${new URL(url).host}/onramp/v1/buy/quote`,
    })
    expect((payload.exp ?? 0) - NOW / 1_000).toBeLessThanOrEqual(120)
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: 'organizations/o/apiKeys/k' })
  })
  test('a quote: both fees are added exactly', async () => {
    const { coinbase, seen } = await start()
    expect(await coinbase.quote(asked, signal)).toEqual({
      fees: { amount: '3.1', currency: 'USD' },
      subtotal: { amount: '96.90', currency: 'USD' },
      total: { amount: '100.00', currency: 'USD' },
      purchaseAmount: { amount: '0.03876', currency: 'ETH' },
      quoteId: 'quote-1',
    })
    expect(seen[0]?.body).toEqual({
      purchase_currency: 'ETH',
      purchase_network: 'base',
      payment_amount: '100.00',
      payment_currency: 'USD',
      payment_method: 'CARD',
      country: 'US',
      subdivision: 'CA',
    })
  })
  test.each(['network_fee', 'coinbase_fee', 'payment_total', 'payment_subtotal'])(
    'a quote whose %s is of another currency is none',
    async (name) => {
      const key = 'POST /onramp/v1/buy/quote'
      const { data } = recorded[key] as { data: object }
      const told = { ...data, [name]: { amount: '0.0004', currency: 'USDC' } }
      const { coinbase } = await start({ ...recorded, [key]: { data: told } })
      await expect(coinbase.quote(asked, signal)).rejects.toThrow('of another currency')
    },
  )
  test('options', async () => {
    const { coinbase } = await start()
    const { paymentCurrencies, purchaseCurrencies } = await coinbase.options(signal)
    expect(paymentCurrencies[0]).toEqual({
      id: 'USD',
      payment_method_limits: [
        { id: 'ach_bank_account', min: '1', max: '25000' },
        { id: 'card', min: '2', max: '7500' },
      ],
    })
    expect(purchaseCurrencies[0]?.networks[0]).toEqual({
      name: 'base',
      display_name: 'Base',
      chain_id: '8453',
      contract_address: '',
    })
  })
  test('the page is opened by a session that names the account and the buyer’s own address', async () => {
    const { coinbase, seen } = await start()
    const url = new URL(await coinbase.checkoutUrl(checkout, signal))
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      sessionToken: 'one-use',
      defaultExperience: 'buy',
      defaultNetwork: 'base',
      presetFiatAmount: '100',
      fiatCurrency: 'USD',
    })
    expect(url.href).not.toContain(ACCOUNT)
    expect(seen[0]?.body).toEqual({
      addresses: [{ address: ACCOUNT, blockchains: ['base'] }],
      assets: ['ETH'],
      clientIp: '203.0.113.9',
    })
  })
  test('keys of both kinds are taken, and nothing else is', () => {
    const { privateKey: ed } = generateKeyPairSync('ed25519')
    const { d = '', x = '' } = ed.export({ format: 'jwk' })
    const both = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
    expect(isCoinbaseKey(privateKey)).toBe(true)
    expect(isCoinbaseKey(both.toString('base64'))).toBe(true)
    expect(isCoinbaseKey('x'.repeat(64))).toBe(false)
  })
})

describe('Meld', () => {
  async function start(answers = recorded) {
    const company = await startCompany(answers)
    const settings = onrampProvidersSchema.parse({
      meld: { apiKey: 'key-of-meld', apiUrl: company.url },
    }).meld
    if (!settings) throw new Error('There are no settings.')
    return { ...company, meld: createMeld(settings) }
  }
  test('a quote: the offer that delivers most, of numbers without exponent', async () => {
    const { meld, seen } = await start()
    expect(await meld.quote({ ...asked, purchaseCurrency: 'ETH_BASE' }, signal)).toEqual({
      fees: { amount: '4.35', currency: 'USD' },
      subtotal: { amount: '95.65', currency: 'USD' },
      total: { amount: '100', currency: 'USD' },
      purchaseAmount: { amount: '0.0391', currency: 'ETH' },
      quoteId: 'SECOND',
    })
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'BASIC key-of-meld',
      'meld-version': '2023-12-19',
    })
  })
  test('offers of something else, or for other money, are none of ours', async () => {
    const key = 'POST /payments/crypto/quote'
    const [first, second] = (recorded[key] as { quotes: object[] }).quotes
    const others = [
      { ...second, destinationAmount: 98, destinationCurrencyCode: 'USDC_BASE' },
      { ...second, destinationAmount: 99, sourceCurrencyCode: 'EUR' },
    ]
    const { meld } = await start({ ...recorded, [key]: { quotes: [first, ...others] } })
    const told = await meld.quote({ ...asked, purchaseCurrency: 'ETH_BASE' }, signal)
    expect(told.purchaseAmount).toEqual({ amount: '0.0387', currency: 'ETH' })
  })
  test('options', async () => {
    const { meld } = await start()
    expect(await meld.options(signal)).toEqual({
      paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '20', max: '15000' }] }],
      purchaseCurrencies: [
        {
          ...{ id: 'ETH_BASE', name: 'Ethereum (Base)', symbol: 'ETH' },
          networks: [{ name: 'BASE', display_name: 'Base', chain_id: '8453', contract_address: '' }],
        },
        {
          ...{ id: 'SOL', name: 'Solana', symbol: 'SOL' },
          networks: [{ name: 'SOLANA', display_name: 'Solana', chain_id: MAINNET, contract_address: '' }],
        },
      ],
    })
  })
  test('an address is one of the network that it is bought on', async () => {
    const { meld } = await start()
    const fits = (network: string, address: string) => meld.isAddressOn?.(network, address)
    expect([fits('SOLANA', MINT), fits('solana', MINT), fits('BASE', ACCOUNT)]).toEqual([true, true, true])
    expect([fits('SOLANA', ACCOUNT), fits('SOLANA', MINT.slice(2)), fits('BASE', MINT)]).toEqual([
      false,
      false,
      false,
    ])
  })
  test('the page is that of the best offer', async () => {
    const { meld, seen } = await start()
    const bought = {
      ...checkout,
      wallets: [{ address: ACCOUNT, blockchains: ['BASE'], assets: ['ETH_BASE'] }],
    }
    expect(await meld.checkoutUrl(bought, signal)).toBe('https://meldcrypto.example/?session=1')
    expect(seen[1]?.body).toMatchObject({
      sessionType: 'BUY',
      sessionData: { walletAddress: ACCOUNT, serviceProvider: 'SECOND', destinationCurrencyCode: 'ETH_BASE' },
    })
  })
})

test.each([
  [1e-7, '0.0000001'],
  ['007.50', '7.50'],
  [0.1 + 0.2, '0.30000000000000004'],
])('%s is %s', (value, text) => expect(amountText.parse(value)).toBe(text))
test.each(['-1', '1e5', 'NaN', '', '1,000', Number.NaN, -1])('%s is no amount', (value) =>
  expect(amountText.safeParse(value).success).toBe(false),
)
