import { BaseError } from '@latchkey/errors'
import { expect, it } from 'vitest'
import { alertOfFailure } from './FrameConnection.ts'

it.each([
  ['R5-5 R8-45', 6003, 'originNotAllowed'],
  ['R8-40', 6004, 'invalidProjectId'],
  ['R8-36', 6005, 'frameRequestTimeout'],
  ['R8-35', 6002, 'frameLoadFailed'],
  ['R8-35', 1003, 'frameLoadFailed'],
])('%s the failure %i raises the alert %s', (_ids, code, kind) => {
  expect(alertOfFailure(new BaseError(code, 'A sentence.'))).toEqual({ kind, code })
})
