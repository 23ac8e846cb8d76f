import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { painted } from './painted.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const frames = () => {
  const callbacks: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callbacks.push(callback))
  return callbacks
}
const follow = (waiting: Promise<void>) => {
  const seen = { over: false }
  void waiting.then(() => {
    seen.over = true
  })
  return seen
}

test('ends in the task after the next frame, not in the frame', async () => {
  const [callbacks, seen] = [frames(), follow(painted())]
  await vi.advanceTimersByTimeAsync(100)
  expect(seen.over).toBe(false)
  callbacks[0]?.()
  await Promise.resolve()
  expect(seen.over).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(seen.over).toBe(true)
})

test('a hidden page, which draws nothing, is waited for 200 ms', async () => {
  frames()
  const seen = follow(painted())
  await vi.advanceTimersByTimeAsync(199)
  expect(seen.over).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.over).toBe(true)
})

test('where there is no page, nothing is waited for', async () => {
  vi.stubGlobal('requestAnimationFrame', undefined)
  await painted()
})
