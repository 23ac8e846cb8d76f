import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { startDeadline, withDeadline } from './deadline.ts'

const never = () => new Promise<never>(() => undefined)

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

async function silentServer() {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

afterEach(() => vi.useRealTimers())

test('every deadline of many requests to a silent server fires, garbage collected or not', async () => {
  const collect = garbageCollector()
  const { url, close } = await silentServer()
  const caller = new AbortController()
  const collecting = setInterval(collect, 20)
  try {
    const asked = Array.from({ length: 100 }, () =>
      withDeadline({ ms: 300, signal: caller.signal }, (signal) => fetch(url, { signal })),
    )
    const ended = await Promise.allSettled(asked)
    expect(ended.map((one) => one.status === 'rejected' && one.reason.name)).toEqual(
      Array(100).fill('TimeoutError'),
    )
  } finally {
    clearInterval(collecting)
    close()
  }
})

test('work that ignores its signal is left at the deadline, with the error of the caller’s choice', async () => {
  vi.useFakeTimers()
  const ended = withDeadline({ ms: 1_000, tooLate: () => new RangeError('late') }, never)
  const checked = expect(ended).rejects.toThrow(RangeError)
  await vi.advanceTimersByTimeAsync(1_000)
  await checked
})

test('an abort of the caller ends the work and its signal with the same reason', async () => {
  const caller = new AbortController()
  let seen: AbortSignal | undefined
  const ended = withDeadline({ ms: 60_000, signal: caller.signal }, (signal) => {
    seen = signal
    return never()
  })
  const reason = new Error('left')
  caller.abort(reason)
  await expect(ended).rejects.toBe(reason)
  expect(seen?.reason).toBe(reason)
})

test('work is not begun for a caller who has left', async () => {
  const work = vi.fn(never)
  const limits = { ms: 60_000, signal: AbortSignal.abort(), cancelled: () => new RangeError('left') }
  await expect(withDeadline(limits, work)).rejects.toThrow(RangeError)
  expect(work).not.toHaveBeenCalled()
})

test('after the work nothing is left: no timer, and the signal does not abort later', async () => {
  vi.useFakeTimers()
  const caller = new AbortController()
  let seen: AbortSignal | undefined
  const work = async (signal: AbortSignal) => {
    seen = signal
    return 7
  }
  expect(await withDeadline({ ms: 1_000, signal: caller.signal }, work)).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
  caller.abort()
  expect(seen?.aborted).toBe(false)
})

test('a deadline whose signal has aborted already is over at once and holds no timer', () => {
  vi.useFakeTimers()
  const limit = startDeadline(1_000, undefined, AbortSignal.abort('gone'))
  expect(limit.signal.reason).toBe('gone')
  expect(vi.getTimerCount()).toBe(0)
})

test('without a time there is no timer, and the signal alone ends the work', async () => {
  vi.useFakeTimers()
  const caller = new AbortController()
  const ended = withDeadline({ signal: caller.signal }, never)
  expect(vi.getTimerCount()).toBe(0)
  const checked = expect(ended).rejects.toBe('left')
  caller.abort('left')
  await checked
})

test('the first of several signals ends a deadline', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const limit = startDeadline(60_000, first.signal, second.signal)
  second.abort('second')
  first.abort('first')
  expect(limit.signal.reason).toBe('second')
})
