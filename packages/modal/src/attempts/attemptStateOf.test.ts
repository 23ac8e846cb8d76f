import { attemptStateOf } from '@latchkey/core'
import { expect, it } from 'vitest'

it.each([
  ['a refusal', { code: 4001 }, 'declined'],
  ['a refusal inside', { code: 6010, data: { rpcCode: 4001 } }, 'declined'],
  ['an attempt that another took over', { code: 5010 }, 'declined'],
  ['a request that is open', { code: -32002 }, 'pending'],
  ['a request that is open, inside', { code: 6011, data: { rpcCode: -32002 } }, 'pending'],
  ['a fault', { code: -32603 }, 'failed'],
  ['anything else', 'text', 'failed'],
  ['nothing', undefined, 'failed'],
  ['data that is no object', { code: 1, data: 'x' }, 'failed'],
])('tells %s', (_, error, state) => {
  expect(attemptStateOf(error)).toBe(state)
})
