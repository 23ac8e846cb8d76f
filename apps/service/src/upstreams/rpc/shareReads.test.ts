import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InvalidRequestError, ReadBudgetError } from '@latchkey/protocol/http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { problemCode } from '../../testing/createDevice.ts'
import {
  API,
  createTestService,
  DEMO,
  HOST,
  type TestService,
  WALLET,
} from '../../testing/createTestService.ts'
import type { PassedOn } from './passOn.ts'
import { createSharedReads, newBurst } from './shareReads.ts'

type Call = { id: number; method: string; params?: unknown[] }
const call = (method: string, params?: unknown[], id = 1) => ({ jsonrpc: '2.0' as const, id, method, params })
const answerOf = (id: number): PassedOn => ({
  outcome: 'answered',
  reply: { jsonrpc: '2.0', id, result: '0x2a' },
})
const { signal } = new AbortController()

/** A node that answers when the test says so. */
function heldNode() {
  const signals: AbortSignal[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const ask = vi.fn(async (one: { id: unknown }, ended: AbortSignal) => {
    signals.push(ended)
    await opened
    return answerOf(Number(one.id))
  })
  return { ask, signals, open }
}

const by = (ask: ReturnType<typeof heldNode>['ask'], caller = signal) => ({
  signal: caller,
  burst: newBurst(),
  ask,
})

describe('equal reads that are under way', () => {
  test('are one call, and each caller is answered under the own id', async () => {
    const { ask, open } = heldNode()
    const reads = createSharedReads()
    const all = [1, 2, 3].map((id) => reads(call('eth_call', [{ to: '0x1' }, 'latest'], id), by(ask)))
    open()
    expect((await Promise.all(all)).map(({ reply }) => reply.id)).toEqual([1, 2, 3])
    expect(ask).toHaveBeenCalledTimes(1)
    await reads(call('eth_call', [{ to: '0x1' }, 'latest']), by(ask))
    expect(ask).toHaveBeenCalledTimes(2)
  })
  test.each([
    [
      'other params',
      'eth_getBalance',
      [
        ['0x1', 'latest'],
        ['0x2', 'latest'],
      ],
    ],
    [
      'the pending block',
      'eth_getTransactionCount',
      [
        ['0x1', 'pending'],
        ['0x1', 'pending'],
      ],
    ],
    ['what is sent', 'eth_sendRawTransaction', [['0x02'], ['0x02']]],
    ['filters', 'eth_newFilter', [[{}], [{}]]],
    ['what is not safe', 'eth_sendTransaction', [[{}], [{}]]],
    ['what is long', 'eth_call', [['a'.repeat(20_000)], ['a'.repeat(20_000)]]],
  ])('%s: each is a call of its own', async (_, method, params) => {
    const { ask, open } = heldNode()
    const reads = createSharedReads()
    const all = params.map((one) => reads(call(method, one), by(ask)))
    open()
    await Promise.all(all)
    expect(ask).toHaveBeenCalledTimes(2)
  })
  test('who leaves takes nobody along, and the last one ends the call', async () => {
    const { ask, signals, open } = heldNode()
    const reads = createSharedReads()
    const [first, second] = [new AbortController(), new AbortController()]
    const [one, other] = [first, second].map((caller) => reads(call('eth_gasPrice'), by(ask, caller.signal)))
    first.abort()
    expect((await one)?.outcome).toBe('unavailable')
    expect(signals[0]?.aborted).toBe(false)
    second.abort()
    expect((await other)?.outcome).toBe('unavailable')
    expect(signals[0]?.aborted).toBe(true)
    // Whoever comes now begins anew, also while the ended call is not gone yet.
    const third = reads(call('eth_gasPrice'), by(ask))
    expect(ask).toHaveBeenCalledTimes(2)
    open()
    expect((await third).outcome).toBe('answered')
  })
  test('of a batch one call may lose its callers, and the others go on', async () => {
    const { ask, signals, open } = heldNode()
    const reads = createSharedReads()
    const burst = newBurst()
    const caller = new AbortController()
    const one = reads(call('eth_gasPrice'), { signal: caller.signal, burst, ask })
    const other = reads(call('eth_chainId'), { signal, burst, ask })
    caller.abort()
    expect((await one).outcome).toBe('unavailable')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
    open()
    expect((await other).outcome).toBe('answered')
    expect(signals[0]).toBe(signals[1])
  })
  test('who has left already asks nothing', async () => {
    const { ask } = heldNode()
    const gone = AbortSignal.abort()
    expect((await createSharedReads()(call('eth_gasPrice'), by(ask, gone))).outcome).toBe('unavailable')
    expect(ask).not.toHaveBeenCalled()
  })
})

let asked: Call[] = []
const node = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[]
  asked.push(...[body].flat())
  response.setHeader('content-type', 'application/json')
  const results = [body].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x2a' }))
  const text = JSON.stringify(Array.isArray(body) ? results : results[0])
  response.end(text)
})
let service: TestService
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const rpcUrls = [`http://127.0.0.1:${(node.address() as AddressInfo).port}`]
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  service = await createTestService({
    chains: [{ id: 31_337, name: 'Local', nativeCurrency, rpcUrls }],
    projects: [DEMO, { ...DEMO, id: 'small', limits: { readsPerMinute: 10 } }],
    limits: { rpcCallsPerMinute: 100_000, guestCallsPerMinute: 100_000, readsPerProjectMinute: 50 },
  })
})
afterAll(async () => {
  await service.stop()
  node.closeAllConnections()
  await new Promise((resolve) => node.close(resolve))
})
beforeEach(() => {
  service.advance(61_000)
  asked = []
})

async function post(body: unknown, project = 'demo', origin = HOST) {
  const answer = await service.app.request(`${API}/v1?chainId=eip155:31337&projectId=${project}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never }
}
const batch = (count: number) =>
  Array.from({ length: count }, (_, id) => call('eth_getBalance', [`0x${id}`, 'latest'], id))

test('equal reads of a batch are one call to the node', async () => {
  const { body } = await post([1, 2, 3].map((id) => call('eth_chainId', [], id)))
  expect(body).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: '0x2a' })))
  expect(asked).toHaveLength(1)
})

describe('what a project may read in a minute', () => {
  test.each([
    ['demo', 50],
    ['small', 10],
  ])('%s reads %i times, and is told when it may again', async (project, most) => {
    expect((await post(batch(most), project)).status).toBe(200)
    const refused = await post(batch(1), project)
    expect([refused.status, problemCode(refused)]).toEqual([429, ReadBudgetError.code])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(asked).toHaveLength(most)
    // The wallet's own screens and guests have other limits, and other projects theirs.
    expect((await post(batch(1), project, WALLET)).status).toBe(200)
    expect((await post(batch(1), project, 'https://guest.example')).status).toBe(200)
    expect((await post(batch(1), project === 'demo' ? 'small' : 'demo')).status).toBe(200)
    service.advance(61_000)
    expect((await post(batch(1), project)).status).toBe(200)
  })
})

describe('reads that make a node compute', () => {
  test.each(['eth_blobBaseFee', 'eth_createAccessList', 'eth_simulateV1'])(
    '%s is passed on',
    async (method) => {
      const params = [{ blockStateCalls: [] }, 'latest']
      expect((await post(call(method, params))).body).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2a' })
      expect(asked).toMatchObject([{ method, params }])
    },
  )
  test.each(['eth_createAccessList', 'eth_simulateV1'])(
    '%s of more than 128 KiB is refused',
    async (method) => {
      const { body } = await post(call(method, [{ data: `0x${'00'.repeat(66_000)}` }]))
      expect(body).toMatchObject({
        id: 1,
        error: { code: -32_602, data: { code: InvalidRequestError.code } },
      })
      expect(asked).toHaveLength(0)
    },
  )
})
