import { BaseError } from '@latchkey/errors'
import { ChainUnreachableError, KeysUnavailableError } from '@latchkey/protocol/frame'
import { RateLimitedError, ServiceUnreachableError } from '@latchkey/protocol/http'
import type { MessageKey } from '../locales/Locale.ts'
import type { Notice, Value } from './ApprovalView.ts'

/** The network did not answer: nothing can be said, so nothing can be approved. */
export const networkStop: Notice = {
  title: { key: 'stop.network' },
  body: { key: 'stop.network.body' },
  code: String(ChainUnreachableError.code),
  retry: true,
}

/** The same, for the host too: its own error where it has one. */
export const networkStopFor = (error: unknown): { stop: Notice; refusal: BaseError } => ({
  stop: networkStop,
  refusal: error instanceof BaseError ? error : new ChainUnreachableError({ cause: error }),
})

/** The network says that it would not take this. A reason in its own words is quoted. */
export function refusedStop(reason: MessageKey | { quote: string }): Notice {
  const value: Value =
    typeof reason === 'string' ? { kind: 'message', key: reason } : { kind: 'quote', text: reason.quote }
  return { title: { key: 'stop.refused' }, body: { key: 'stop.refused.body', values: { reason: value } } }
}

export function fundsStop(symbol: string, have: Value, need: Value): Notice {
  return {
    title: { key: 'stop.funds', values: { symbol: { kind: 'text', text: symbol } } },
    body: { key: 'stop.funds.body', values: { have, need } },
  }
}

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
