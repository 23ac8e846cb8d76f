import { expect, test } from 'vitest'
import { createRequestIds } from './createLogger.ts'

test('once it is closed, no line names a request', async () => {
  const lines: object[] = []
  const write = (facts: object) => void lines.push(facts)
  const ids = createRequestIds(0)
  const logger = ids.nameIn({ info: write, warn: write, error: write })
  await ids.answer(new Request('http://api.localhost/live'), async () => {
    logger.info({ at: 'before' }, '')
    ids.close()
    logger.info({ at: 'after' }, '')
    return new Response()
  })
  expect(lines).toEqual([{ at: 'before', requestId: expect.any(String) }, { at: 'after' }])
})
