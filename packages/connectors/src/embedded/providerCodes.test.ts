import {
  CallAbortedError,
  ConnectionClosedError,
  FrameVersionError,
  UnknownMethodError,
} from '@latchkey/bridge'
import { toProviderError } from '@latchkey/core'
import { expect, it } from 'vitest'
import {
  FrameLoadError,
  FrameRequestTimeoutError,
  NoSessionError,
  OriginNotAllowedError,
  SessionExpiredError,
} from '../answer/errors.ts'

it.each([
  ['R8-29', CallAbortedError, 4001],
  ['R8-45', OriginNotAllowedError, 4100],
  ['R8-70', SessionExpiredError, 4100],
  ['R8-70', NoSessionError, 4100],
  ['R8-71', UnknownMethodError, 4200],
  ['R8-72', ConnectionClosedError, 4900],
  ['R8-72', FrameLoadError, 4900],
  ['R8-64', FrameRequestTimeoutError, -32002],
  ['R8-68', FrameVersionError, -32006],
])('%s an error of a connector or of the bridge says its own EIP-1193 code: %o', (_id, Own, theirs) => {
  expect(toProviderError(new Own())).toMatchObject({ code: theirs, data: { latchkeyCode: Own.code } })
})
