import { expect, test } from 'vitest'
import { once } from './once.ts'

test('makes it when it is first asked for, and once', () => {
  let times = 0
  const get = once(() => ({ times: ++times }))
  expect(times).toBe(0)
  expect(get()).toBe(get())
  expect(times).toBe(1)
})

test('what fails is tried again by the next call', () => {
  let fails = true
  const get = once(() => {
    if (fails) throw new Error('not yet')
    return { made: true }
  })
  expect(get).toThrow('not yet')
  fails = false
  expect(get()).toEqual({ made: true })
})
