import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import { ChainUnreachableError, TooManyPendingError } from '@latchkey/protocol/frame'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import type { Frame } from '../../../context/Frame.ts'
import { fakeChain, fakeFrame, testAddress, testConfig, testOrigin } from '../../../testing/fakeFrame.ts'
import { friend } from '../../../workbench/sampleRequests.ts'
import { openApproval } from '../approvalKinds.ts'
import {
  addPending,
  nextNonce,
  nextNonces,
  pendingOf,
  refreshPending,
  refuseTooMany,
  replacementsOf,
} from './pendingTransactions.ts'

const signal = new AbortController().signal
const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
const sent = (nonce: number, change: Partial<ShownTransaction> = {}): ShownTransaction => ({
  from: testAddress,
  chainId: 1,
  nonce,
  to: friend,
  value: 5n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 20n,
  maxPriorityFeePerGas: 2n,
  accessList: [],
  ...change,
})
const nonces = (frame: Frame) => pendingOf(frame, 1, testAddress).map(({ nonce }) => nonce)

/** A network that has confirmed so many, and knows these hashes. */
function frameOf(confirmed: number | null, known: readonly string[] = [], now = () => 0) {
  const chain = fakeChain(({ method, params }: RpcCall) => {
    if (confirmed === null) throw new ChainUnreachableError()
    if (method === 'eth_getTransactionCount') return `0x${confirmed.toString(16)}`
    return known.includes((params as string[])[0] ?? '') ? {} : null
  })
  return fakeFrame({ chain, now })
}

describe('what waits', () => {
  test('is kept of each account and network, by number, with what is needed to send it again', () => {
    const frame = fakeFrame({ now: () => 7 })
    addPending(frame, sent(2), hashOf(2))
    addPending(frame, sent(1), hashOf(1))
    addPending(frame, sent(1, { chainId: 10 }), hashOf(3))
    expect(nonces(frame)).toEqual([1, 2])
    expect(pendingOf(frame, 10, testAddress)).toHaveLength(1)
    expect(pendingOf(frame, 1, friend)).toEqual([])
    expect(pendingOf(frame, 1, testAddress)[0]).toEqual({
      hash: hashOf(1),
      nonce: 1,
      sentAt: 7,
      origin: testOrigin,
      sentAs: 'asked',
      to: friend,
      value: '5',
      data: '0x',
      maxFeePerGas: '20',
      maxPriorityFeePerGas: '2',
    })
  })

  test('calldata beyond 4 KiB is not kept', () => {
    const frame = fakeFrame()
    addPending(frame, sent(1, { data: `0x${'11'.repeat(4_096)}` }), hashOf(1))
    addPending(frame, sent(2, { data: `0x${'11'.repeat(4_097)}` }), hashOf(2))
    expect(pendingOf(frame, 1, testAddress).map(({ data }) => data?.length)).toEqual([8_194, undefined])
  })

  test('a replacement takes the place of the first, and the first leads to the last', () => {
    const frame = fakeFrame()
    addPending(frame, sent(1), hashOf(1))
    addPending(frame, sent(1), hashOf(2), 'speedUp')
    addPending(frame, sent(1), hashOf(3), 'cancel')
    addPending(frame, sent(1), hashOf(3), 'cancel')
    expect(pendingOf(frame, 1, testAddress)).toMatchObject([{ hash: hashOf(3), sentAs: 'cancel' }])
    expect(replacementsOf(frame, 1, testAddress, hashOf(1))).toEqual([
      { hash: hashOf(1), by: hashOf(2), sentAs: 'speedUp' },
      { hash: hashOf(2), by: hashOf(3), sentAs: 'cancel' },
    ])
    expect(replacementsOf(frame, 1, testAddress, hashOf(3))).toEqual([])
  })

  test('what is confirmed is forgotten, and what the network lost after two minutes', async () => {
    let now = 0
    const frame = frameOf(2, [hashOf(3)], () => now)
    for (const nonce of [1, 2, 3]) addPending(frame, sent(nonce), hashOf(nonce))
    await refreshPending(frame, 1, testAddress, signal)
    expect(nonces(frame)).toEqual([2, 3])
    now = 120_001
    await refreshPending(frame, 1, testAddress, signal)
    expect(nonces(frame)).toEqual([3])
  })

  test('a network that does not answer changes nothing', async () => {
    const frame = frameOf(null, [], () => 1_000_000)
    addPending(frame, sent(1), hashOf(1))
    await refreshPending(frame, 1, testAddress, signal)
    expect(nonces(frame)).toEqual([1])
  })
})

describe('R9-28 at most 99 wait', () => {
  const fill = (frame: Frame, count: number) => {
    for (let nonce = 0; nonce < count; nonce++) addPending(frame, sent(nonce), hashOf(nonce + 1))
  }

  test('the hundredth is refused', async () => {
    const frame = frameOf(0)
    fill(frame, 98)
    await refuseTooMany(frame, 1, testAddress, 1, signal)
    await expect(refuseTooMany(frame, 1, testAddress, 2, signal)).rejects.toThrow(TooManyPendingError)
    fill(frame, 99)
    await expect(refuseTooMany(frame, 1, testAddress, 1, signal)).rejects.toThrow(TooManyPendingError)
    await refuseTooMany(frame, 10, testAddress, 1, signal)
  })

  test('before anything is shown', async () => {
    const frame = frameOf(0)
    const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
    for (let nonce = 0; nonce < 99; nonce++)
      addPending(frame, sent(nonce, { chainId: chain.id }), hashOf(nonce + 1))
    const params = [{ from: testAddress, to: friend, value: '0x1' }]
    const request = { method: 'eth_sendTransaction', params, chain }
    await expect(openApproval(frame, request)).rejects.toThrow(TooManyPendingError)
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('the network is asked first whether they still do', async () => {
    const frame = frameOf(50)
    fill(frame, 99)
    await refuseTooMany(frame, 1, testAddress, 1, signal)
    expect(nonces(frame)).toHaveLength(49)
  })
})

test('the next number is the first that is free after what the network counts', () => {
  const waitingOf = (numbers: readonly number[]) => {
    const frame = fakeFrame()
    for (const nonce of numbers) addPending(frame, sent(nonce), hashOf(nonce + 1))
    return pendingOf(frame, 1, testAddress)
  }
  expect(nextNonce(5, waitingOf([]))).toBe(5)
  expect(nextNonce(5, waitingOf([3, 5, 6, 8]))).toBe(7)
  expect(nextNonces(5, waitingOf([3, 6, 8]), 3)).toEqual([5, 7, 9])
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), numbers, (counted, taken) => {
      const next = nextNonce(counted, waitingOf(taken))
      expect(next).toBeGreaterThanOrEqual(counted)
      expect(taken).not.toContain(next)
      for (let free = counted; free < next; free++) expect(taken).toContain(free)
    }),
  )
})
