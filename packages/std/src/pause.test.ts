import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pause } from './pause.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const isOver = async (waiting: Promise<void>) => {
  let over = false
  void waiting.then(() => {
    over = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return over
}

test('ends after its time', async () => {
  const waiting = pause(100)
  await vi.advanceTimersByTimeAsync(99)
  expect(await isOver(waiting)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(waiting)).toBe(true)
})

test('ends with its signal, and at once with one that has aborted; no timer stays', async () => {
  const caller = new AbortController()
  const waiting = pause(100, caller.signal)
  expect(await isOver(waiting)).toBe(false)
  caller.abort()
  expect(await isOver(waiting)).toBe(true)
  expect(await isOver(pause(100, caller.signal))).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
