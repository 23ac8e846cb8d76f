import { deployMoneyContracts, moneyContracts } from '@latchkey/local-bundler'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import { checkChainData } from './checkChainData.ts'
import { ask, type Diagnosis } from './Diagnosis.ts'

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil({ prepare: deployMoneyContracts })
})
afterAll(() => chain.stop())

const { dollar, oldDollar, wrappedEther, etherPool, names, multicall } = moneyContracts
const NOWHERE = '0x00000000000000000000000000000000000000a1'
const WETH = { address: wrappedEther, symbol: 'WETH', name: 'Ether', decimals: 18 }
const LKD = { address: dollar, symbol: 'LKD', name: 'Dollar', decimals: 6 }

async function examine(change: object, config: object = {}, answer: typeof ask = ask) {
  const parsed = chainSchema.parse({
    id: 31_337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [chain.url],
    ...change,
  })
  const found = await checkChainData({
    ask: answer,
    config: { chains: [parsed], ...config },
  } as unknown as Diagnosis)
  expect(JSON.stringify(found)).not.toContain('secret')
  for (const { level, fix } of found) expect(fix !== undefined).toBe(level !== 'ok')
  return found.map(({ check, level }) => `${level} ${check}`)
}

describe('the doctor on chain data', () => {
  test('all is well', async () => {
    const prices = {
      dollars: [dollar],
      wrapped: wrappedEther,
      pools: [{ address: etherPool, tokens: [dollar, wrappedEther] }],
    }
    expect(await examine({ tokens: [LKD, WETH], prices, ens: { registry: names } })).toEqual([
      'ok balances.31337',
      'ok prices.31337',
      'ok names',
    ])
  })
  test('decimals that the token does not have are told: every amount would be wrong', async () => {
    expect(await examine({ testnet: true, tokens: [{ ...LKD, decimals: 18 }] })).toContain('fail token.31337')
  })
  test('an address that is no token, no Multicall3, no pool, no registry', async () => {
    const tokens = [LKD, { ...LKD, address: NOWHERE }]
    const prices = { dollars: [dollar], pools: [{ address: oldDollar, tokens: [dollar, NOWHERE] }] }
    expect(await examine({ tokens, prices, multicall: NOWHERE, ens: { registry: NOWHERE } })).toEqual([
      'warn balances.31337',
      'warn token.31337',
      'warn prices.31337',
      'warn names',
    ])
  })
  test('a public network without prices is worth a word, a test network is not', async () => {
    expect(await examine({ multicall })).toEqual(['ok balances.31337', 'warn prices.31337', 'ok names'])
    expect(await examine({ testnet: true, multicall: 'none' })).toEqual([
      'ok balances.31337',
      'ok prices.31337',
      'ok names',
    ])
  })
  test.each([
    ['ok', 200, '{"coins":{}}'],
    ['warn', 200, '<html>'],
    ['warn', 500, '{"coins":{}}'],
  ])('PRICES_URL: %s at %i %s', async (level, status, body) => {
    const answer: typeof ask = async (url, options) =>
      url.startsWith('https://prices.example/secret/prices/current/')
        ? { status, headers: new Headers(), body }
        : ask(url, options)
    const pricesUrl = 'https://prices.example/secret'
    expect(await examine({}, { pricesUrl }, answer)).toContain(`${level} pricesUrl`)
  })
  test.each([
    ['ok', 200, '{"items":[],"next_page_params":null}'],
    ['warn', 200, '<html>'],
    ['warn', 404, '{"items":[]}'],
  ])('historyUrl: %s at %i %s', async (level, status, body) => {
    const answer: typeof ask = async (url, options) =>
      url.startsWith('https://explorer.example/api/v2/addresses/0x0000') &&
      url.endsWith('/token-transfers?apikey=secret')
        ? { status, headers: new Headers(), body }
        : ask(url, options)
    const change = { testnet: true, historyUrl: 'https://explorer.example/?apikey=secret' }
    expect(await examine(change, {}, answer)).toContain(`${level} history.31337`)
  })
  test('an explorer that does not answer is named by its host alone', async () => {
    expect(await examine({ historyUrl: 'http://127.0.0.1:1/?apikey=secret' })).toContain('warn history.31337')
  })
  test('a service of prices that does not answer is named by its host alone', async () => {
    expect(await examine({}, { pricesUrl: 'http://127.0.0.1:1/secret' })).toContain('warn pricesUrl')
  })
})
