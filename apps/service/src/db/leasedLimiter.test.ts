import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { consume, createLeasedLimiter } from './counters.ts'
import type { OpenDatabase } from './Database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const limit = (key: string) => ({ key, limit: 100, window: 60_000 })

test('one process allows as many calls at once as the limit says', async () => {
  const take = createLeasedLimiter(database.db, () => 0)
  const waits = await Promise.all(Array.from({ length: 150 }, () => take(limit('one'))))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(100)
})

test('several processes together allow no more than the limit', async () => {
  const processes = [1, 2, 3].map(() => createLeasedLimiter(database.db, () => 0))
  const waits = await Promise.all(
    Array.from({ length: 300 }, (_, index) => processes[index % 3]?.(limit('many')) ?? 1),
  )
  const allowed = waits.filter((wait) => wait === 0).length
  expect(allowed).toBeLessThanOrEqual(100)
  expect(allowed).toBeGreaterThan(80)
})

test('what is left of one window is not spent in the next', async () => {
  let now = 0
  const processes = [1, 2, 3].map(() => createLeasedLimiter(database.db, () => now))
  await consume(database.db, limit('next'), now)
  now = 59_000
  for (const take of processes) await take(limit('next'))
  now = 61_000
  const calls = Array.from({ length: 300 }, (_, index) => processes[index % 3]?.(limit('next')) ?? 1)
  expect((await Promise.all(calls)).filter((wait) => wait === 0).length).toBeLessThanOrEqual(100)
})

test('a rare caller is never refused, and a new window begins anew', async () => {
  let now = 0
  const take = createLeasedLimiter(database.db, () => now)
  for (let call = 0; call < 200; call++) {
    expect(await take(limit('rare'))).toBe(0)
    now += 1_000
  }
  now += 60_000
  expect(await take(limit('rare'), 100)).toBe(0)
  expect(await take(limit('rare'), 101)).toBeGreaterThan(0)
})

test('whoever is over the limit is refused without a statement until the window closes', async () => {
  let now = 0
  let statements = 0
  const counted = new Proxy(database.db, {
    get(target, name, receiver) {
      if (name === 'insert' || name === 'select') statements += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const take = createLeasedLimiter(counted, () => now)
  const few = { key: 'few', limit: 2, window: 60_000 }
  expect([await take(few), await take(few), await take(few)]).toEqual([0, 0, 60_000])
  const before = statements
  now = 10_000
  for (let call = 0; call < 100; call++) expect(await take(few)).toBe(50_000)
  expect(statements).toBe(before)
  now = 60_000
  expect(await take(few)).toBe(0)
})

test('a counter counts exactly under many at once', async () => {
  const waits = await Promise.all(
    Array.from({ length: 50 }, () => consume(database.db, { key: 'exact', limit: 7, window: 1_000 }, 5)),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(7)
  expect(waits.filter((wait) => wait === 1_000)).toHaveLength(43)
  expect(await consume(database.db, { key: 'exact', limit: 7, window: 1_000 }, 1_005)).toBe(0)
})
