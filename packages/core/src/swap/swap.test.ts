import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { patchAccount } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { applyNetwork } from '../connection/switchNetwork.ts'
import { parseDecimal, toBaseUnits } from '../format/decimal.ts'
import type { TransactionOutcome, TransferAbility } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import type { CallsAbility, SwapQuote } from '../interfaces/Swap.ts'
import { connectFake, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { transfersOf } from '../transfer/sentTransfers.ts'
import { minimumOf } from './agreed.ts'
import { fetchSwapQuote, isWorse, rateOf } from './fetchSwapQuote.ts'
import { needsApproval, sendSwap } from './sendSwap.ts'
import { flipSides, SWAP_TOLERANCE, swapFormOf } from './swapForm.ts'
import { canSwap, fetchSwapTokens, SWAP_NETWORKS, withBalances } from './swapTokens.ts'

const SPENDER = `0x${'5'.repeat(40)}`
const NATIVE = `eip155:1:0x${'e'.repeat(40)}`
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const token = (symbol: string, decimals: number, address?: string): TokenBalance => ({
  ...{ name: symbol, symbol, chainId: 'eip155:1', quantity: { decimals: String(decimals), numeric: '10' } },
  ...(address && { address: `eip155:1:${address}` }),
})
const ether = token('ETH', 18)
const coin = token('COIN', 6, TOKEN)
const quote = (more: Partial<SwapQuote> = {}): SwapQuote => ({
  ...{ provider: 'uniswap', fromId: 'native', toId: coin.address ?? '', spender: SPENDER },
  ...{ fromAmount: 10n ** 18n, toAmount: 2_500_000_000n, impact: 1, fee: '0.3', gas: 200_000n },
  ...more,
})

type Answers = Readonly<Record<string, (query: URLSearchParams, body: Record<string, string>) => unknown>>
const swapTx = (_: URLSearchParams, { amount, from, userAddress, minimum }: Record<string, string>) => ({
  tx: {
    ...{ from: userAddress, to: `eip155:1:${SPENDER}`, data: '0x01', amount },
    ...{ value: from === NATIVE ? amount : '0', eip155: { gas: '1', gasPrice: '1' } },
  },
  ...{ toAmount: minimum, minimum },
})
const word = (digits: string): string => digits.padStart(64, '0')
const approval = (spender: string, amount: bigint): string =>
  `0x095ea7b3${word(spender.slice(2))}${word(amount.toString(16))}`
const approveTx = (query: URLSearchParams) => ({
  tx: {
    ...{ from: query.get('userAddress'), to: query.get('from'), value: '0' },
    data: approval(SPENDER, BigInt(query.get('amount') ?? 0)),
    eip155: { gas: '1', gasPrice: '1' },
  },
})
const usual: Answers = {
  tokens: () => ({
    tokens: [
      { name: 'Ether', symbol: 'ETH', address: NATIVE, decimals: 18 },
      { name: 'Coin', symbol: 'COIN', address: coin.address, decimals: 6 },
      { name: 'Coin again', symbol: 'COIN', address: coin.address?.toLowerCase(), decimals: 6 },
      { name: 'Whole', symbol: 'WHOLE', address: `eip155:1:0x${'7'.repeat(40)}`, decimals: 0 },
      { name: 'Far', symbol: 'FAR', address: `eip155:5:0x${'7'.repeat(40)}`, decimals: 6 },
    ],
  }),
  quotes: (query) => ({
    quotes: [
      {
        ...{ id: 'uniswap', fromAmount: query.get('amount'), toAmount: '7', spender: SPENDER },
        ...{ fromAccount: query.get('from'), toAccount: query.get('to'), priceImpact: '1.25' },
      },
    ],
  }),
  allowance: () => ({ allowance: '0' }),
  'build-approve': approveTx,
  'build-transaction': swapTx,
}

const calls: CallsAbility = {
  request: ({ call }) => ({ method: 'eth_sendTransaction', params: [call] }),
  batch: ({ calls: together }) => ({ method: 'wallet_sendCalls', params: together }),
  capabilities: () => ({ method: 'wallet_getCapabilities', params: [] }),
  isAtomic: (answer) => answer === 'atomic',
  readBatch: (answer) => (typeof answer === 'string' ? answer : undefined),
  status: (id) => ({ method: 'wallet_getCallsStatus', params: [id] }),
  readStatus: (answer) => (answer === 'over' ? 'success' : 'pending'),
}

async function make(answers: Answers = {}, wallet: (method: string) => unknown = () => '0xhash') {
  const outcomes: ((outcome: TransactionOutcome) => void)[] = []
  const asked: { method: string; params: unknown }[] = []
  const paths: string[] = []
  const transfers = { calls } as Partial<TransferAbility> as TransferAbility
  const made = testConfig({
    adapters: [
      () => ({
        ...{ namespace: 'eip155', isAddress: () => true, transfers: async () => transfers },
        waitForTransaction: () => new Promise((resolve) => outcomes.push(resolve)),
      }),
    ],
  })
  made.config.runtime.fetch = async (url, { body }) => {
    const { pathname, searchParams } = new URL(url)
    const path = pathname.replace('/v1/convert/', '')
    paths.push(path)
    const answer = { ...usual, ...answers }[path]
    const given = answer?.(searchParams, JSON.parse(typeof body === 'string' ? body : '{}'))
    return given instanceof Response ? given : Response.json(given ?? {}, { status: given ? 200 : 503 })
  }
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  made.wallet.connector.request = async ({ method, params }) => {
    asked.push({ method, params })
    return wallet(method)
  }
  return { ...made, asked, paths, outcomes }
}
const refuse = (status: number, code: number) => () =>
  Response.json({ error: { code, message: 'Refused.' } }, { status })
const swap = (more: Partial<SwapQuote> = {}, from = ether, to = coin) => ({
  ...{ from, to, quote: quote(more), slippage: SWAP_TOLERANCE },
})
const given = quote({ fromId: coin.address ?? '', toId: 'native', fromAmount: 5_000_000n, toAmount: 2n })
const back = { from: coin, to: ether, quote: given, slippage: SWAP_TOLERANCE }

describe('where swaps are offered', () => {
  it('R9-29 on 12 networks before anybody has asked; elsewhere the service says', async () => {
    expect(new Set(SWAP_NETWORKS).size).toBe(12)
    const { config } = await make()
    expect(canSwap(config)).toBe(true)
    applyNetwork(config, 'eip155:8453')
    expect(canSwap(config)).toBe(true)
  })
  it('tokens of this network that can be divided, each once, and what is held of them', async () => {
    const { config, paths } = await make()
    const tokens = await fetchSwapTokens(config)
    expect(tokens.map(({ symbol, address }) => [symbol, address])).toEqual([
      ['ETH', undefined],
      ['COIN', coin.address],
    ])
    await fetchSwapTokens(config)
    expect(paths).toEqual(['tokens'])
    const [, held] = withBalances(tokens, [{ ...coin, price: 2 }])
    expect(held).toMatchObject({ price: 2, quantity: { numeric: '10' } })
    expect(withBalances(tokens, undefined)[0]?.quantity.numeric).toBe('0')
  })
  it('R8-4 a network without them is remembered, and told in the words of the specification', async () => {
    const { config, paths } = await make({ tokens: refuse(400, 4770) })
    await expect(fetchSwapTokens(config)).rejects.toMatchObject({
      ...{ code: 5250, shortMessage: 'Network not supported for Swaps' },
    })
    await expect(fetchSwapTokens(config)).rejects.toMatchObject({ code: 5250 })
    expect([paths, canSwap(config)]).toEqual([['tokens'], false])
  })
  it('nowhere that the service knows no tokens of: nobody is asked', async () => {
    const { config, paths } = await make()
    const { eip155: adapter = {} } = config.adapters
    Object.assign(adapter, { getTokens: async () => [] })
    expect(canSwap(config)).toBe(false)
    await expect(fetchSwapTokens(config)).rejects.toMatchObject({ code: 5250 })
    expect(paths).toEqual([])
  })
  it('a service that does not answer may do so later', async () => {
    const { config } = await make({ tokens: refuse(503, 4772) })
    await expect(fetchSwapTokens(config)).rejects.toMatchObject({ code: 5251 })
    expect(canSwap(config)).toBe(true)
  })
})

describe('a quote', () => {
  it('is the best one, and of what was asked', async () => {
    const { config } = await make()
    expect(await fetchSwapQuote(config, { from: ether, to: coin, units: 9n })).toMatchObject({
      ...{ fromAmount: 9n, toAmount: 7n, impact: 125, provider: 'uniswap', spender: SPENDER },
    })
  })
  it.each([
    ['nobody has a way', () => ({ quotes: [] }), 5252],
    ['the service does not answer', refuse(503, 4772), 5251],
    ['the network has none', refuse(400, 4770), 5250],
    [
      'it is of another amount',
      () =>
        (usual.quotes as Answers[string])(
          new URLSearchParams({ amount: '8', from: NATIVE, to: coin.address ?? '' }),
          {},
        ),
      5251,
    ],
    ['it has another form', () => ({ quotes: [{ toAmount: 'much' }] }), 5251],
  ])('is none where %s', async (_, quotes, code) => {
    const { config } = await make({ quotes })
    await expect(fetchSwapQuote(config, { from: ether, to: coin, units: 9n })).rejects.toMatchObject({ code })
  })
  it('R9-26 R9-27 one tolerance of a percent for all swaps: the minimum is never more than a percent below, nor above', () => {
    expect(SWAP_TOLERANCE).toBe(100)
    expect(swapFormOf(testConfig().config).getState().slippage).toBe(SWAP_TOLERANCE)
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 128n }),
        fc.integer({ min: 0, max: 5_000 }),
        (toAmount, points) => {
          const minimum = minimumOf({ toAmount }, points)
          expect(minimum <= toAmount).toBe(true)
          expect((toAmount - minimum) * 10_000n <= toAmount * BigInt(points) + 10_000n).toBe(true)
        },
      ),
    )
  })
  it('its rate is exact to eighteen places, whatever the decimals', () => {
    const decimals = fc.integer({ min: 0, max: 24 })
    const units = fc.bigInt({ min: 1n, max: 10n ** 30n })
    fc.assert(
      fc.property(units, units, decimals, decimals, (fromAmount, toAmount, one, other) => {
        const rate = rateOf(quote({ fromAmount, toAmount }), token('A', one), token('B', other))
        const read = parseDecimal(rate ?? '')
        const exact = (toAmount * 10n ** BigInt(18 + one)) / (fromAmount * 10n ** BigInt(other))
        expect(read && toBaseUnits(read, 18)).toBe(exact)
      }),
    )
  })
  it('is worse when it gives a tenth of a percent less, and not for less than that', () => {
    expect(isWorse(quote({ toAmount: 997_000n }), quote({ toAmount: 1_000_000n }))).toBe(true)
    expect(isWorse(quote({ toAmount: 999_500n }), quote({ toAmount: 1_000_000n }))).toBe(false)
    expect(isWorse(quote({ toAmount: 2_000_000n }), quote({ toAmount: 1_000_000n }))).toBe(false)
  })
})

describe('swapping', () => {
  it('a coin takes one request, with the minimum that was agreed on', async () => {
    const { config, asked, outcomes, paths } = await make()
    await sendSwap(config, swap())
    expect(asked).toEqual([
      { method: 'eth_sendTransaction', params: [{ to: SPENDER, data: '0x01', value: 10n ** 18n }] },
    ])
    expect(paths).toEqual(['build-transaction'])
    expect(swapFormOf(config).getState()).toMatchObject({ amount: '', step: undefined })
    const [sent] = transfersOf(config).getState().transfers
    expect(sent).toMatchObject({ symbol: 'ETH', swapTo: 'COIN', amount: '1', status: 'pending' })
    for (const settle of outcomes) settle({ status: 'success', blockNumber: 1n })
    await expect.poll(() => transfersOf(config).getState().transfers).toEqual([])
  })
  it('a token goes together with its approval where the account makes calls together', async () => {
    const { config, asked } = await make({}, (method) =>
      method === 'wallet_getCapabilities'
        ? 'atomic'
        : method === 'wallet_getCallsStatus'
          ? 'over'
          : '0xbatch',
    )
    await sendSwap(config, back)
    const [, batch] = asked
    expect(asked.map(({ method }) => method).slice(0, 2)).toEqual([
      'wallet_getCapabilities',
      'wallet_sendCalls',
    ])
    expect(batch?.params).toMatchObject([{ to: TOKEN }, { to: SPENDER }])
    await expect.poll(() => transfersOf(config).getState().transfers).toEqual([])
  })
  it('elsewhere the approval is in a block before the swap is built', async () => {
    const { config, asked, outcomes, paths } = await make()
    const work = sendSwap(config, back)
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), 15_000)
    expect(swapFormOf(config).getState().step).toBe('approving')
    expect(paths).not.toContain('build-transaction')
    for (const settle of outcomes) settle({ status: 'success', blockNumber: 1n })
    await work
    const sent = asked.filter(({ method }) => method === 'eth_sendTransaction')
    expect(sent.map(({ params }) => (params as { to: string }[])[0]?.to)).toEqual([TOKEN, SPENDER])
  })
  it('an approval that the network refuses ends it: nothing is swapped', async () => {
    const { config, asked, outcomes } = await make()
    const work = sendSwap(config, back)
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), 15_000)
    for (const settle of outcomes) settle({ status: 'reverted', blockNumber: 1n })
    await expect(work).rejects.toMatchObject({ code: 5254 })
    expect(asked.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  })
  it('what is allowed already is not asked for again, and what is left of less is taken back first', async () => {
    const enough = await make({ allowance: () => ({ allowance: '5000000' }) })
    expect(await needsApproval(enough.config, back)).toBe(false)
    const less = await make({ allowance: () => ({ allowance: '1' }) }, (method) =>
      method === 'wallet_getCapabilities' ? 'atomic' : '0xbatch',
    )
    await sendSwap(less.config, back)
    const together = less.asked[1]?.params as { data: string }[]
    expect(together.slice(0, 2).map(({ data }) => BigInt(`0x${data.slice(-64)}`))).toEqual([0n, 5_000_000n])
  })
})

describe('what is not swapped', () => {
  it('what the person declines leaves the form as it was', async () => {
    const { config } = await make({}, () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
    swapFormOf(config).setState({ amount: '1' })
    await expect(sendSwap(config, swap())).rejects.toMatchObject({ code: 4001 })
    expect(swapFormOf(config).getState()).toMatchObject({
      amount: '1',
      step: undefined,
      error: { code: 4001 },
    })
  })
  it.each([
    ['less is offered than was agreed', { 'build-transaction': refuse(409, 4774) }, 5253],
    ['the service is gone', { 'build-transaction': refuse(503, 4772) }, 4772],
    [
      'it sends to another contract',
      {
        'build-transaction': (query: URLSearchParams, body: Record<string, string>) => {
          const told = swapTx(query, body)
          return { ...told, tx: { ...told.tx, to: `eip155:1:0x${'6'.repeat(40)}` } }
        },
      },
      5257,
    ],
    [
      'it takes other coins along',
      {
        'build-transaction': (query: URLSearchParams, body: Record<string, string>) => {
          const told = swapTx(query, body)
          return { ...told, tx: { ...told.tx, value: '5' } }
        },
      },
      5257,
    ],
  ] as [string, Answers, number][])('nothing is sent where %s', async (_, answers, code) => {
    const { config, asked } = await make(answers)
    await expect(sendSwap(config, swap())).rejects.toMatchObject({ code })
    expect(asked).toEqual([])
  })
  it.each([
    ['of another contract', approval(`0x${'6'.repeat(40)}`, 5_000_000n)],
    [
      'of another contract that names the one that was quoted',
      `${approval(`0x${'6'.repeat(40)}`, 5_000_000n)}${SPENDER.slice(2)}`,
    ],
    ['of more than is swapped', approval(SPENDER, 2n ** 256n - 1n)],
    ['that is a transfer', approval(SPENDER, 5_000_000n).replace('095ea7b3', 'a9059cbb')],
  ])('an approval %s is not sent', async (_, data) => {
    const { config, asked } = await make({
      'build-approve': (query) => ({ tx: { ...approveTx(query).tx, data } }),
    })
    await expect(sendSwap(config, back)).rejects.toMatchObject({ code: 5257 })
    expect(asked).toEqual([])
  })
  it.each(['network', 'account'])('what was approved by one %s is not swapped by another', async (which) => {
    const { config, asked, outcomes } = await make()
    const work = sendSwap(config, back)
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), 15_000)
    if (which === 'network') applyNetwork(config, 'eip155:8453')
    else {
      const caipAddress = `eip155:1:${OTHER_ADDRESS}` as const
      patchAccount(config.accounts, 'eip155', { address: OTHER_ADDRESS, caipAddress })
    }
    for (const settle of outcomes) settle({ status: 'success', blockNumber: 1n })
    await expect(work).rejects.toMatchObject({ code: 5258 })
    expect(asked.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  })
  it('what an earlier account has asked for ends nothing of what a later one asks for', async () => {
    let isFirst = true
    const wallet = (method: string) => {
      if (method !== 'eth_sendTransaction' || !isFirst) return new Promise(() => undefined)
      isFirst = false
      return '0xhash'
    }
    const { config, outcomes } = await make({}, (method) =>
      method === 'wallet_getCapabilities' ? 'apart' : wallet(method),
    )
    const form = swapFormOf(config)
    const first = sendSwap(config, back)
    first.catch(() => undefined)
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), 15_000)
    const caipAddress = `eip155:1:${OTHER_ADDRESS}` as const
    patchAccount(config.accounts, 'eip155', { address: OTHER_ADDRESS, caipAddress })
    expect(form.getState().step).toBeUndefined()
    void sendSwap(config, swap())
    outcomes[0]?.({ status: 'success', blockNumber: 1n })
    await expect(first).rejects.toMatchObject({ code: 5258 })
    expect(form.getState()).toMatchObject({ step: 'swapping', error: undefined })
  })
  it('asks the wallet once at a time, and an answer that is no hash is told', async () => {
    const { config } = await make({}, () => ({}))
    const first = sendSwap(config, swap())
    await expect(sendSwap(config, swap())).rejects.toMatchObject({ code: 5256 })
    await expect(first).rejects.toMatchObject({ code: 5255 })
  })
})

it('the form is empty on another network, and its sides change places', async () => {
  const { config } = await make()
  const form = swapFormOf(config)
  form.setState({ amount: '1', fromId: 'native', toId: coin.address })
  flipSides(config, { fromId: 'native', toId: coin.address })
  expect(form.getState()).toMatchObject({ amount: '', fromId: coin.address, toId: 'native' })
  applyNetwork(config, 'eip155:8453')
  expect(form.getState()).toMatchObject({ fromId: undefined, toId: undefined, slippage: SWAP_TOLERANCE })
})
