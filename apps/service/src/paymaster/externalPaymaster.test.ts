import { once } from 'node:events'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENTRY_POINT } from '../config/chains.ts'
import { DEFAULT_LIMITS } from '../config/Limits.ts'
import { projectSchema } from '../config/projects.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import {
  type AskOptions,
  askPaymaster,
  createSponsored,
  operationOf,
  PAYMASTER,
} from '../testing/sponsoredWallet.ts'
import { type RpcAnswer, type RpcQuestion, startJsonRpc } from '../testing/startJsonRpc.ts'
import { askExternal, createExternalGates } from './externalPaymaster.ts'
import type { PaymasterCall } from './paymasterCall.ts'

const STUB = 'pm_getPaymasterStubData'
const DATA = 'pm_getPaymasterData'
const good = { paymaster: PAYMASTER, paymasterData: '0x1234', paymasterPostOpGasLimit: '0x1' }

let paymaster: Awaited<ReturnType<typeof startJsonRpc>>
let service: TestService
let person: Awaited<ReturnType<typeof createSponsored>>
let url = ''
let answer: (call: RpcQuestion) => RpcAnswer
let redirect = false

beforeAll(async () => {
  paymaster = await startJsonRpc(
    (call) => answer(call),
    (response) => {
      if (redirect) response.writeHead(302, { location: url }).end()
      return redirect
    },
  )
  url = `${paymaster.url}policy?key=1`
  service = await createTestService({
    chains: [
      {
        id: 31_337,
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:1'],
        bundlerUrls: ['http://127.0.0.1:1'],
      },
    ],
    projects: [
      {
        id: 'demo',
        name: 'Demo',
        mode: 'development',
        allowedOrigins: [HOST],
        paymasters: [url, 'http://127.0.0.1:1/'],
      },
    ],
  })
  person = await createSponsored(service, 'mia@example.com')
})
afterAll(async () => {
  await service.stop()
  await paymaster.stop()
})
beforeEach(() => {
  answer = () => ({ result: good })
  redirect = false
  paymaster.calls.length = 0
  paymaster.headers.length = 0
  service.advance(61_000)
})

const ask = (method: string, options: AskOptions = {}) =>
  askPaymaster(service, method, operationOf(person.sender), { service: url, ...options })
const codeOf = async (asked: ReturnType<typeof ask>) => (await asked).body.error?.data.code

test('a registered service is asked, with the parameters alone; the frame hears what belongs to the standard', async () => {
  answer = () => ({
    result: {
      ...good,
      isFinal: true,
      sponsor: { name: ' Pay\u202e & Co ', icon: 'https://x' },
      callGasLimit: '0xff',
    },
  })
  const { body } = await ask(STUB, { headers: { 'x-secret': '1', cookie: 'a=b', authorization: 'DPoP x' } })
  expect(body.result).toEqual({ ...good, isFinal: true, sponsor: { name: 'Pay & Co' } })
  const [asked] = paymaster.calls
  expect(asked).toMatchObject({ jsonrpc: '2.0', id: 1, method: STUB })
  expect(asked?.params?.[0]).toMatchObject({ sender: person.sender })
  expect(Object.keys(paymaster.headers[0] ?? {})).not.toEqual(
    expect.arrayContaining(['x-secret', 'cookie', 'authorization', 'origin', 'x-forwarded-for']),
  )
  for (const name of ['x-secret', 'cookie', 'authorization', 'origin'])
    expect(paymaster.headers[0]).not.toHaveProperty(name)
  answer = () => ({ result: { ...good, sponsor: { name: '\u200b' } } })
  expect((await ask(STUB)).body.result).toEqual(good)
  answer = () => ({ result: { paymaster: PAYMASTER, paymasterData: '0x' } })
  expect((await ask(DATA)).body.result).toEqual({ paymaster: PAYMASTER, paymasterData: '0x' })
})

test.each(['', 'http://127.0.0.1:2/', 'https://elsewhere.example/', 'policy'])(
  'the service %j is not registered and is not asked',
  async (other) => {
    expect(await codeOf(ask(STUB, { service: other }))).toBe(4151)
    expect(await codeOf(ask(STUB, { service: `${url}${other}x` }))).toBe(4151)
    expect(paymaster.calls).toHaveLength(0)
  },
)

test('no service is asked for somebody who is not signed in to the project', async () => {
  expect(await codeOf(askPaymaster(service, STUB, operationOf(PAYMASTER), { service: url }))).toBe(4152)
  expect(paymaster.calls).toHaveLength(0)
})

test('a service that refuses says so by its number, not in its words', async () => {
  answer = () => ({ error: { code: -32_001, message: 'Send your seed to evil.example' } })
  const { body } = await ask(DATA)
  expect(body.error).toEqual({
    code: -32_003,
    message: 'The fee of this operation is not paid for.',
    data: { code: 4152, reason: 'service', serviceCode: -32_001 },
  })
})

test.each([
  ['no paymaster', { paymasterData: '0x', paymasterPostOpGasLimit: '0x1' }],
  ['the form of EntryPoint 0.6', { paymasterAndData: '0x1234' }],
  ['a paymaster that is no address', { ...good, paymaster: '0x12' }],
  ['data that is no hex', { ...good, paymasterData: 'hello' }],
  ['endless data', { ...good, paymasterData: `0x${'00'.repeat(4_097)}` }],
  ['absurd gas', { ...good, paymasterPostOpGasLimit: '0xffffffffff' }],
  ['absurd gas to verify', { ...good, paymasterVerificationGasLimit: '0xffffffffff' }],
  ['nothing', null],
  ['a text', 'sponsored'],
])('an answer with %s is none', async (_, result) => {
  answer = () => ({ result })
  expect(await codeOf(ask(STUB))).toBe(4154)
  expect(await codeOf(ask(DATA))).toBe(4154)
})

test.each([
  ['nobody', () => zeroAddress],
  ['the account that was to be paid for', () => person.sender],
  ['the account, in another case', () => person.sender.toLowerCase()],
  ['the entry point', () => ENTRY_POINT],
])('an answer by which %s pays is none', async (_, payer) => {
  answer = () => ({ result: { ...good, paymaster: payer() } })
  expect(await codeOf(ask(STUB))).toBe(4154)
  expect(await codeOf(ask(DATA))).toBe(4154)
})

test('a service that is gone, redirects, or answers too much', async () => {
  expect(await codeOf(ask(STUB, { service: 'http://127.0.0.1:1/' }))).toBe(4154)
  redirect = true
  expect(await codeOf(ask(STUB))).toBe(4154)
  expect(paymaster.calls).toHaveLength(1)
  redirect = false
  answer = () => ({ result: { ...good, more: 'x'.repeat(70_000) } })
  expect(await codeOf(ask(STUB))).toBe(4154)
})

test('a silent host with many addresses, asked by many projects, leaves places for the others', async () => {
  const silent = await startJsonRpc(() => null)
  const gates = createExternalGates(DEFAULT_LIMITS)
  const leaving = new AbortController()
  const params = [operationOf(person.sender)]
  const call = { jsonrpc: '2.0', id: 1, method: DATA, params } as unknown as PaymasterCall
  const paymasters = ['a', 'b', 'c', 'd'].map((path) => `${silent.url}${path}`)
  const projectOf = (id: string, services: string[]) =>
    projectSchema.parse({ id, name: id, mode: 'development', allowedOrigins: [], paymasters: services })
  const asked = ['one', 'two'].flatMap((id) =>
    paymasters.flatMap((address) =>
      Array.from({ length: 16 }, () =>
        askExternal(projectOf(id, paymasters), address, call, leaving.signal, gates),
      ),
    ),
  )
  const gone = Promise.allSettled(asked)
  const healthy = url.replace('127.0.0.1', 'localhost')
  const other = projectOf('other', [healthy])
  await expect(askExternal(other, healthy, call, leaving.signal, gates)).resolves.toEqual(good)
  leaving.abort()
  await gone
  await silent.stop()
})

test('a project, and a host, has a quarter of the places, whatever its addresses are', async () => {
  const countOf = async (calls: [projectId: string, service: string][]) => {
    const gates = createExternalGates({ ...DEFAULT_LIMITS, rpcAtOnce: 8 })
    const leaving = new AbortController()
    let started = 0
    const runs = calls.map(([projectId, service]) =>
      gates(projectId, service).run(leaving.signal, () => {
        started += 1
        return once(leaving.signal, 'abort')
      }),
    )
    const count = started
    leaving.abort()
    await Promise.allSettled(runs)
    return count
  }
  const four = ['a', 'b', 'c', 'd']
  expect(await countOf(four.map((name) => ['one', `https://${name}.example/`]))).toBe(2)
  expect(await countOf(four.map((name) => [name, `https://pay.example:${name.charCodeAt(0)}/${name}`]))).toBe(
    2,
  )
  expect(await countOf(four.map((name) => [name, `https://${name}.example/`]))).toBe(4)
})
