import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeadlines } from './deadlines.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const pending = new Set<string>()
  const expired: string[] = []
  const deadlines = createDeadlines(
    (id) => pending.has(id),
    (id) => {
      pending.delete(id)
      expired.push(id)
    },
    () => performance.now(),
  )
  const add = (id: string, timeout: number) => {
    pending.add(id)
    deadlines.add(id, timeout)
  }
  return { pending, expired, deadlines, add }
}

test('each call falls due in its own time, whatever was answered before', () => {
  const { add, expired, pending } = setUp()
  add('a', 1_000)
  vi.advanceTimersByTime(400)
  add('b', 1_000)
  add('c', 3_000)
  pending.delete('a')
  vi.advanceTimersByTime(998)
  expect(expired).toEqual([])
  vi.advanceTimersByTime(3)
  expect(expired).toEqual(['b'])
  vi.advanceTimersByTime(1_998)
  expect(expired).toEqual(['b'])
  vi.advanceTimersByTime(3)
  expect(expired).toEqual(['b', 'c'])
})

test('one timer watches many calls, and none is left when all is cleared', () => {
  const { add, deadlines } = setUp()
  for (let index = 0; index < 1_000; index++) add(String(index), 5_000)
  expect(vi.getTimerCount()).toBe(1)
  deadlines.clear()
  expect(vi.getTimerCount()).toBe(0)
})

test('answered calls are forgotten', () => {
  const { add, pending, expired } = setUp()
  for (let index = 0; index < 10; index++) add(String(index), 1_000)
  pending.clear()
  vi.advanceTimersByTime(2_000)
  expect([expired, vi.getTimerCount()]).toEqual([[], 0])
  add('late', 1_000)
  vi.advanceTimersByTime(1_002)
  expect(expired).toEqual(['late'])
})
