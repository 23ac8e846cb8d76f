import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Locks, underLock } from './tokenSource.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const task = async () => 'done'

describe('a lock between tabs', () => {
  it('is no hindrance where the browser has none, or blocks it', async () => {
    const blocked: Locks = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) }
    expect(await underLock(undefined, 'name', task)).toBe('done')
    expect(await underLock(blocked, 'name', task)).toBe('done')
  })

  it('passes on what the task throws, and runs it once', async () => {
    let runs = 0
    const free: Locks = { request: (_name, _options, run) => run() }
    const failing = underLock(free, 'name', async () => {
      runs++
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(runs).toBe(1)
  })

  it('that another tab keeps is given up', async () => {
    const taken: Locks = {
      request: (_name, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    const waiting = expect(underLock(taken, 'name', task)).rejects.toMatchObject({ code: 4000 })
    await vi.advanceTimersByTimeAsync(12_000)
    await waiting
  })
})
