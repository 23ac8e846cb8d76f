import { describe, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import type { TransactionOutcome, TransferAbility } from '../interfaces/Config.ts'
import type { PayRequest } from '../interfaces/Pay.ts'
import type { CallsAbility } from '../interfaces/Swap.ts'
import { close, open } from '../modal/open.ts'
import { pageActions } from '../page.ts'
import { knownFeatures } from '../remote/knownFeatures.ts'
import { mergeFeatures } from '../remote/mergeFeatures.ts'
import { connectFake, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { choosePayToken, confirmPayment, pay, preparePayment } from './pay.ts'
import { paymentOf } from './payment.ts'

const SPENDER = `0x${'5'.repeat(40)}`
const NATIVE = `eip155:1:0x${'e'.repeat(40)}`
const TOKEN = `0x${'a'.repeat(40)}`
const OTHER = `0x${'b'.repeat(40)}`
const HASH = `0x${'1'.repeat(64)}`
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const request: PayRequest = { amount: '12.5', token: TOKEN, network: 'eip155:1', recipient: OTHER_ADDRESS }

const calls: CallsAbility = {
  request: ({ call }) => ({ method: 'eth_sendTransaction', params: [call] }),
  batch: ({ calls: together }) => ({ method: 'wallet_sendCalls', params: together }),
  capabilities: () => ({ method: 'wallet_getCapabilities', params: [] }),
  isAtomic: () => false,
  readBatch: () => undefined,
  status: (id) => ({ method: 'wallet_getCallsStatus', params: [id] }),
  readStatus: () => 'pending',
}
const transfers: Partial<TransferAbility> = {
  calls,
  normalize: (address) => (ADDRESS.test(address) ? address : undefined),
  request: ({ to, amount, token }) => ({ method: 'eth_sendTransaction', params: [{ to, amount, token }] }),
  estimateFee: async () => 10n ** 15n,
}
type Held = Readonly<{ ether?: string; coin?: string; other?: string }>

const listed = (symbol: string, decimals: number, numeric: string, address?: string, price?: number) => ({
  ...{ name: symbol, symbol, chainId: 'eip155:1', quantity: { decimals: String(decimals), numeric } },
  ...(address && { address: `eip155:1:${address}` }),
  ...(price && { price }),
})
const balancesOf = ({ ether = '0', coin, other }: Held) => [
  listed('ETH', 18, ether, undefined, 2_000),
  ...(coin ? [listed('COIN', 6, coin, TOKEN, 1)] : []),
  ...(other ? [listed('OTHER', 18, other, OTHER)] : []),
]
const convertible = [
  { name: 'Ether', symbol: 'ETH', address: NATIVE, decimals: 18 },
  { name: 'Coin', symbol: 'COIN', address: `eip155:1:${TOKEN}`, decimals: 6 },
  { name: 'Other', symbol: 'OTHER', address: `eip155:1:${OTHER}`, decimals: 18 },
]

/** 2 000 units of COIN for an ether. */
const answers: Readonly<Record<string, (query: URLSearchParams, body: Record<string, string>) => unknown>> = {
  tokens: () => ({ tokens: convertible }),
  'gas-price': () => ({ standard: '1000000000', fast: '1000000000', instant: '1000000000' }),
  quotes: (query) => ({
    quotes: [
      {
        ...{ id: 'uniswap', fromAmount: query.get('amount'), spender: SPENDER },
        toAmount: String((BigInt(query.get('amount') ?? 0) * 2_000n) / 10n ** 12n),
        ...{ fromAccount: query.get('from'), toAccount: query.get('to') },
      },
    ],
  }),
  allowance: () => ({ allowance: String(10n ** 30n) }),
  'build-transaction': (_, { amount, from, userAddress, minimum }) => ({
    tx: {
      ...{ from: userAddress, to: `eip155:1:${SPENDER}`, data: '0x01', amount },
      ...{ value: from === NATIVE ? amount : '0', eip155: { gas: '1', gasPrice: '1' } },
    },
    ...{ toAmount: minimum, minimum },
  }),
}

type Made = { held?: Held; features?: object; wallet?: (params: unknown) => unknown; connected?: boolean }
async function make({
  held = { coin: '100' },
  features = { pay: true },
  wallet,
  connected = true,
}: Made = {}) {
  const outcomes: ((outcome: TransactionOutcome) => void)[] = []
  const asked: unknown[] = []
  const renewed: (string | null)[] = []
  const made = testConfig({
    features: { swaps: ['uniswap'], ...features },
    adapters: [
      () => ({
        ...{ namespace: 'eip155', isAddress: (text: string) => ADDRESS.test(text) },
        transfers: async () => transfers as TransferAbility,
        waitForTransaction: () => new Promise((resolve) => outcomes.push(resolve)),
      }),
    ],
  })
  const { config } = made
  config.runtime.fetch = async (url, { body }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('/balance')) renewed.push(searchParams.get('forceUpdate'))
    if (pathname.endsWith('/balance')) return Response.json({ balances: balancesOf(held) })
    const answer = answers[pathname.replace('/v1/convert/', '')]
    const given = answer?.(searchParams, JSON.parse(typeof body === 'string' ? body : '{}'))
    return Response.json(given ?? {}, { status: given ? 200 : 503 })
  }
  const join = () => connectFake(made.wallet, connect(config, { connectorId: 'fake' }))
  made.wallet.connector.approvesInFrame = false
  made.wallet.connector.switchNetwork = async () => undefined
  made.wallet.connector.request = async ({ params }) => {
    asked.push(params)
    return wallet ? wallet(params) : HASH
  }
  if (connected) await join()
  const begin = (wish: unknown = request) => {
    const ended = pay(config, wish as PayRequest)
    const code = ended.then(
      () => 0,
      (error: { code: number }) => error.code,
    )
    return { ended, code }
  }
  const step = () => paymentOf(config)?.getState().step
  const reach = (wanted: string) => vi.waitFor(() => expect(step()).toBe(wanted), 15_000)
  const succeed = (status: TransactionOutcome['status'] = 'success') =>
    vi.waitFor(() => {
      const [first] = outcomes.splice(0)
      expect(first).toBeDefined()
      first?.({ status, blockNumber: 1n })
    }, 15_000)
  return { ...made, asked, renewed, begin, step, reach, succeed, join }
}

describe('whether it is on', () => {
  it('R9-53 R2-32 pay is off unless the page turns it on, whatever the service says', async () => {
    const { config } = testConfig()
    expect(knownFeatures(config).pay).toBe(false)
    expect(mergeFeatures({}, knownFeatures(config), []).features.pay).toBe(false)
    await expect(pay(config, request)).rejects.toMatchObject({ code: 5280 })
    expect(config.modal.getState().open).toBe(false)
  })
  it('a framework’s `pay` is that of the session’s code, and off without it', async () => {
    const { config } = testConfig({ features: { pay: true } })
    await expect(pageActions(config).pay(request)).rejects.toMatchObject({ code: 5280 })
    config.runtime.load = async () => ({ pay })
    await expect(pageActions(config).pay({ ...request, amount: '0' })).rejects.toMatchObject({ code: 5281 })
  })
})

describe('what a page asks for', () => {
  it.each([
    ['nothing', null],
    ['a text', 'pay'],
    ['no amount', { ...request, amount: '0.00' }],
    ['a number', { ...request, amount: 12.5 }],
    ['a sign', { ...request, amount: '-1' }],
    ['an exponent', { ...request, amount: '1e6' }],
    ['a group', { ...request, amount: '1,000' }],
    ['a space', { ...request, amount: ' 1' }],
    ['a zero too many', { ...request, amount: '01' }],
    ['a bare point', { ...request, amount: '1.' }],
    ['another network', { ...request, network: 'eip155:5' }],
    ['no network', { ...request, network: 1 }],
    ['no recipient', { ...request, recipient: undefined }],
    ['a name', { ...request, recipient: 'ada.eth' }],
    ['no token', { ...request, token: '' }],
    ['a null token', { ...request, token: null }],
    ['the token as recipient', { ...request, recipient: TOKEN }],
    ['a misspelt member', { ...request, tokenAddress: TOKEN }],
  ])('is refused before anything opens: %s', async (_, wish) => {
    const { config, begin, asked } = await make()
    const { ended } = begin(wish)
    await expect(ended).rejects.toMatchObject({ code: 5281 })
    expect([config.modal.getState().open, asked]).toEqual([false, []])
  })
  it('so is one on a network where nobody can wait for a block', async () => {
    const { config, begin } = await make()
    delete config.adapters.eip155?.waitForTransaction
    expect(await begin().code).toBe(5281)
  })
  it('an amount with more places than the token has is refused too', async () => {
    const { begin } = await make()
    expect(await begin({ ...request, amount: '0.0000001' }).code).toBe(5281)
  })
})

describe('a payment', () => {
  it('of a token that is held is one transfer, and settles with a receipt', async () => {
    const { begin, reach, succeed, asked, config } = await make()
    const { ended } = begin()
    await reach('choosing')
    void confirmPayment(config)
    await reach('confirming')
    expect(asked).toEqual([[{ to: OTHER_ADDRESS, amount: 12_500_000n, token: TOKEN }]])
    // What is sent is not taken back by closing.
    close(config)
    await succeed()
    expect(await ended).toEqual({
      ...{ hash: HASH, network: 'eip155:1', token: TOKEN, amount: '12.5', recipient: OTHER_ADDRESS },
      status: 'confirmed',
    })
  })
  it('of a token that is not held swaps first, for at least as much, and leaves the fee', async () => {
    const { begin, reach, succeed, asked, config } = await make({ held: { ether: '1', coin: '2.5' } })
    const { ended } = begin()
    await vi.waitFor(() => expect(paymentOf(config)?.getState().quote).toBeDefined(), 15_000)
    const { quote, offers } = paymentOf(config)?.getState() ?? {}
    expect(offers?.map(({ symbol }) => symbol)).toEqual(['ETH'])
    // 10 are missing; 1 % may be lost, and not much more than that is swapped.
    const least = ((quote?.toAmount ?? 0n) * 99n) / 100n
    expect(least >= 10_000_000n && least < 10_100_000n).toBe(true)
    void confirmPayment(config)
    await succeed()
    await reach('confirming')
    await succeed()
    expect((await ended).hash).toBe(HASH)
    expect(asked).toEqual([
      [{ to: SPENDER, data: '0x01', value: quote?.fromAmount }],
      [{ to: OTHER_ADDRESS, amount: 12_500_000n, token: TOKEN }],
    ])
  })
  it('is paid with another of the tokens that are offered', async () => {
    const { begin, config } = await make({ held: { ether: '1', other: '5' } })
    begin()
    await vi.waitFor(() => expect(paymentOf(config)?.getState().quote?.fromId).toBe('native'), 15_000)
    const other = paymentOf(config)?.getState().offers[1]
    if (other) await choosePayToken(config, other)
    expect(paymentOf(config)?.getState().quote?.fromId).toBe(`eip155:1:${OTHER}`)
    close(config)
  })
  it('connects first, and goes to the network that it asks for', async () => {
    const { begin, reach, config, wallet, step } = await make({ connected: false })
    const { code } = begin({ ...request, network: 'eip155:8453', token: undefined, amount: '1' })
    await vi.waitFor(() => expect(config.modal.getState().open).toBe(true), 15_000)
    expect(step()).toBe('connecting')
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    // The view that connects closes the modal.
    close(config)
    await vi.waitFor(() => expect(config.router.getState().stack.at(-1)?.name).toBe('Pay'), 15_000)
    await vi.waitFor(() => expect(config.networks.getState().activeId).toBe('eip155:8453'), 15_000)
    await reach('ended').catch(() => reach('reading'))
    close(config)
    expect([5282, 5283]).toContain(await code)
  })
})

describe('every way out is told', () => {
  it('the visitor closes before they connect', async () => {
    const { begin, config } = await make({ connected: false })
    const { code } = begin()
    await vi.waitFor(() => expect(config.modal.getState().open).toBe(true), 15_000)
    close(config)
    expect(await code).toBe(5282)
  })
  it('the visitor closes, or the page opens something else', async () => {
    const { begin, reach, config } = await make()
    const one = begin()
    await reach('choosing')
    close(config)
    expect(await one.code).toBe(5282)
    const two = begin()
    await reach('choosing')
    open(config, { view: 'Account' })
    expect(await two.code).toBe(5282)
  })
  it('the visitor closes while the wallet is asked: it may send all the same, and that is said', async () => {
    const { begin, reach, config } = await make({ wallet: () => new Promise(() => undefined) })
    const { ended } = begin()
    await reach('choosing')
    void confirmPayment(config)
    await reach('sending')
    const second = begin()
    expect(await second.code).toBe(5284)
    close(config)
    await expect(ended).rejects.toMatchObject({ code: 5282, data: { asked: true } })
  })
  it.each([
    ['declines', () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })), 5288],
    ['answers nonsense', () => 7, 5217],
    ['fails without a code', () => Promise.reject(new Error('gone')), -32603],
  ])('the wallet %s', async (_, wallet, expected) => {
    const { begin, reach, config } = await make({ wallet })
    const { code } = begin()
    await reach('choosing')
    await confirmPayment(config)
    expect(await code).toBe(expected)
  })
  it('the network refuses it', async () => {
    const { begin, reach, succeed, config } = await make()
    const { ended } = begin()
    await reach('choosing')
    void confirmPayment(config)
    await succeed('reverted')
    await expect(ended).rejects.toMatchObject({ code: 5285, data: { hash: HASH } })
  })
  it('the swap before it fails: nothing is asked after it', async () => {
    const { begin, succeed, asked, config } = await make({ held: { ether: '1' } })
    const { code } = begin()
    await vi.waitFor(() => expect(paymentOf(config)?.getState().quote).toBeDefined(), 15_000)
    void confirmPayment(config)
    await succeed('reverted')
    expect([await code, asked.length]).toEqual([5287, 1])
  })
  it.each([
    ['nothing at all', { ether: '0' }],
    ['too little of everything', { ether: '0.001', coin: '1' }],
  ])('there is not enough: %s', async (_, held) => {
    expect(await (await make({ held })).begin().code).toBe(5283)
  })
  it('what comes after a refusal is seen by the next payment: it reads the balance anew', async () => {
    const held = { coin: '1' }
    const { begin, reach, renewed, config } = await make({ held })
    expect(await begin().code).toBe(5283)
    held.coin = '100'
    begin()
    await reach('choosing')
    expect(renewed.slice(-2)).toEqual([`eip155:1:${TOKEN}`, `eip155:1:${TOKEN}`])
    close(config)
  })
  it('a later payment takes the place of one that no wallet has seen', async () => {
    const { begin, reach, config } = await make()
    const first = begin()
    await reach('choosing')
    const second = begin()
    expect(await first.code).toBe(5282)
    await reach('choosing')
    close(config)
    expect(await second.code).toBe(5282)
  })
  it('the config is destroyed', async () => {
    const { begin, reach, config } = await make()
    const { code } = begin()
    await reach('choosing')
    config.destroy()
    expect(await code).toBe(5282)
  })
  it('balances that nobody tells are read again on request', async () => {
    const { begin, reach, config } = await make()
    const { fetch } = config.runtime
    config.runtime.fetch = async () => new Response(null, { status: 503 })
    begin()
    await vi.waitFor(() => expect(paymentOf(config)?.getState().error).toMatchObject({ code: 5012 }), 15_000)
    if (fetch) config.runtime.fetch = fetch
    config.runtime.portfolios?.clear()
    await preparePayment(config)
    await reach('choosing')
    close(config)
  })
})
