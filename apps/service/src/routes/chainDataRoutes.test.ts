import { deployMoneyContracts, mintMoney, moneyContracts } from '@latchkey/local-bundler'
import {
  getAccountBalance,
  getFungiblePrice,
  getSupportedChains,
  listSmartSessions,
} from '@latchkey/protocol/http'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { createPublicClient, erc20Abi, http, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askAsPage, codeOf, type PageRequest } from '../testing/askAsPage.ts'
import { createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'

const { dollar, oldDollar, wrappedEther, etherPool, oldDollarPool } = moneyContracts
const ACCOUNT = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const DEAD = 'http://127.0.0.1:1'
const token = (address: string, symbol: string, decimals = 6) => ({
  address,
  symbol,
  name: `Name of ${symbol}`,
  decimals,
})

let chain: Anvil
let service: TestService
beforeAll(async () => {
  chain = await startAnvil({ prepare: deployMoneyContracts })
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const tokens = [
    { ...token(dollar, 'LKD'), iconUrl: 'https://icons.example/lkd.png' },
    token(oldDollar, 'LKO'),
    token(wrappedEther, 'WETH', 18),
    token(moneyContracts.names, 'NOT'),
  ]
  const prices = {
    dollars: [dollar],
    wrapped: wrappedEther,
    pools: [
      { address: oldDollarPool, tokens: [dollar, oldDollar] },
      { address: etherPool, tokens: [dollar, wrappedEther] },
    ],
  }
  const local = { name: 'Local', nativeCurrency: ether, rpcUrls: [chain.url], testnet: true }
  service = await createTestService({
    chains: [
      { ...local, id: 31_337, tokens, prices },
      { ...local, id: 31_338, tokens, multicall: 'none' },
      { ...local, id: 31_339, tokens, multicall: oldDollar },
      {
        ...local,
        id: 31_341,
        nativeCurrency: { ...ether, name: '<b>Ether', symbol: 'E\u200bTH' },
        tokens: [token(dollar, 'WHOLE', 0), token(oldDollar, 'LKO')],
      },
      { ...local, id: 31_340, rpcUrls: [DEAD], tokens, prices },
    ],
    limits: { dataCallsPerMinute: 200, forcedReadsPerMinute: 5, guestCallsPerMinute: 5 },
  })
})
afterAll(async () => {
  await service.stop()
  await chain.stop()
})
beforeEach(() => service.advance(61_000))

const ask = (path: string, request?: PageRequest) =>
  askAsPage(service, `${path}${path.includes('?') ? '&' : '?'}projectId=demo&st=html&sv=html-0.1.0`, request)
async function balances(query = 'chainId=eip155:31337', account = ACCOUNT) {
  const answer = await ask(`/v1/account/${account}/balance?currency=usd&${query}`)
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return getAccountBalance.reply.parse(answer.body)
}
const amounts = async (query?: string, account?: string) =>
  (await balances(query, account)).balances.map(({ symbol, quantity }) => `${quantity.numeric} ${symbol}`)
const askPrices = async (addresses: string[], more: object = {}) =>
  ask('/v1/fungible/price', { method: 'POST', body: { currency: 'usd', addresses, ...more } })
const accountNumber = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as const

test('R7-3 networks are told by HTTP, and by WebSocket too', async () => {
  const { body } = await ask('/v1/supported-chains')
  const all = ['eip155:31337', 'eip155:31338', 'eip155:31339', 'eip155:31341', 'eip155:31340']
  expect(getSupportedChains.reply.parse(body)).toEqual({ http: all, ws: all })
})

test('R7-23 R7-24 permissions of accounts are the wallet’s: none is listed here, and none is taken back', async () => {
  for (const account of [ACCOUNT, `eip155:31337:${ACCOUNT}`]) {
    const listed = await ask(`/v1/sessions/${account}`)
    expect(listSmartSessions.reply.parse(listed.body)).toEqual({ pcis: [] })
    const body = { pci: 'one', signature: '0x01' }
    const taken = await ask(`/v1/sessions/${account}/revoke`, { method: 'POST', body })
    expect([taken.status, codeOf(taken)]).toEqual([404, 4703])
  }
  const other = await ask('/v1/sessions/ada.eth')
  expect([other.status, codeOf(other)]).toEqual([400, 4002])
})

describe('balances', () => {
  test('R7-15 an account’s coins and tokens, exactly as another client reads them', async () => {
    const account = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
    await mintMoney(chain.call, dollar, account, 1_234_567n)
    await mintMoney(chain.call, oldDollar, account, 10n ** 30n + 1n)
    await chain.setBalance(account, 3n * 10n ** 18n + 1n)
    const client = createPublicClient({ transport: http(chain.url) })
    const { balances: told } = await balances('chainId=eip155:31337', account)
    expect(told.map(({ address, symbol }) => [symbol, address])).toEqual([
      ['ETH', undefined],
      ['LKD', `eip155:31337:${dollar}`],
      ['LKO', `eip155:31337:${oldDollar}`],
    ])
    const [native, ...tokens] = told
    expect(parseUnits(native?.quantity.numeric ?? '', 18)).toBe(await client.getBalance({ address: account }))
    for (const one of tokens) {
      const [, , address] = (one.address ?? '').split(':')
      const read = { address: address as `0x${string}`, abi: erc20Abi, args: [account] } as const
      expect(parseUnits(one.quantity.numeric, Number(one.quantity.decimals))).toBe(
        await client.readContract({ ...read, functionName: 'balanceOf' }),
      )
    }
    expect(told[1]).toEqual({
      name: 'Name of LKD',
      symbol: 'LKD',
      chainId: 'eip155:31337',
      address: `eip155:31337:${dollar}`,
      price: 1,
      value: 1.234567,
      quantity: { decimals: '6', numeric: '1.234567' },
      iconUrl: 'https://icons.example/lkd.png',
    })
  })
  test('R3-74 an item has its network, its symbol and how much there is', async () => {
    const account = accountNumber(0xa9)
    await mintMoney(chain.call, dollar, account, 7n)
    const [item] = (await balances('chainId=eip155:31337', account)).balances
    expect(item).toMatchObject({
      chainId: 'eip155:31337',
      symbol: 'LKD',
      quantity: { decimals: '6', numeric: '0.000007' },
    })
  })
  test.each(['currency=eur', 'currency=USD', ''])(
    'R7-26 balances are told in usd: %j is refused',
    async (query) => {
      const answer = await ask(`/v1/account/${ACCOUNT}/balance?chainId=eip155:31337${query && `&${query}`}`)
      expect([answer.status, codeOf(answer)]).toEqual([400, 4002])
    },
  )
  test('R7-25 R7-26 price and value are in US dollars, from the pools of the network', async () => {
    await chain.setBalance(ACCOUNT, 2n * 10n ** 18n)
    const [native] = (await balances()).balances
    expect([native?.price, native?.value]).toEqual([2_500, 5_000])
  })
  test('R5-19 a token with 0 decimals is left out of balances, as is what the account has nothing of', async () => {
    const account = accountNumber(0xa5)
    await mintMoney(chain.call, dollar, account, 5n)
    await mintMoney(chain.call, oldDollar, account, 5n)
    expect(await amounts('chainId=eip155:31341', account)).toEqual(['0.000005 LKO'])
    expect(await amounts('chainId=eip155:31341', accountNumber(0xabc))).toEqual([])
  })
  test.each([
    ['eip155:31338', 0xa1],
    ['eip155:31339', 0xa6],
  ])('%s has no Multicall3, and tells the same', async (chainId, index) => {
    const account = accountNumber(index)
    await mintMoney(chain.call, dollar, account, 5n)
    await mintMoney(chain.call, oldDollar, account, 6n)
    for (const id of [chainId, 'eip155:31337'])
      expect(await amounts(`chainId=${id}`, account)).toEqual(['0.000005 LKD', '0.000006 LKO'])
  })
  test('R9-3 R9-4 what was read is kept for 30 s', async () => {
    const account = accountNumber(0xa2)
    await mintMoney(chain.call, dollar, account, 1_000_000n)
    await chain.setBalance(account, 1n)
    const before = ['0.000000000000000001 ETH', '1 LKD']
    expect(await amounts(undefined, account)).toEqual(before)
    await mintMoney(chain.call, dollar, account, 1_000_000n)
    await chain.setBalance(account, 2n)
    service.advance(29_999)
    expect(await amounts(undefined, account)).toEqual(before)
    service.advance(1)
    expect(await amounts(undefined, account)).toEqual(['0.000000000000000002 ETH', '2 LKD'])
  })
  test('R7-15 forceUpdate renews what it names, and nothing else', async () => {
    const account = accountNumber(0xa3)
    await mintMoney(chain.call, dollar, account, 1n)
    await mintMoney(chain.call, oldDollar, account, 1n)
    expect(await amounts(undefined, account)).toEqual(['0.000001 LKD', '0.000001 LKO'])
    await mintMoney(chain.call, dollar, account, 1n)
    await mintMoney(chain.call, oldDollar, account, 1n)
    const named = `chainId=eip155:31337&forceUpdate=eip155:31337:${dollar.toLowerCase()},eip155:1:${oldDollar}`
    expect(await amounts(named, account)).toEqual(['0.000002 LKD', '0.000001 LKO'])
    expect(await amounts(undefined, account)).toEqual(['0.000002 LKD', '0.000001 LKO'])
  })
  test('forceUpdate is limited by place; what is kept is told all the same', async () => {
    const force = `/v1/account/${ACCOUNT}/balance?currency=usd&chainId=eip155:31337&forceUpdate=eip155:31337:${dollar}`
    for (let asked = 0; asked < 5; asked += 1) expect((await ask(force)).status).toBe(200)
    const refused = await ask(force)
    expect([refused.status, codeOf(refused)]).toEqual([429, 4020])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(force.split('&forceUpdate')[0] ?? '')).status).toBe(200)
  })
  test('who asks for the same at one time shares one reading', async () => {
    const readings = async () =>
      (await service.metrics.chainData.get()).values
        .filter(({ labels }) => labels.kind === 'balances')
        .reduce((sum, { value }) => sum + value, 0)
    const before = await readings()
    await Promise.all(Array.from({ length: 8 }, () => amounts(undefined, accountNumber(0xa7))))
    expect(await readings()).toBe(before + 1)
  })
  test('words of the operator that an answer may not hold are cleaned', async () => {
    await chain.setBalance(accountNumber(0xa8), 1n)
    const { balances: told } = await balances('chainId=eip155:31341', accountNumber(0xa8))
    expect(told).toMatchObject([{ name: 'bEther', symbol: 'ETH' }])
  })
  test('without a network all are told, and those that do not answer are named', async () => {
    await chain.setBalance(accountNumber(0xa4), 1n)
    const { balances: told, unavailable } = await balances('', accountNumber(0xa4))
    expect(told.map(({ chainId }) => chainId)).toEqual([
      'eip155:31337',
      'eip155:31338',
      'eip155:31339',
      'eip155:31341',
    ])
    expect(unavailable).toEqual(['eip155:31340'])
  })
  test('a network that does not answer is an error of its own, without its address', async () => {
    const answer = await ask(`/v1/account/${ACCOUNT}/balance?currency=usd&chainId=eip155:31340`)
    expect([answer.status, codeOf(answer)]).toEqual([503, 4700])
    expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
  })
})

describe('prices', () => {
  const id = (address: string, network = 31_337) => `eip155:${network}:${address}`
  test('R7-10 R7-25 tokens by their ids, in US dollars; the native one under the zero address', async () => {
    const zero = accountNumber(0)
    const addresses = [zero, wrappedEther, dollar, oldDollar.toLowerCase(), `0x${'e'.repeat(40)}`].map(
      (one) => id(one),
    )
    const { status, body } = await askPrices(addresses, { projectId: 'demo' })
    expect(status).toBe(200)
    const { fungibles } = getFungiblePrice.reply.parse(body)
    expect(fungibles.map(({ address, price }) => [address, price])).toEqual(
      addresses.map((address, index) => [address, [2_500, 2_500, 1, 1, 2_500][index]]),
    )
    expect(fungibles[2]).toEqual({
      address: id(dollar),
      name: 'Name of LKD',
      symbol: 'LKD',
      price: 1,
      iconUrl: 'https://icons.example/lkd.png',
    })
  })
  test('what nobody knows is absent', async () => {
    const unknown = [
      id(accountNumber(1)),
      id(dollar, 31_338),
      id(dollar, 5),
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So1',
    ]
    expect((await askPrices(unknown)).body).toEqual({ fungibles: [] })
    expect((await askPrices([...unknown, id(dollar)])).body).toMatchObject({ fungibles: [{ price: 1 }] })
  })
  test('a network that does not answer is an error of its own', async () => {
    const answer = await askPrices([id(dollar, 31_340)])
    expect([answer.status, codeOf(answer)]).toEqual([503, 4701])
    // Others are told.
    expect((await askPrices([id(dollar, 31_340), id(dollar)])).body).toMatchObject({
      fungibles: [{ price: 1 }],
    })
  })
})

describe('refusals', () => {
  const balance = `/v1/account/${ACCOUNT}/balance`
  test.each([
    [`${balance}?currency=usd&chainId=eip155:5`, 404, 4400],
    [`${balance}?currency=usd&chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`, 404, 4400],
    [`${balance}?currency=usd&chainId=31337`, 400, 4002],
    [`${balance}?chainId=eip155:31337`, 400, 4002],
    [`${balance}?currency=eur&chainId=eip155:31337`, 400, 4002],
    [`${balance}?currency=usd&currency=usd`, 400, 4002],
    [`${balance}?currency=usd&surprise=1`, 400, 4002],
    [`${balance}?currency=usd&forceUpdate=${dollar}`, 400, 4002],
    ['/v1/account/0x1/balance?currency=usd', 400, 4002],
    [`/v1/account/${ACCOUNT.replace('d819', 'D819')}/balance?currency=usd`, 400, 4002],
    [`/v1/account/eip155:1:${ACCOUNT}/balance?currency=usd`, 400, 4002],
    ['/v1/account/..%2f..%2fadmin/balance?currency=usd', 400, 4002],
    ['/v1/account/7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv/balance?currency=usd', 400, 4002],
    ['/v1/identity/vitalik.eth', 400, 4002],
    [`/v1/identity/${ACCOUNT}?sender=<b>`, 400, 4002],
    [`/v1/identity/${ACCOUNT}?surprise=1`, 400, 4002],
  ])('%s', async (path, status, code) => {
    const answer = await ask(path)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    expect(JSON.stringify(answer.body)).not.toContain('<b>')
  })
  test('a list of tokens that is too long', async () => {
    const long = Array(100).fill(`eip155:31337:${dollar}`).join(',')
    const answer = await ask(`${balance}?currency=usd&forceUpdate=${long}`)
    expect([answer.status, codeOf(answer)]).toEqual([400, 4002])
  })
  test.each([
    ['no addresses', { currency: 'usd', addresses: [] }],
    ['another currency', { currency: 'eur', addresses: [`eip155:1:${dollar}`] }],
    ['too many', { currency: 'usd', addresses: Array(101).fill(`eip155:1:${dollar}`) }],
    ['an address without its network', { currency: 'usd', addresses: [dollar] }],
    [
      'another project than the address names',
      { currency: 'usd', addresses: [`eip155:1:${dollar}`], projectId: 'x' },
    ],
    ['a surprise', { currency: 'usd', addresses: [`eip155:1:${dollar}`], surprise: 1 }],
    ['no JSON', '{'],
  ])('prices for %s', async (_, body) => {
    const answer = await ask('/v1/fungible/price', { method: 'POST', body })
    expect([answer.status, codeOf(answer)]).toEqual([400, 4002])
  })
  test.each(['/v1/supported-chains', `${balance}?currency=usd`, `/v1/identity/${ACCOUNT}`])(
    '%s is for pages that name a project',
    async (path) => {
      expect((await ask(path, { origin: WALLET })).status).toBe(200)
      expect((await ask(path)).headers.get('access-control-allow-origin')).toBe(HOST)
      expect((await ask(path, { origin: null })).status).toBe(403)
      expect((await ask(path, { headers: { 'sec-fetch-mode': 'navigate' } })).status).toBe(403)
      const mark = path.includes('?') ? '&' : '?'
      const unknown = await askAsPage(service, `${path}${mark}projectId=nobody`)
      expect([unknown.status, codeOf(unknown)]).toEqual([404, 4010])
    },
  )
  test('R5-48 a page that is not on the list has its own limit', async () => {
    const origin = 'https://guest.example'
    for (let asked = 0; asked < 5; asked += 1)
      expect((await ask('/v1/supported-chains', { origin })).status).toBe(200)
    expect((await ask('/v1/supported-chains', { origin })).status).toBe(429)
    expect((await ask('/v1/supported-chains')).status).toBe(200)
  })
  test('one place may ask so much a minute, and the RPC route is counted apart', async () => {
    let last = 200
    for (let asked = 0; asked <= 200 && last === 200; asked += 1)
      last = (await ask('/v1/supported-chains', { address: '198.51.100.9' })).status
    expect(last).toBe(429)
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }
    const rpc = await ask('/v1?chainId=eip155:31337', { method: 'POST', body, address: '198.51.100.9' })
    expect(rpc.status).toBe(200)
  })
})
