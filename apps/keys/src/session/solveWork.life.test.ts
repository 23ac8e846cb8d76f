import { RateLimitedError } from '@latchkey/protocol/http'
import { expect, it } from 'vitest'
import { codeOf, EMAIL, startLife } from '../testing/life.ts'
import { solveWork, taskOf } from './solveWork.ts'

const busy = { task: 'a-task', bits: 10, retryAfter: 60 }

it('does the work that a busy service asks for, and gets its code', async () => {
  const life = await startLife()
  life.service.brake.data = busy
  const keys = await life.open()
  expect(await keys.startEmail(EMAIL)).toMatchObject({ action: 'VERIFY_OTP' })
  expect(life.service.calls.filter((call) => call.endsWith('/email/start'))).toHaveLength(2)
})

it.each([
  ['too hard a task', { ...busy, bits: 21 }],
  ['a task that is none', { ...busy, bits: -1 }],
])('does not begin %s', async (_, data) => {
  const life = await startLife()
  life.service.brake.data = data
  const keys = await life.open()
  await expect(keys.startEmail(EMAIL)).rejects.toEqual(codeOf(RateLimitedError))
  expect(life.service.calls.filter((call) => call.endsWith('/email/start'))).toHaveLength(1)
})

it('reads no task out of other facts', () => {
  expect(taskOf(undefined)).toBeNull()
  expect(taskOf({ retryAfter: 3 })).toBeNull()
  expect(taskOf({ task: 'x'.repeat(161), bits: 1 })).toBeNull()
})

it('ends when the visitor leaves', async () => {
  const left = new AbortController()
  const working = solveWork({ task: 'never', bits: 20 }, left.signal)
  left.abort()
  await expect(working).rejects.toMatchObject({ name: 'CancelledError' })
})
