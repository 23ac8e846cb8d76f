import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import { RateLimitedError } from '@latchkey/protocol/http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import { fakeChain, fakeFrame, testConfig } from '../../../testing/fakeFrame.ts'
import { oneWei } from '../../../testing/oneWei.ts'
import { readL1Fees } from './fees.ts'

const [, plain] = testConfig.chains as [unknown, (typeof testConfig.chains)[number]]
const rollup = { ...plain, l1Fee: 'opStack' as const }
const transaction = oneWei({ chainId: rollup.id })
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const isStoring = ({ params }: RpcCall) => JSON.stringify(params).includes('0x49948e0e')
const never = new AbortController().signal
const ask = (answer: (call: RpcCall) => unknown, chain = rollup as typeof plain, count = 1) => {
  const frame = fakeFrame({ chain: fakeChain(answer) })
  return readL1Fees(frame, chain, Array(count).fill(transaction), never)
}
const fails = (error: unknown) => () => {
  throw error
}
const refused = (data: object) => new ChainRefusedError({ data: data as never })

describe('what an oracle says', () => {
  test('is told for each transaction', async () => {
    let asked = 0
    const answer = (call: RpcCall) => word(isStoring(call) ? BigInt(++asked) : 9n)
    expect(await ask(answer, rollup, 60)).toEqual(
      Array.from({ length: 60 }, (_, index) => ({ storing: BigInt(index + 1), operator: 9n })),
    )
  })

  test('is not asked for where the network takes nothing', async () => {
    expect(await ask(fails(new Error('asked')), plain)).toEqual([])
  })

  test.each<[string, object]>([
    ['with the code of a revert', { rpcCode: 3, rpcMessage: 'no' }],
    ['in words', { rpcCode: -32_000, rpcMessage: 'execution reverted' }],
  ])('may lack an operator fee, refused %s', async (_, data) => {
    const answer = (call: RpcCall) => (isStoring(call) ? word(5n) : fails(refused(data))())
    expect(await ask(answer)).toEqual([{ storing: 5n, operator: 0n }])
  })

  test.each<[string, (call: RpcCall) => unknown]>([
    ['there is no oracle', () => '0x'],
    ['it says nothing', () => null],
    ['it says too much', () => word(2n ** 255n)],
    ['it reverts', fails(refused({ rpcCode: 3, rpcMessage: 'execution reverted' }))],
    ['the node refuses', fails(refused({ rpcCode: -32_005, rpcMessage: 'limit exceeded' }))],
    ['the network is away', fails(new ChainUnreachableError())],
    [
      'the operator fee is refused for another reason',
      (call) => (isStoring(call) ? word(5n) : fails(refused({ rpcCode: -32_005, rpcMessage: 'busy' }))()),
    ],
  ])('%s: the fee is unknown', async (_, answer) => expect(await ask(answer)).toEqual(['unknown']))

  test.each([new RateLimitedError(), new ChainUnreachableError(), new TypeError('Failed to fetch')])(
    'a way to the network that fails with %s leaves it unknown',
    async (error) => {
      const chain = { ...fakeChain(() => null), batch: async () => fails(error)() }
      expect(await readL1Fees(fakeFrame({ chain }), rollup, [transaction], never)).toEqual(['unknown'])
    },
  )
})

describe('an oracle that hangs', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const hanging = () => {
    const signals: (AbortSignal | undefined)[] = []
    const chain = {
      ...fakeChain(() => null),
      batch: (_: number, __: readonly RpcCall[], signal?: AbortSignal) => {
        signals.push(signal)
        return new Promise<never>(() => undefined)
      },
    }
    return { frame: fakeFrame({ chain }), signals }
  }

  test('is waited for three seconds, and then no longer asked', async () => {
    const { frame, signals } = hanging()
    const asked = readL1Fees(frame, rollup, [transaction, transaction], never)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toEqual(['unknown', 'unknown'])
    expect(signals[0]?.aborted).toBe(true)
  })

  test('is let go with the request, as an abort', async () => {
    const { frame, signals } = hanging()
    const abort = new AbortController()
    const asked = readL1Fees(frame, rollup, [transaction], abort.signal)
    const outcome = expect(asked).rejects.toThrow('no longer wanted')
    abort.abort(new Error('no longer wanted'))
    expect(signals[0]?.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(3_000)
    await outcome
  })
})
