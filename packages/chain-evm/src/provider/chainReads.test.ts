import type { RequestArguments } from '@latchkey/core'
import { type FakeReply, type FakeService, fakeService, type SeenRequest } from '@latchkey/core/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { evmConfig } from '../testing/evmConfig.ts'

type Call = { id: number; method: string; params: unknown }

let service: FakeService
let made: ReturnType<typeof evmConfig>
beforeEach(async () => {
  service = await fakeService()
  made = evmConfig({ services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin } })
})
afterEach(async () => {
  made.config.destroy()
  await service.stop()
})

const answers = (...list: FakeReply[]) => service.answer('POST /v1', ...list)
const ask = (method: string, params?: RequestArguments['params']) =>
  made.config.provider.request({ method, ...(params ? { params } : {}) })
const callsOf = ({ body }: SeenRequest) => (Array.isArray(body) ? body : [body]) as Call[]
const reply = (each: (call: Call) => object) => (request: SeenRequest) => {
  const replies = callsOf(request).map((call) => ({ jsonrpc: '2.0', id: call.id, ...each(call) }))
  return { body: Array.isArray(request.body) ? replies.toReversed() : replies[0] }
}
const echo = reply(({ params }) => ({ result: params }))
const fails = (error: object) => reply(() => ({ error }))
const sizes = () => service.requests.map((request) => callsOf(request).length)
const many = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask('eth_getBalance', [String(index)])))

describe('reads of the network, with nobody connected', () => {
  it('R7-45 goes to the service with the project and the network of the page', async () => {
    answers(echo)
    expect(await ask('eth_call', ['0x'])).toEqual(['0x'])
    const [request] = service.requests
    expect(Object.fromEntries(request?.query ?? [])).toMatchObject({ chainId: 'eip155:1', projectId: 'test' })
    expect(callsOf(request as SeenRequest)).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'eth_call', params: ['0x'] },
    ])
    expect(await ask('eth_accounts')).toEqual([])
    expect(made.config.modal.getState().open).toBe(false)
  })
  it.each([40, 100, 200, 400])('R8-89 %i at once are all answered, some together', async (count) => {
    answers(echo)
    expect(await many(count)).toEqual(Array.from({ length: count }, (_, index) => [String(index)]))
    expect(Math.max(...sizes())).toBeLessThanOrEqual(100)
    expect(sizes()).toHaveLength(Math.ceil(count / 100))
  })
  it('no more than four requests are under way at once', async () => {
    answers('hang')
    const work = many(800)
    work.catch(() => undefined)
    await service.seen(4)
    await ask('eth_chainId')
    expect(service.requests).toHaveLength(4)
  })
  it('R8-89 more than 2000 that wait are refused, and the others are answered', async () => {
    answers(echo)
    const settled = await Promise.allSettled(
      Array.from({ length: 2_400 }, (_, index) => ask('eth_getBalance', [String(index)])),
    )
    const refused = settled.filter((one) => one.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(400)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: -32005, data: { latchkeyCode: 5040 } })
  })
  it('R8-89 none waits for longer than 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    answers('hang')
    let settled = false
    const work = ask('eth_getBalance', ['0']).finally(() => {
      settled = true
    })
    const refused = expect(work).rejects.toMatchObject({ data: { latchkeyCode: 4401 } })
    await service.seen(1)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
  })
  it('a destroyed page waits for none of them', async () => {
    answers('hang')
    const work = many(160)
    await service.seen(2)
    made.config.destroy()
    await expect(work).rejects.toMatchObject({ code: 4001, data: { latchkeyCode: 5008 } })
  })
  it.each([[[1n]], [Array.from({ length: 101 }, () => 0)]])(
    'params that the service does not take are refused here',
    async (params) => {
      await expect(ask('eth_call', params)).rejects.toMatchObject({ code: -32602 })
      expect(service.requests).toEqual([])
    },
  )
})

describe('what a node says', () => {
  const data = '0x08c379a0'
  it.each([
    ['plain', data],
    ['nested', { data }],
    ['after a word', `Reverted ${data}`],
  ])('R8-88 a revert comes through: %s', async (_, given) => {
    answers(fails({ code: 3, message: 'execution reverted: no', data: given }))
    const refused = ask('eth_call', [{}])
    await expect(refused).rejects.toBeInstanceOf(Error)
    await expect(refused).rejects.toMatchObject({
      code: 3,
      message: 'execution reverted: no',
      data: { code: 3, message: 'execution reverted: no', data, latchkeyCode: 2017 },
    })
  })
  it('R8-88 an error of another kind keeps its code and words too', async () => {
    answers(fails({ code: -32000, message: 'header not found', data: { foo: 1 } }))
    await expect(ask('eth_call', [{}])).rejects.toMatchObject({
      code: -32000,
      data: { code: -32000, message: 'header not found', latchkeyCode: 2017 },
    })
  })
  it('one that fails takes no other along', async () => {
    answers(
      reply(({ method }) => (method === 'eth_call' ? { error: { code: 3, message: 'no' } } : { result: 1 })),
    )
    const [good, bad] = await Promise.allSettled([ask('eth_gasPrice'), ask('eth_call', [{}])])
    expect(good).toEqual({ status: 'fulfilled', value: 1 })
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 3 } })
  })
})

describe('a service that does not answer', () => {
  const problem = (code: number, status: number, headers = {}) => ({
    status,
    headers,
    body: { error: { code, message: 'No.' } },
  })
  it.each<[string, FakeReply]>([
    ['cuts the line', 'cut'],
    ['answers nonsense', { text: '<html>' }],
    ['is overloaded', { status: 503 }],
    ['asks for patience', problem(4020, 429, { 'retry-after': '0' })],
  ])('is asked again when it %s', async (_, failure) => {
    answers(failure, failure, echo)
    expect(await ask('eth_call', [])).toEqual([])
    expect(service.requests).toHaveLength(3)
  })
  it('a transaction is sent once and alone', async () => {
    answers(reply(() => ({ result: '0x1' })))
    await Promise.all([ask('eth_gasPrice'), ask('eth_sendRawTransaction', ['0x']), ask('eth_gasPrice')])
    expect(sizes()).toEqual([1, 1, 1])
    answers('cut')
    await expect(ask('eth_sendRawTransaction', ['0x'])).rejects.toMatchObject({ code: 4901 })
    expect(service.requests).toHaveLength(4)
  })
  it.each([
    ['4901 for a network that is away', problem(4401, 502), 4901],
    ['4902 for one that it does not serve', problem(4400, 404), 4902],
    ['-32005 for too much, when it is to wait long', problem(4020, 429, { 'retry-after': '60' }), -32005],
    ['4901 for one call of a batch', fails({ code: -32002, message: 'No.', data: { code: 4401 } }), 4901],
  ])('%s', async (_, answer, code) => {
    answers(answer)
    await expect(ask('eth_call', [])).rejects.toMatchObject({ code })
    expect(service.requests).toHaveLength(1)
  })
  it('an answer that is missing is an error, and null is none', async () => {
    answers(reply(({ id }) => (id === 0 ? { result: null } : {})))
    const [first, second] = await Promise.allSettled([ask('eth_call', []), ask('eth_call', [])])
    expect(first).toEqual({ status: 'fulfilled', value: null })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 4901 } })
  })
})
