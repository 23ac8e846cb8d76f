import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withDeadline } from './deadline.ts'
import { CancelledError, VaultUnavailableError } from './errors.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { ms: 100, tooLate: () => new VaultUnavailableError(), cancelled: () => new CancelledError() }
const never = () => new Promise<string>(() => undefined)

describe('a deadline', () => {
  it('lets a result and an error through, and leaves no timer', async () => {
    expect(await withDeadline(limits, async () => 'done')).toBe('done')
    await expect(withDeadline(limits, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('settles when the time is over, and tells the work', async () => {
    let told = false
    const work = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        told = true
      })
      return never()
    }
    const waiting = expect(withDeadline(limits, work)).rejects.toMatchObject({
      name: 'VaultUnavailableError',
    })
    await vi.advanceTimersByTimeAsync(100)
    await waiting
    expect(told).toBe(true)
  })

  it('settles when the caller aborts, before or during the work', async () => {
    const parent = new AbortController()
    const waiting = expect(withDeadline({ ...limits, parent: parent.signal }, never)).rejects.toMatchObject({
      name: 'CancelledError',
    })
    parent.abort()
    await waiting
    await expect(withDeadline({ ...limits, parent: parent.signal }, never)).rejects.toThrow()
    expect(vi.getTimerCount()).toBe(0)
  })
})
