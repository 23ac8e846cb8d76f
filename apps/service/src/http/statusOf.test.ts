import { problem } from '@latchkey/protocol/client'
import * as protocol from '@latchkey/protocol/http'
import { expect, test } from 'vitest'
import { problemResponse, statusOf } from './problemResponse.ts'

const definitions = Object.values(protocol).filter(
  (value): value is typeof protocol.NotFoundError => typeof value === 'function' && 'errorName' in value,
)
/** The browser's own: no answer came. */
const served = definitions.filter((definition) => definition !== protocol.ServiceUnreachableError)

test.each(served.map((definition) => [definition.errorName, definition] as const))(
  '%s has a status, a stable code and a sentence',
  async (_, definition) => {
    const answer = problemResponse(new definition())
    expect(answer.status).toBe(statusOf(definition.code))
    const { error } = problem().parse(await answer.json())
    expect(error.code).toBe(definition.code)
    expect(error.message).toMatch(/^[A-Z].+\.$/)
  },
)

test('an unforeseen error leaves without its text', async () => {
  const answer = problemResponse(new Error('duplicate key value (email)=(mia@example.com)'))
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('mia')
})

test('a wait is told in the header as well', () => {
  const answer = problemResponse(new protocol.TooSoonError({ data: { retryAfter: 12 } }))
  expect(answer.headers.get('retry-after')).toBe('12')
})
