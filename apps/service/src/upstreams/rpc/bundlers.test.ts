import * as protocol from '@latchkey/protocol/http'
import { freePort } from '@latchkey/testing/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENTRY_POINT } from '../../config/chains.ts'
import { problemCode } from '../../testing/createDevice.ts'
import { API, createTestService, type TestService, WALLET } from '../../testing/createTestService.ts'
import { operationOf, PAYMASTER } from '../../testing/sponsoredWallet.ts'
import { type RpcAnswer, type RpcQuestion, startJsonRpc } from '../../testing/startJsonRpc.ts'
import { operationHash } from '../../userOperations/userOperation.ts'
import { askBundlers, BundlerSilentError } from './bundlers.ts'

type Bundler = Awaited<ReturnType<typeof startJsonRpc>>
const hash = `0x${'ab'.repeat(32)}`
const operation = operationOf(PAYMASTER, { signature: '0x1234' })
const complete = operation as Parameters<typeof operationHash>[0]

/** Nobody listens there. */
let dead: string
let first: Bundler
let second: Bundler
let service: TestService
let answerFirst: (call: RpcQuestion) => RpcAnswer
let answerSecond: (call: RpcQuestion) => RpcAnswer

beforeAll(async () => {
  dead = `http://127.0.0.1:${await freePort()}/`
  first = await startJsonRpc((call) => answerFirst(call))
  second = await startJsonRpc((call) => answerSecond(call))
  const local = {
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [dead],
  }
  service = await createTestService({
    chains: [
      { ...local, id: 1, bundlerUrls: [first.url, second.url] },
      { ...local, id: 2, bundlerUrls: [dead, second.url] },
      { ...local, id: 3, bundlerUrls: [dead] },
      { ...local, id: 4 },
    ],
    limits: { rpcCallsPerMinute: 100_000 },
  })
})
afterAll(async () => {
  await service.stop()
  await first.stop()
  await second.stop()
})
beforeEach(() => {
  answerFirst = () => ({ result: hash })
  answerSecond = () => ({ result: hash })
  first.calls.length = 0
  second.calls.length = 0
})

async function post(body: unknown, chain = 1) {
  const answer = await service.app.request(`${API}/v1?chainId=eip155:${chain}&projectId=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: WALLET },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const call = (method: string, params: unknown[] = [], chain = 1) =>
  post({ jsonrpc: '2.0', id: 1, method, params }, chain)
const send = (changes: object = {}, chain = 1) =>
  call('eth_sendUserOperation', [{ ...operation, ...changes }, ENTRY_POINT], chain)

test.each([
  ['eth_sendUserOperation', [operation, ENTRY_POINT]],
  ['eth_estimateUserOperationGas', [operation, ENTRY_POINT.toLowerCase()]],
  ['eth_estimateUserOperationGas', [operation, ENTRY_POINT, { [PAYMASTER]: { balance: '0x1' } }]],
  ['eth_getUserOperationReceipt', [hash]],
  ['eth_getUserOperationByHash', [hash]],
  ['pimlico_getUserOperationStatus', [hash]],
  ['pimlico_getUserOperationGasPrice', []],
])('R6-22 %s goes to the bundler as it came, and its answer comes back', async (method, params) => {
  expect((await call(method, params)).body).toEqual({ jsonrpc: '2.0', id: 1, result: hash })
  expect(first.calls).toEqual([{ jsonrpc: '2.0', id: 1, method, params }])
})

test('entry points that are not ours are not told', async () => {
  answerFirst = () => ({ result: [ENTRY_POINT, PAYMASTER] })
  expect((await call('eth_supportedEntryPoints')).body.result).toEqual([ENTRY_POINT])
})

test.each([
  ['another entry point', 'eth_sendUserOperation', [operation, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108']],
  ['no entry point', 'eth_sendUserOperation', [operation]],
  [
    'an operation without gas',
    'eth_sendUserOperation',
    [{ ...operation, callGasLimit: undefined }, ENTRY_POINT],
  ],
  ['an authorization (EIP-7702)', 'eth_sendUserOperation', [{ ...operation, eip7702Auth: {} }, ENTRY_POINT]],
  ['a packed operation', 'eth_estimateUserOperationGas', [{ ...operation, initCode: '0x' }, ENTRY_POINT]],
  [
    'an absurd operation',
    'eth_sendUserOperation',
    [{ ...operation, callData: `0x${'00'.repeat(100_000)}` }, ENTRY_POINT],
  ],
  ['no hash', 'eth_getUserOperationReceipt', ['0x12']],
  ['too many parameters', 'eth_getUserOperationByHash', [hash, hash]],
  ['parameters by name', 'eth_supportedEntryPoints', [{}]],
])('%s is refused', async (_, method, params) => {
  const { status, body } = await call(method, params)
  expect([status, body.error]).toEqual([
    200,
    expect.objectContaining({ code: -32_602, data: { code: protocol.InvalidRequestError.code } }),
  ])
  expect(first.calls).toHaveLength(0)
})

test('R6-4 where the network has no bundler there are no smart accounts', async () => {
  expect((await send({}, 4)).body.error).toMatchObject({ code: -32_004, data: { code: 4150 } })
})

test.each(['debug_bundler_clearState', 'pimlico_sendUserOperationNow', 'eth_sendTransaction'])(
  '%s is not passed on to a bundler',
  async (method) => {
    expect((await call(method)).body.error).toMatchObject({ data: { code: 4402 } })
    expect(first.calls).toHaveLength(0)
  },
)

test('the error of a bundler comes back, without addresses of upstreams', async () => {
  answerFirst = () => ({
    error: {
      code: -32_500,
      message: `AA21 didn't pay prefund, asked https://rpc.example/key-123 ${'x'.repeat(1_000)}`,
      data: { at: 'wss://node.example/key-123', reason: 'AA21' },
    },
  })
  const { body } = await send()
  expect(body.error).toMatchObject({ code: -32_500, data: { at: '[address]', reason: 'AA21' } })
  expect(JSON.stringify(body)).not.toContain('key-123')
  expect(JSON.stringify(body).length).toBeLessThan(700)
  answerFirst = () => ({ error: { code: -32_500, message: 'x', data: 'x'.repeat(5_000) } })
  expect((await send()).body.error).toEqual({ code: -32_500, message: 'x' })
})

test('an operation that the bundler has already counts as sent', async () => {
  answerFirst = () => ({ error: { code: -32_602, message: 'Already known' } })
  expect((await send()).body.result).toBe(operationHash(complete, 1))
  answerFirst = () => ({ error: { code: -32_602, message: 'AA25 invalid account nonce' } })
  expect((await send()).body.error).toMatchObject({ message: 'AA25 invalid account nonce' })
})

test('an operation is handed to one bundler, and to another only when nothing has left', async () => {
  // The connection is cut after the bundler has it.
  const cut = await startJsonRpc(
    () => null,
    (response) => {
      response.destroy()
      return true
    },
  )
  const urls = [cut.url, second.url]
  const { signal } = new AbortController()
  const sending = { method: 'eth_sendUserOperation', params: [operation, ENTRY_POINT] }
  await expect(askBundlers(urls, sending, signal)).rejects.toThrow(BundlerSilentError)
  expect([cut.calls.length, second.calls.length]).toEqual([1, 0])
  // Reading again does no harm.
  expect(await askBundlers(urls, { method: 'eth_supportedEntryPoints' }, signal)).toMatchObject({
    result: hash,
  })
  await cut.stop()
  expect((await send({}, 2)).body.result).toBe(hash)
})

test('a bundler that is slow, talks nonsense or does not know is passed over', async () => {
  const reading = { method: 'eth_getUserOperationReceipt', params: [hash] }
  const { signal } = new AbortController()
  answerFirst = () => null
  // The second one has as long as the first.
  expect(await askBundlers([first.url, second.url], reading, signal, { timeout: 3_000 })).toEqual({
    result: hash,
  })
  answerFirst = () => ({ nonsense: true })
  expect(await askBundlers([first.url, second.url], reading, signal)).toMatchObject({ result: hash })
  answerFirst = () => ({ result: null })
  expect(await askBundlers([first.url, second.url], reading, signal)).toMatchObject({ result: hash })
  answerSecond = () => ({ result: null })
  expect(await askBundlers([first.url, second.url], reading, signal)).toMatchObject({ result: null })
  answerFirst = () => ({ result: 'x'.repeat(1_100_000) })
  expect(await askBundlers([first.url, second.url], reading, signal)).toMatchObject({ result: null })
  await expect(askBundlers([dead], reading, signal)).rejects.toThrow(BundlerSilentError)
})

test('a bundler that has not heard of an operation is passed over, in its own words too', async () => {
  const reading = { method: 'pimlico_getUserOperationStatus', params: [hash] }
  const { signal } = new AbortController()
  const unheard = { result: { status: 'not_found', transactionHash: null } }
  const waiting = { result: { status: 'not_submitted', transactionHash: null } }
  answerFirst = () => unheard
  answerSecond = () => waiting
  expect(await askBundlers([first.url, second.url], reading, signal)).toMatchObject(waiting)
  answerSecond = () => unheard
  expect(await askBundlers([first.url, second.url], reading, signal)).toMatchObject(unheard)
})

test('a bundler that does not know the words of Pimlico is passed over: the one that has the operation may', async () => {
  const reading = { method: 'pimlico_getUserOperationStatus', params: [hash] }
  const { signal } = new AbortController()
  const foreign = { error: { code: -32_601, message: 'Method not found' } }
  const waiting = { result: { status: 'submitted', transactionHash: null } }
  answerFirst = () => foreign
  answerSecond = () => waiting
  expect(await askBundlers([first.url, second.url], reading, signal)).toMatchObject(waiting)
  expect(await askBundlers([first.url], reading, signal)).toMatchObject(foreign)
})

test('silence of all is a readable problem without addresses', async () => {
  const answer = await call('eth_getUserOperationReceipt', [hash], 3)
  expect([answer.status, problemCode(answer)]).toEqual([502, protocol.ChainUnavailableError.code])
  expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
})

test('a batch may hold twenty calls for bundlers', async () => {
  const one = { jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints' }
  answerFirst = () => ({ result: [] })
  expect((await post(Array(20).fill(one))).status).toBe(200)
  expect(problemCode(await post(Array(21).fill(one)))).toBe(protocol.InvalidRequestError.code)
  const metrics = await service.metrics.registry.metrics()
  expect(metrics).toContain(
    'latchkey_bundler_calls_total{chain="eip155:1",method="eth_supportedEntryPoints",outcome="answered"}',
  )
})
