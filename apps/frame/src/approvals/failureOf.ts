import { BaseError } from '@latchkey/errors'
import { ChainUnreachableError, KeysUnavailableError } from '@latchkey/protocol/frame'
import { RateLimitedError, ServiceUnreachableError } from '@latchkey/protocol/http'
import type { Notice } from './ApprovalView.ts'

const repeatable: ReadonlySet<number> = new Set([
  ChainUnreachableError.code,
  KeysUnavailableError.code,
  ServiceUnreachableError.code,
  RateLimitedError.code,
])

/** Whether trying again may help. */
export const isRepeatable = (error: unknown): boolean =>
  error instanceof BaseError && repeatable.has(error.code)

/** What the person is told about a try that did not work; nothing was signed. */
export function failureOf(error: unknown): Notice {
  const code = error instanceof BaseError ? error.code : 0
  const keys = code === KeysUnavailableError.code
  return {
    title: { key: keys ? 'stop.keys' : 'stop.failed' },
    body: { key: keys ? 'stop.keys.body' : 'stop.failed.body' },
    code: String(code),
  }
}
