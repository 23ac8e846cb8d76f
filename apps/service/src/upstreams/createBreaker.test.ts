import { expect, test } from 'vitest'
import { BreakerOpenError, createBreaker } from './createBreaker.ts'

function stage() {
  let time = 0
  let asked = 0
  const breaker = createBreaker({ failures: 3, rest: 1_000, now: () => time })
  const run = (isGood: boolean) =>
    breaker.run(async () => {
      asked += 1
      if (!isGood) throw new Error('down')
      return 'up'
    })
  return { breaker, run, asked: () => asked, advance: (ms: number) => (time += ms) }
}

test('three failures in a row, and nobody is asked until the rest is over', async () => {
  const { run, asked, advance } = stage()
  for (let round = 0; round < 3; round += 1) await expect(run(false)).rejects.toThrow('down')
  await expect(run(true)).rejects.toBeInstanceOf(BreakerOpenError)
  expect(asked()).toBe(3)
  advance(1_000)
  await expect(run(true)).resolves.toBe('up')
  await expect(run(true)).resolves.toBe('up')
})

test('a failure between answers is no reason', async () => {
  const { run, asked } = stage()
  for (const isGood of [false, false, true, false, false, true]) await run(isGood).catch(() => undefined)
  expect(asked()).toBe(6)
})

test('after the rest one asks and the others are spared; when it fails, the rest begins anew', async () => {
  const { breaker, run, advance } = stage()
  for (let round = 0; round < 3; round += 1) await run(false).catch(() => undefined)
  advance(1_000)
  let fail = () => {}
  const first = breaker.run(
    () =>
      new Promise<string>((_, reject) => {
        fail = () => reject(new Error('still down'))
      }),
  )
  await expect(run(true)).rejects.toBeInstanceOf(BreakerOpenError)
  fail()
  await expect(first).rejects.toThrow('still down')
  await expect(run(true)).rejects.toBeInstanceOf(BreakerOpenError)
  advance(1_000)
  await expect(run(true)).resolves.toBe('up')
})
