import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import { RateLimitedError } from '@latchkey/protocol/http'
import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../testing/fakeFrame.ts'
import { createChainRpc } from './createChainRpc.ts'
import { limitConcurrency } from './limitConcurrency.ts'
import { loadChainRpc } from './loadChainRpc.ts'

const call = { method: 'eth_blockNumber', params: [] }
function rpc(answer: (body: string, url: string) => Response | Promise<Response>) {
  const requests: { url: string; init: RequestInit }[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    requests.push({ url: String(url), init })
    return answer(String(init.body), String(url))
  }
  return { chain: createChainRpc(testConfig, fetch as typeof globalThis.fetch), requests }
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

describe('the way to the network', () => {
  test('asks the service, without cookies or a preflight', async () => {
    const { chain, requests } = rpc(() => json({ jsonrpc: '2.0', id: 0, result: '0x1' }))
    expect(await chain.request(31337, call)).toBe('0x1')
    expect(requests[0]?.url).toBe('http://api.localhost:8787/v1?chainId=eip155%3A31337&projectId=demo')
    expect(requests[0]?.init).toMatchObject({ method: 'POST', credentials: 'omit' })
    expect(new Headers(requests[0]?.init.headers).get('content-type')).toMatch(/^text\/plain/)
  })

  test('asks a paymaster through the service: the operator’s own, or a registered one', async () => {
    const { chain, requests } = rpc(() => json({ jsonrpc: '2.0', id: 0, result: {} }))
    const wanted = { method: 'pm_getPaymasterData', params: [] }
    expect(await chain.paymaster(31337, wanted, null)).toEqual({})
    await chain.paymaster(31337, wanted, 'https://pay.example/v1?key=a&b')
    const url = 'http://api.localhost:8787/paymaster/v1?chainId=eip155%3A31337&projectId=demo'
    expect(requests.map((request) => request.url)).toEqual([
      url,
      `${url}&service=https%3A%2F%2Fpay.example%2Fv1%3Fkey%3Da%26b`,
    ])
  })

  test('asks the service which tokens an account has, on that network alone', async () => {
    const token = (chainId: string, address?: string) => ({
      ...{ name: 'Token', symbol: 'T', chainId },
      ...(address ? { address: `${chainId}:${address}` } : {}),
      quantity: { decimals: '6', numeric: '1' },
    })
    const [account, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
    const balances = [token('eip155:31337'), token('eip155:31337', other), token('eip155:1', account)]
    const { chain, requests } = rpc(() => json({ balances }))
    expect(await chain.tokens(31337, account)).toEqual([other])
    expect(requests[0]?.url).toBe(
      `http://api.localhost:8787/v1/account/${account}/balance?chainId=eip155%3A31337&projectId=demo&currency=usd`,
    )
    for (const body of [{}, { balances: [{ ...balances[1], symbol: '<b>' }] }, [], null])
      await expect(rpc(() => json(body)).chain.tokens(31337, account)).rejects.toThrow()
    const refused = rpc(() => json({ error: { code: 4700, message: 'No.' } }, 503)).chain
    await expect(refused.tokens(31337, account)).rejects.toMatchObject({ code: 4700 })
  })

  test('puts the answers of a batch back in order', async () => {
    const { chain } = rpc(() =>
      json([
        { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } },
        { jsonrpc: '2.0', id: 0, result: null },
      ]),
    )
    const [first, second, third] = await chain.batch(1, [call, call, call])
    expect(first).toEqual({ ok: true, result: null })
    expect(second).toMatchObject({ ok: false, error: { code: ChainRefusedError.code } })
    expect(third).toMatchObject({ ok: false, error: { code: ChainUnreachableError.code } })
  })

  test('passes on code, text and revert data of the network, without tricks', async () => {
    const error = { code: 3, message: 'execution\u202E reverted', data: '0x08c379a0' }
    const { chain } = rpc(() => json({ jsonrpc: '2.0', id: 0, error }))
    await expect(chain.request(1, call)).rejects.toMatchObject({
      code: ChainRefusedError.code,
      data: { rpcCode: 3, rpcMessage: 'execution reverted', rpcData: '0x08c379a0' },
    })
  })

  test('revert data that the bridge would not take is left out, and code and text stay', async () => {
    const error = { code: 3, message: 'execution reverted', data: `0x${'00'.repeat(600)}` }
    const { chain } = rpc(() => json({ jsonrpc: '2.0', id: 0, error }))
    const refused = chain.request(1, call).catch(({ data }) => data)
    expect(await refused).toEqual({ rpcCode: 3, rpcMessage: 'execution reverted' })
  })

  test.each<[string, () => Response | Promise<Response>, unknown]>([
    ['a service without the network', () => json({ error: { code: 4401 } }, 502), ChainUnreachableError],
    ['too many requests', () => json({}, 429), RateLimitedError],
    ['no network at all', () => Promise.reject(new TypeError('Failed to fetch')), ChainUnreachableError],
    ['text', () => new Response('<html>'), ChainUnreachableError],
    ['neither result nor error', () => json({ jsonrpc: '2.0', id: 0 }), ChainUnreachableError],
    ['another protocol', () => json({ id: 0, result: 1 }), ChainUnreachableError],
    ['a list for one', () => json([]), ChainUnreachableError],
  ])('%s', async (_, answer, error) => {
    await expect(rpc(answer).chain.request(1, call)).rejects.toThrow(error as new () => Error)
  })

  test('an abort is an abort', async () => {
    const abort = new AbortController()
    const { chain } = rpc(() => {
      abort.abort()
      throw new DOMException('aborted', 'AbortError')
    })
    await expect(chain.request(1, call, abort.signal)).rejects.toThrow('aborted')
  })
})

test('loaded with its first call, and the same then', async () => {
  const fetch = async () => json({ jsonrpc: '2.0', id: 0, result: '0x1' })
  const chain = loadChainRpc(testConfig, fetch as typeof globalThis.fetch)
  expect(await chain.request(31337, call)).toBe('0x1')
  expect(await chain.batch(31337, [call])).toEqual([{ ok: true, result: '0x1' }])
  expect(await chain.paymaster(31337, call, null)).toBe('0x1')
})

test('no more than the limit runs at once', async () => {
  const limit = limitConcurrency(2)
  const endings: (() => void)[] = []
  const long = () => limit(() => new Promise<void>((resolve) => endings.push(resolve)))
  const running = [long(), long()]
  await expect(long()).rejects.toThrow(RateLimitedError)
  for (const end of endings) end()
  await Promise.all(running)
  expect(await limit(async () => 'free')).toBe('free')
})
