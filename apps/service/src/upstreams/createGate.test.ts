import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate, GateFullError } from './createGate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const { signal } = new AbortController()
const limits = { atOnce: 1, waiting: 2, patience: 1_000 }

/** Work that lasts until the test ends it. */
function newWork() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: vi.fn(() => ended) }
}

test('work waits for its turn in the order of arrival, and what finds the queue full is refused at once', async () => {
  const gate = createGate(limits)
  const [first, second, third] = [newWork(), newWork(), newWork()]
  const all = [first, second, third].map(({ work }) => gate.run(signal, work))
  await expect(gate.run(signal, async () => 'fourth')).rejects.toThrow(GateFullError)
  expect([first, second, third].map(({ work }) => work.mock.calls.length)).toEqual([1, 0, 0])
  first.end()
  await all[0]
  await Promise.resolve()
  expect([second, third].map(({ work }) => work.mock.calls.length)).toEqual([1, 0])
  second.end()
  third.end()
  await Promise.all(all)
  expect(vi.getTimerCount()).toBe(0)
})

test('work that fails gives its place back', async () => {
  const gate = createGate(limits)
  await expect(gate.run(signal, () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError)
  expect(await gate.run(signal, async () => 'done')).toBe('done')
})

test('nobody waits longer than the patience, and whoever leaves gives the place in the queue back', async () => {
  const gate = createGate(limits)
  const { work } = newWork()
  void gate.run(signal, work)
  const late = expect(gate.run(signal, async () => 'late')).rejects.toThrow(GateFullError)
  const caller = new AbortController()
  const left = expect(gate.run(caller.signal, async () => 'left')).rejects.toThrow(GateFullError)
  caller.abort()
  await left
  const next = expect(gate.run(signal, async () => 'next')).rejects.toThrow(GateFullError)
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all([late, next])
})
