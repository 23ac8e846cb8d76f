import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  deployMoneyContracts,
  deploySwapContracts,
  moneyContracts,
  swapContracts,
} from '@latchkey/local-bundler'
import {
  getConvertAllowance,
  getConvertApprove,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
  postConvertTransaction,
} from '@latchkey/protocol/http'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { createPublicClient, decodeFunctionData, erc20Abi, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askAsPage, codeOf, type PageRequest } from '../testing/askAsPage.ts'
import { createTestService, DEMO, type TestService } from '../testing/createTestService.ts'

const { dollar, oldDollar, wrappedEther } = moneyContracts
const { factory, quoter, router } = swapContracts
const NET = 'eip155:31337'
const NATIVE = `${NET}:0x${'e'.repeat(40)}`
const ACCOUNT = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const USER = `${NET}:${ACCOUNT}`
const LKD = `${NET}:${dollar}`
const LKO = `${NET}:${oldDollar}`

/** LI.FI, without a way for anybody. */
const asked: string[] = []
const lifi = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(404).end('{"code":1002,"message":"No available quotes"}')
})

let chain: Anvil
let service: TestService
beforeAll(async () => {
  await new Promise<void>((resolve) => lifi.listen(0, '127.0.0.1', resolve))
  chain = await startAnvil({
    prepare: async (call) => {
      await deployMoneyContracts(call)
      await deploySwapContracts(call)
    },
  })
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const named = (address: string, symbol: string, decimals = 6) => ({
    ...{ address, symbol, name: symbol, decimals },
  })
  const tokens = [
    { ...named(dollar, 'LKD'), iconUrl: 'https://icons.example/lkd.png' },
    named(oldDollar, 'LKO'),
    named(wrappedEther, 'WETH', 18),
    named(moneyContracts.names, 'NOT', 18),
  ]
  const swaps = { factory, quoter, router, wrapped: wrappedEther, through: [wrappedEther, dollar] }
  const local = { name: 'Local', nativeCurrency: ether, rpcUrls: [chain.url], testnet: true, tokens }
  service = await createTestService({
    chains: [
      { ...local, id: 31_337, swaps },
      { ...local, id: 31_338 },
      { ...local, id: 31_340, rpcUrls: ['http://127.0.0.1:1'], swaps },
      { ...local, id: 8_453, swaps },
    ],
    projects: [
      DEMO,
      { ...DEMO, id: 'pools', features: { swaps: ['uniswap'] } },
      { ...DEMO, id: 'off', features: { swaps: false } },
    ],
    config: { swapsUrl: `http://127.0.0.1:${(lifi.address() as AddressInfo).port}` },
    limits: { dataCallsPerMinute: 500 },
  })
})
afterAll(async () => {
  await service.stop()
  await chain.stop()
  lifi.closeAllConnections()
  lifi.close()
})
beforeEach(() => service.advance(61_000))

const ask = (path: string, query: Record<string, string>, request?: PageRequest) =>
  askAsPage(service, `/v1/convert/${path}?${new URLSearchParams({ projectId: 'demo', ...query })}`, request)
const wish = { amount: '1000000000000000', from: NATIVE, to: LKD, userAddress: USER }
const build = (more: object) => ask('build-transaction', {}, { method: 'POST', body: { ...wish, ...more } })
const quote = async (more: Record<string, string> = {}) =>
  getConvertQuotes.reply.parse((await ask('quotes', { ...wish, ...more })).body).quotes

describe('what is told', () => {
  test('R7-9 tokens that can be swapped, the native coin first', async () => {
    const { tokens } = getConvertTokens.reply.parse((await ask('tokens', { chainId: NET })).body)
    expect(tokens.map(({ symbol, address, decimals }) => [symbol, address, decimals])).toEqual([
      ['ETH', NATIVE, 18],
      ['LKD', LKD, 6],
      ['LKO', LKO, 6],
      ['WETH', `${NET}:${wrappedEther}`, 18],
      ['NOT', `${NET}:${moneyContracts.names}`, 18],
    ])
    expect(tokens[1]?.logoUri).toBe('https://icons.example/lkd.png')
  })
  test('R7-8 a quote names what is given and gotten, who moves it, and what it costs', async () => {
    const [best, ...others] = await quote({ gasPrice: '1000000000' })
    expect(others).toEqual([])
    expect(best).toMatchObject({
      ...{ id: 'uniswap', fromAmount: wish.amount, fromAccount: NATIVE, toAccount: LKD },
      ...{ spender: router, priceImpact: '0.01', providerFee: '0.05' },
    })
    // A thousandth of an ether at 2 500 dollars, less half a tenth of a percent.
    expect(Number(best?.toAmount)).toBeGreaterThan(2_497_000)
    expect(Number(best?.toAmount)).toBeLessThan(2_500_000)
    expect(Number(best?.gas)).toBeGreaterThan(120_000)
  })
  test('R7-8 there is no quote where nobody has a way', async () => {
    expect(await quote({ to: `${NET}:${moneyContracts.names}` })).toEqual([])
  })
  test('R7-11 the allowance of the router, as another client reads it; a coin needs none', async () => {
    const read = async (tokenAddress: string) => {
      const { body } = await ask('allowance', { tokenAddress, userAddress: USER })
      return BigInt(getConvertAllowance.reply.parse(body).allowance)
    }
    const seen = await createPublicClient({ transport: http(chain.url) }).readContract({
      ...{ address: dollar, abi: erc20Abi, functionName: 'allowance', args: [ACCOUNT, router] },
    })
    expect(await read(LKD)).toBe(seen)
    expect(await read(NATIVE)).toBe(2n ** 256n - 1n)
  })
  test('R7-12 the price of gas, for three tempers', async () => {
    const { body } = await ask('gas-price', { chainId: NET })
    const { standard, fast, instant } = getConvertGasPrice.reply.parse(body)
    expect(BigInt(standard)).toBeGreaterThan(0n)
    expect([fast, instant].map(BigInt)).toEqual([
      (BigInt(standard) * 11n) / 10n,
      (BigInt(standard) * 5n) / 4n,
    ])
  })
})

describe('what is built', () => {
  test('R7-14 an approval of exactly as much, or of all', async () => {
    const approval = async (more: Record<string, string>) => {
      const { body } = await ask('build-approve', { from: LKD, to: NATIVE, userAddress: USER, ...more })
      const { tx } = getConvertApprove.reply.parse(body)
      expect(tx).toMatchObject({ from: USER, to: `${NET}:${dollar.toLowerCase()}`, value: '0' })
      return decodeFunctionData({ abi: erc20Abi, data: tx.data as `0x${string}` }).args
    }
    expect(await approval({ amount: '250' })).toEqual([router, 250n])
    expect(await approval({ amount: '0' })).toEqual([router, 0n])
    expect(await approval({})).toEqual([router, 2n ** 256n - 1n])
  })
  test('R7-13 a transaction to the router, for the account, with its coins and its minimum', async () => {
    const told = postConvertTransaction.reply.parse((await build({ eip155: { slippage: 2 } })).body)
    expect(told.tx).toMatchObject({
      ...{ from: USER, to: `${NET}:${router}`, amount: wish.amount, value: wish.amount },
    })
    expect(BigInt(told.minimum)).toBe((BigInt(told.toAmount) * 98n) / 100n)
    expect(told.tx.data.toLowerCase()).toContain(ACCOUNT.slice(2).toLowerCase())
    const { body } = await build({ projectId: 'demo', disableEstimate: true })
    const usual = postConvertTransaction.reply.parse(body)
    expect(BigInt(usual.minimum)).toBe((BigInt(usual.toAmount) * 99n) / 100n)
  })
  test('what was agreed on stands: the minimum that is asked for is kept, and no less is built', async () => {
    const [best] = await quote()
    const minimum = String(BigInt(best?.toAmount ?? 0) - 5n)
    expect((await build({ minimum })).body).toMatchObject({ minimum })
    const greedy = await build({ minimum: String(BigInt(best?.toAmount ?? 0) + 1n) })
    expect([greedy.status, codeOf(greedy)]).toEqual([409, 4774])
  })
})

const approval = { from: LKD, to: NATIVE, userAddress: USER }
describe('what is refused, with its status and code', () => {
  test.each<[string, string, Record<string, string>, number]>([
    ['a network without pools', 'tokens', { chainId: 'eip155:31338' }, 4770],
    ['R8-4 a network that nobody has', 'tokens', { chainId: 'eip155:5' }, 4770],
    ['R8-3 gas of a network without swaps', 'gas-price', { chainId: 'eip155:31338' }, 4771],
    ['no network', 'tokens', {}, 4002],
    ['a network that is none', 'tokens', { chainId: '<script>' }, 4002],
    ['nothing', 'quotes', { ...wish, amount: '0' }, 4002],
    ['less than nothing', 'quotes', { ...wish, amount: '-5' }, 4002],
    ['a part of a unit', 'quotes', { ...wish, amount: '1.5' }, 4002],
    ['a number of another base', 'quotes', { ...wish, amount: '0xff' }, 4002],
    ['more than there is', 'quotes', { ...wish, amount: '9'.repeat(60) }, 4002],
    ['an amount of many digits', 'quotes', { ...wish, amount: '9'.repeat(8_000) }, 4002],
    ['twice the same token', 'quotes', { ...wish, to: NATIVE }, 4002],
    ['a token that is not listed', 'quotes', { ...wish, to: `${NET}:0x${'ab'.repeat(20)}` }, 4002],
    ['tokens of two networks', 'quotes', { ...wish, to: `eip155:1:${dollar}` }, 4002],
    ['an account of another network', 'quotes', { ...wish, userAddress: `eip155:1:${ACCOUNT}` }, 4002],
    ['an account that is none', 'quotes', { ...wish, userAddress: `${NET}:javascript` }, 4002],
    ['another namespace', 'quotes', { ...wish, from: `solana:5eykt:${'1'.repeat(32)}` }, 4002],
    ['a parameter that nobody knows', 'quotes', { ...wish, fee: '1' }, 4002],
    ['an allowance of nobody', 'allowance', { tokenAddress: LKD, userAddress: 'me' }, 4002],
    ['an unknown provider', 'allowance', { tokenAddress: LKD, userAddress: USER, provider: 'lifi' }, 4770],
    ['a path as provider', 'allowance', { tokenAddress: LKD, userAddress: USER, provider: '../x' }, 4002],
    ['an approval of a coin', 'build-approve', { ...approval, from: NATIVE, to: LKD }, 4002],
    ['an approval below nothing', 'build-approve', { ...approval, amount: '-1' }, 4002],
    ['an approval beyond all', 'build-approve', { ...approval, amount: '9'.repeat(70) }, 4002],
  ])('%s', async (_, path, query, code) => {
    const answer = await ask(path, query)
    expect([answer.status, codeOf(answer)]).toEqual([400, code])
  })
  test.each<[string, object, number, number]>([
    ['nobody has a way', { to: `${NET}:${moneyContracts.names}` }, 409, 4773],
    ['a slippage beyond all', { eip155: { slippage: 51 } }, 400, 4002],
    ['a slippage below nothing', { eip155: { slippage: -1 } }, 400, 4002],
    ['another project', { projectId: 'other' }, 400, 4002],
    ['a minimum of nothing', { minimum: '0' }, 400, 4002],
    ['an amount that is a number', { amount: 5 }, 400, 4002],
    ['a member that nobody knows', { gas: 1 }, 400, 4002],
  ])('a transaction: %s', async (_, more, status, code) => {
    const answer = await build(more)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
  })
  test('a network that does not answer is told as one, and others are served meanwhile', async () => {
    const dead = (text: string) => text.replaceAll('31337', '31340')
    const silent = await ask('quotes', {
      ...{ ...wish, from: dead(NATIVE), to: dead(LKD), userAddress: dead(USER) },
    })
    expect([silent.status, codeOf(silent)]).toEqual([503, 4772])
    expect(codeOf(await ask('gas-price', { chainId: 'eip155:31340' }))).toBe(4772)
    expect(await quote()).toHaveLength(1)
  })
})

describe('R6-5 R3-71 what the operator has decided for a project', () => {
  const onBase = (text: string) => text.replaceAll('31337', '8453')
  const ofBase = { ...wish, from: onBase(NATIVE), to: onBase(LKD), userAddress: onBase(USER) }
  const spends = { tokenAddress: ofBase.to, userAddress: ofBase.userAddress }

  test('a provider that it leaves out is not asked, and learns nothing', async () => {
    const quotes = async (projectId: string) =>
      getConvertQuotes.reply.parse((await ask('quotes', { ...ofBase, projectId })).body).quotes
    expect((await quotes('pools')).map(({ id }) => id)).toEqual(['uniswap'])
    expect(asked).toEqual([])
    const spender = { ...spends, provider: 'lifi', projectId: 'pools' }
    const body = { ...ofBase, provider: 'lifi' }
    for (const refused of [
      await ask('allowance', spender),
      await ask('build-transaction', { projectId: 'pools' }, { method: 'POST', body }),
    ])
      expect([refused.status, codeOf(refused)]).toEqual([404, 4775])
    expect(asked).toEqual([])
    await quotes('demo')
    expect(asked).toHaveLength(1)
  })

  test.each<[string, Record<string, string>]>([
    ['tokens', { chainId: NET }],
    ['gas-price', { chainId: NET }],
    ['quotes', wish],
    ['allowance', { tokenAddress: LKD, userAddress: USER }],
    ['build-approve', { from: LKD, to: NATIVE, userAddress: USER }],
  ])('one that turns swaps off gets no %s', async (path, query) => {
    const refused = await ask(path, { ...query, projectId: 'off' })
    expect([refused.status, codeOf(refused)]).toEqual([404, 4775])
  })
  test('one that turns swaps off gets no transaction', async () => {
    const refused = await ask('build-transaction', { projectId: 'off' }, { method: 'POST', body: wish })
    expect([refused.status, codeOf(refused)]).toEqual([404, 4775])
  })
})
