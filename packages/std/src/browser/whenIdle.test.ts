import { expect, test } from 'vitest'
import { FOR_OTHERS, whenIdle } from './whenIdle.ts'

type Run = () => void

test('runs when the browser is idle, and after 5 s where it never is', () => {
  const asked: [Run, IdleRequestOptions | undefined][] = []
  let runs = 0
  whenIdle(
    {
      requestIdleCallback: (run, options) => asked.push([() => run({} as IdleDeadline), options]),
      setTimeout: (() => expect.fail('the clock is not asked')) as unknown as typeof window.setTimeout,
    },
    () => {
      runs += 1
    },
  )
  expect(runs).toBe(0)
  expect(asked.map(([, options]) => options)).toEqual([{ timeout: 5_000 }])
  asked[0]?.[0]()
  expect(runs).toBe(1)
})

test('runs soon in a browser that cannot tell when it is idle', () => {
  const waits: [Run, number][] = []
  let runs = 0
  const setTimeout = (run: Run, ms: number) => waits.push([run, ms])
  whenIdle({ setTimeout: setTimeout as unknown as typeof window.setTimeout }, () => {
    runs += 1
  })
  expect(waits.map(([, ms]) => ms)).toEqual([1_500])
  waits[0]?.[0]()
  expect(runs).toBe(1)
})

test('leaves the processors to others first, where it is told to', () => {
  const waits: [Run, number][] = []
  const asked: Run[] = []
  const clock = {
    requestIdleCallback: (run: IdleRequestCallback) => asked.push(() => run({} as IdleDeadline)),
    setTimeout: ((run: Run, ms: number) => waits.push([run, ms])) as unknown as typeof window.setTimeout,
  }
  whenIdle(clock, () => undefined, FOR_OTHERS)
  expect([waits.map(([, ms]) => ms), asked.length]).toEqual([[FOR_OTHERS], 0])
  waits[0]?.[0]()
  expect(asked.length).toBe(1)
})
