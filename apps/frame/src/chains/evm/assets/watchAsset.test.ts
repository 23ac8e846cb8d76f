import { ChainUnreachableError, NotAvailableError, RpcParamsError } from '@latchkey/protocol/frame'
import { expect, test } from 'vitest'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import { fakeChain, fakeFrame, signedIn, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { openApproval } from '../approvalKinds.ts'
import { seenTokens } from '../parties/knownParties.ts'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const [chain] = testConfig.chains
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const text = (value: string) =>
  `${word(32)}${word(value.length).slice(2)}${Buffer.from(value).toString('hex').padEnd(64, '0')}`

type Token = { symbol: string; decimals: number | null; collectible?: boolean }
const answerAs =
  ({ symbol, decimals, collectible = false }: Token) =>
  ({ method, params }: RpcCall) => {
    if (method === 'eth_blockNumber') return '0x1'
    const { data } = (params as [{ data: string }])[0]
    if (data.startsWith('0x95d89b41')) return text(symbol)
    if (data.startsWith('0x313ce567')) return decimals === null ? '0x' : word(decimals)
    return word(collectible ? 1 : 0)
  }
const dollar: Token = { symbol: 'DUSD', decimals: 6 }
const frameOf = (answer: (call: RpcCall) => unknown = answerAs(dollar)) =>
  fakeFrame({ state: signedIn, chain: fakeChain(answer) })
const asked = (options: object = {}, type = 'ERC20') => ({ type, options: { address: token, ...options } })
const open = (frame: ReturnType<typeof frameOf>, params: unknown = [asked()]) =>
  openApproval(frame, { method: 'wallet_watchAsset', params: params as never, chain: chain as never })
const { signal } = new AbortController()

test.each([
  ['in an array', [asked({ symbol: 'DUSD', decimals: 6, image: 'https://site.example/x.svg' })]],
  ['as an object', asked()],
])('R7-94 a token is kept once the person has said so: %s', async (_, params) => {
  const frame = frameOf()
  const approval = await open(frame, params)
  const { payload, view } = await approval.prepare(signal)
  expect(view).toMatchObject({
    sentence: { key: 'watch.say', values: { token: { text: 'DUSD' } } },
    stop: null,
    warnings: [],
  })
  expect(seenTokens(frame, chain?.id ?? 0, testAddress)).toEqual([])
  expect(await approval.sign(payload, () => undefined)).toBe(true)
  expect(seenTokens(frame, chain?.id ?? 0, testAddress)).toEqual([token.toLowerCase()])
})

test.each<[string, Token, object, string]>([
  ['is called by another name than its own', dollar, { symbol: 'USDC' }, 'warn.otherToken'],
  ['passes itself off as the coin of the network', { symbol: 'ETH', decimals: 18 }, {}, 'warn.token.native'],
])('R7-94 one that %s is shown with a warning', async (_, info, options, warning) => {
  const approval = await open(frameOf(answerAs(info)), [asked(options)])
  const { view } = await approval.prepare(signal)
  expect(view.warnings.map(({ title }) => title.key)).toContain(warning)
})

test.each<[string, (call: RpcCall) => unknown, new () => Error]>([
  ['is none', answerAs({ symbol: 'ART', decimals: null }), RpcParamsError],
  ['is a collectible', answerAs({ symbol: 'ART', decimals: 0, collectible: true }), RpcParamsError],
  [
    'cannot be read',
    () => {
      throw new ChainUnreachableError()
    },
    ChainUnreachableError,
  ],
])('R7-94 one that %s cannot be kept', async (_, answer, refusal) => {
  const { view, refusal: told } = await (await open(frameOf(answer))).prepare(signal)
  expect(view.stop).not.toBeNull()
  expect(told).toBeInstanceOf(refusal)
})

test.each<[unknown, new () => Error]>([
  [[], RpcParamsError],
  [[{}], RpcParamsError],
  [[asked({ address: 'vitalik.eth' })], RpcParamsError],
  [[asked(), asked()], RpcParamsError],
  [[asked({ tokenId: '1' }, 'ERC721')], NotAvailableError],
])('R7-94 R8-60 refuses %j', async (params, error) => {
  await expect(open(frameOf(), params)).rejects.toThrow(error)
})
