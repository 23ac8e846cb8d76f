import { expect, test } from 'vitest'
import { lazy } from './lazy.ts'

test('loads once for all who ask, and knows then what it loaded', async () => {
  let loads = 0
  const get = lazy(async () => ({ load: ++loads }))
  expect([get.peek(), get.started()]).toEqual([undefined, undefined])
  expect(loads).toBe(0)
  const asked = get()
  expect(get.peek()).toBeUndefined()
  expect(await get.started()).toBe(await asked)
  const [first, second] = await Promise.all([get(), get()])
  expect(first).toBe(second)
  expect(await get()).toBe(first)
  expect(get.peek()).toBe(first)
  expect(loads).toBe(1)
})

test('a load that failed fails for those who waited, and the next call loads anew', async () => {
  let loads = 0
  const get = lazy(
    async () => {
      loads += 1
      if (loads === 1) throw new Error('offline')
      return 'part'
    },
    (cause) => new Error('The part did not load.', { cause }),
  )
  const asked = await Promise.allSettled([get(), get()])
  for (const one of asked)
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'The part did not load.' } })
  expect(loads).toBe(1)
  expect([get.peek(), get.started()]).toEqual([undefined, undefined])
  expect(await get()).toBe('part')
})

test('without words of its own the error is that of the load', async () => {
  await expect(lazy(() => Promise.reject(new RangeError('offline')))()).rejects.toThrow(RangeError)
})
