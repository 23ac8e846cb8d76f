import type { AlertKind } from '@latchkey/core/connector'
import type { BaseError } from '@latchkey/errors'
import { FrameRequestTimeoutError, OriginNotAllowedError, UnknownProjectError } from '../answer/errors.ts'

/** Which alert of spec 8 tells of a failure of the frame. */
const KINDS: ReadonlyMap<number, AlertKind> = new Map([
  [OriginNotAllowedError.code, 'originNotAllowed'],
  [UnknownProjectError.code, 'invalidProjectId'],
  [FrameRequestTimeoutError.code, 'frameRequestTimeout'],
])

export const alertOfFailure = ({ code }: BaseError): { kind: AlertKind; code: number } => ({
  kind: KINDS.get(code) ?? 'frameLoadFailed',
  code,
})
