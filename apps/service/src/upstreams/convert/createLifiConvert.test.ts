import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import type { Wish } from './ConvertSource.ts'
import { createLifiConvert, createLifiGuard } from './createLifiConvert.ts'
import { lifiAbi } from './lifiCall.ts'

/** In the form of `GET https://li.quest/v1/quote`. */
const recorded = readFileSync(new URL('./lifiAnswer.json', import.meta.url), 'utf8')
const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const wish: Wish = {
  from: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  to: '0x4200000000000000000000000000000000000006',
  amount: 100_000_000n,
  account: '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  slippage: 100,
}

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

async function startLifi(answer: (response: ServerResponse) => void) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, paths }
}

const chainOf = (id: number) =>
  chainSchema.parse({
    ...{ id, name: 'Test', rpcUrls: ['http://127.0.0.1:1'] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
type Opening = { id?: number; timeout?: number; now?: () => number }
function open(url: string, { id = 8_453, timeout = 5_000, now = () => 0 }: Opening = {}) {
  const source = createLifiConvert(chainOf(id), { url, timeout }, createLifiGuard(now))
  if (!source) throw new Error('There is no such source.')
  return source
}

test('a recorded answer: what one gets, the impact, the fee and the gas; and the transaction as it came', async () => {
  const { url, paths } = await startLifi((response) => response.end(recorded))
  const source = open(url)
  expect(await source.quote(wish)).toEqual({
    ...{ toAmount: 39_880_000_000_000_000n, impact: 50, fee: 2_500, gas: 312_000n },
  })
  expect(await source.build(wish, null)).toMatchObject({
    ...{ minimum: 39_481_200_000_000_000n, to: DIAMOND, value: 0n },
    data: expect.stringMatching(/^0x5fd9ae2e/),
  })
  const asked = new URL(paths[0]?.slice(4) ?? '', url)
  expect([asked.pathname, Object.fromEntries(asked.searchParams)]).toEqual([
    '/v1/quote',
    {
      ...{ fromChain: '8453', toChain: '8453', fromToken: wish.from, toToken: wish.to, slippage: '0.0100' },
      ...{ fromAmount: '100000000', fromAddress: wish.account, toAddress: wish.account },
    },
  ])
})

type Told = Record<'action' | 'estimate' | 'transactionRequest', Record<string, unknown>>
const OTHER: Hex = `0x${'66'.repeat(20)}`
type Call = { receiver?: Hex; minimum?: bigint; from?: Hex; to?: Hex; amount?: bigint; also?: Hex }
/** Has an answer make another call than it tells of. */
function call(
  { transactionRequest }: Told,
  changed: Call,
  functionName = 'swapTokensMultipleV3ERC20ToERC20',
): void {
  const { receiver, minimum, from, to, amount, also } = {
    ...{ receiver: wish.account, minimum: 39_481_200_000_000_000n, from: wish.from, to: wish.to },
    ...{ amount: wish.amount, also: undefined, ...changed },
  }
  const step = {
    ...{ callTo: DIAMOND, approveTo: DIAMOND, fromAmount: amount, requiresDeposit: true },
    ...{ sendingAssetId: from, receivingAssetId: to, callData: '0x' },
  } as const
  const steps = [step, ...(also ? [{ ...step, sendingAssetId: also }] : [])]
  const args = [...[`0x${'00'.repeat(32)}`, 'latchkey', '', receiver, minimum], steps] as never
  transactionRequest.data = encodeFunctionData({
    abi: lifiAbi,
    functionName: functionName as 'swapTokensMultipleV3ERC20ToERC20',
    args,
  })
}
describe('an answer to another request is refused', () => {
  test.each<[string, (told: Told) => void]>([
    ['it sends to another contract', ({ transactionRequest }) => (transactionRequest.to = OTHER)],
    ['another contract gets the allowance', ({ estimate }) => (estimate.approvalAddress = OTHER)],
    ['it is of another account', ({ transactionRequest }) => (transactionRequest.from = OTHER)],
    ['it is on another network', ({ transactionRequest }) => (transactionRequest.chainId = 1)],
    ['it leads to another network', ({ action }) => (action.toChainId = 1)],
    ['it is of another amount', ({ action }) => (action.fromAmount = '99')],
    ['coins go along', ({ transactionRequest }) => (transactionRequest.value = '0x1')],
    ['it gives nothing at least', ({ estimate }) => (estimate.toAmountMin = '0')],
    ['it gives more at least than it tells', ({ estimate }) => (estimate.toAmountMin = '9'.repeat(30))],
    ['its amount is a float', ({ estimate }) => (estimate.toAmount = 1.5)],
    ['it pays another account', (told) => call(told, { receiver: OTHER })],
    ['its call gives another token', (told) => call(told, { to: OTHER })],
    ['its call takes another token', (told) => call(told, { from: OTHER })],
    ['its call gives less than it tells', (told) => call(told, { minimum: 1n })],
    ['its call takes more than it tells', (told) => call(told, { amount: wish.amount + 1n })],
    ['its call takes another token besides', (told) => call(told, { amount: 1n, also: OTHER })],
    ['its call takes the token twice', (told) => call(told, { also: wish.from })],
    [
      'its call is one that is not known',
      ({ transactionRequest }) => (transactionRequest.data = '0x12345678'),
    ],
    ['its call is no call', ({ transactionRequest }) => (transactionRequest.data = 'javascript:')],
  ])('%s', async (_, change) => {
    const told = JSON.parse(recorded) as Told
    change(told)
    const { url } = await startLifi((response) => response.end(JSON.stringify(told)))
    await expect(open(url).build(wish, null)).rejects.toThrow(/^The answer/)
  })
  test('what begins with coins takes no allowance, whatever its steps say', async () => {
    const told = JSON.parse(recorded) as Told
    const [from, value] = [zeroAddress, `0x${wish.amount.toString(16)}`]
    call(told, { from, also: from }, 'swapTokensMultipleV3NativeToERC20')
    told.transactionRequest.value = value
    const { url } = await startLifi((response) => response.end(JSON.stringify(told)))
    expect(await open(url).build({ ...wish, from }, null)).toMatchObject({ value: wish.amount })
  })
  test.each([
    ['text', '<html>', /no JSON/],
    ['an unknown refusal', '{"message":"busy","code":1005}', /no quote/],
  ])('%s', async (_, body, words) => {
    const { url } = await startLifi((response) => response.end(body))
    await expect(open(url).quote(wish)).rejects.toThrow(words)
  })
})

describe('what was agreed on', () => {
  const agreed = 39_481_200_000_000_000n
  /** Offers an amount, less the slippage that is asked for. */
  async function startOffering(toAmount: bigint) {
    return startLifi((response) => {
      const asked = new URL(response.req.url ?? '', 'http://localhost').searchParams.get('slippage') ?? ''
      const minimum = (toAmount * (10_000n - BigInt(asked.slice(2)))) / 10_000n
      const told = JSON.parse(recorded) as Told
      Object.assign(told.estimate, { toAmount: String(toAmount), toAmountMin: String(minimum) })
      call(told, { minimum })
      response.end(JSON.stringify(told))
    })
  }
  test('holds when the price has moved within the slippage', async () => {
    const { url, paths } = await startOffering(39_680_000_000_000_000n)
    const built = await open(url).build(wish, agreed)
    expect(built?.minimum).toBeGreaterThanOrEqual(agreed)
    expect(paths[1]).toContain('slippage=0.0050')
  })
  test('is not offered any more', async () => {
    const { url, paths } = await startOffering(39_481_199_999_999_999n)
    expect((await open(url).build(wish, agreed))?.minimum).toBeLessThan(agreed)
    expect(paths).toHaveLength(1)
  })
  test('is told at once', async () => {
    const { url, paths } = await startOffering(39_880_000_000_000_000n)
    expect((await open(url).build(wish, agreed))?.minimum).toBe(agreed)
    expect(paths).toHaveLength(1)
  })
})

test('nobody has a way: that is no failure', async () => {
  const { url } = await startLifi((response) => {
    response.statusCode = 404
    response.end('{"message":"No available quotes for the requested transfer","code":1002}')
  })
  expect(await open(url).quote(wish)).toBeNull()
})

test.each([1_001, 1_004, 1_007])('the refusal %i of one question keeps nobody else waiting', async (code) => {
  const { url } = await startLifi((response) => {
    const isOther = response.req.url?.includes('slippage=0.0000')
    response.end(isOther ? JSON.stringify({ message: 'no', code }) : recorded)
  })
  const source = open(url)
  for (let count = 0; count < 4; count++) expect(await source.quote({ ...wish, slippage: 0 })).toBeNull()
  expect(await source.quote(wish)).toMatchObject({ impact: 50 })
})

test('a silent service is given up, and after three failures left alone for 30 s', async () => {
  let time = 0
  const { url, paths } = await startLifi(() => undefined)
  // Long enough for the question to arrive on a busy machine.
  const source = open(url, { timeout: 1_000, now: () => time })
  for (let count = 0; count < 5; count++) await expect(source.quote(wish)).rejects.toThrow()
  expect(paths).toHaveLength(3)
  time = 30_001
  await expect(source.quote(wish)).rejects.toThrow()
  expect(paths).toHaveLength(4)
})

test('R9-29 it is asked on the 12 networks of the specification, and on no other', () => {
  const ids = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554]
  const spenders = ids.map((id) => open('https://li.example/v1', { id }).spender)
  expect(new Set(spenders).size).toBe(2)
  expect(
    createLifiConvert(
      chainOf(5),
      { url: 'https://li.example', timeout: 1 },
      createLifiGuard(() => 0),
    ),
  ).toBeNull()
})
