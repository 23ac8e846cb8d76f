import { expect, it, vi } from 'vitest'
import { pause } from './pause.ts'

it('ends after its time, or at once when it is over', async () => {
  vi.useFakeTimers()
  const over = new AbortController()
  const waiting = pause(100, over.signal)
  await vi.advanceTimersByTimeAsync(100)
  await waiting
  const cut = expect(pause(100, over.signal)).rejects.toMatchObject({ name: 'CancelledError' })
  over.abort()
  await cut
  await expect(pause(100, over.signal)).rejects.toThrow()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
