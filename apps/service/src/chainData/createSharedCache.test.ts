import { expect, test } from 'vitest'
import { createSharedCache } from './createSharedCache.ts'

function stage(limits: { lifetime?: number; most?: number } = {}) {
  let time = 0
  let loads = 0
  const cache = createSharedCache<number>({ lifetime: 1_000, most: 3, ...limits, now: () => time })
  const read = (key: string, value = 1) =>
    cache.read(key, async () => {
      loads += 1
      if (value < 0) throw new Error('down')
      return value
    })
  return { cache, read, loads: () => loads, advance: (ms: number) => (time += ms) }
}

test('who asks at one time shares one load, and who asks later has what is kept', async () => {
  const { cache, read, loads, advance } = stage()
  expect(cache.has('a')).toBe(false)
  const [first, second] = [read('a'), read('a', 2)]
  expect(cache.has('a')).toBe(true)
  expect([await first, await second, await read('a', 3)]).toEqual([1, 1, 1])
  expect(loads()).toBe(1)
  advance(1_000)
  expect(cache.has('a')).toBe(false)
  expect(await read('a', 4)).toBe(4)
})

test('what fails is not kept', async () => {
  const { cache, read } = stage()
  await expect(read('a', -1)).rejects.toThrow('down')
  expect(cache.has('a')).toBe(false)
  expect(await read('a')).toBe(1)
})

test('of too many the oldest goes', async () => {
  const { cache, read } = stage()
  for (const key of ['a', 'b', 'c', 'd']) await read(key)
  expect(['a', 'b', 'c', 'd'].map(cache.has)).toEqual([false, true, true, true])
})

test('a change keeps the age of a value, and adds none that was not kept', async () => {
  const { cache, read, advance } = stage()
  await read('a')
  advance(999)
  cache.change('a', (kept) => kept + 1)
  cache.change('b', () => 9)
  expect([await read('a', 9), cache.has('b')]).toEqual([2, false])
  advance(1)
  expect(await read('a', 9)).toBe(9)
})

test('without a lifetime loads are shared, and nothing is kept', async () => {
  const { read, loads } = stage({ lifetime: 0 })
  await Promise.all([read('a'), read('a')])
  await read('a')
  expect(loads()).toBe(2)
})
