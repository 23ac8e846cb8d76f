import { expect, it } from 'vitest'
import { createExclusive } from './exclusive.ts'

it('runs one task at a time, in order, and goes on after a failure', async () => {
  const exclusive = createExclusive()
  const log: string[] = []
  const task = (name: string, fails = false) =>
    exclusive(async () => {
      log.push(`${name} starts`)
      await Promise.resolve()
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
    })
  const runs = await Promise.allSettled([task('a'), task('b', true), task('c')])
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
  expect(runs.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
