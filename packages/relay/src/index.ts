export { createRelay, type Relay, type RelayOptions } from './createRelay.ts'
export type { RelayCaller, Verdict } from './gate.ts'
export { comparableUrl, pathOf } from './gate.ts'
export {
  createMemoryMailbox,
  type Mailbox,
  type Page,
  type PageSize,
  type PutOutcome,
  REMEMBERED,
  type StoredMessage,
} from './Mailbox.ts'
export type { RefusalStatus, RelayEvent, RelayStats } from './RelayEvent.ts'
export { type CountAll, DEFAULT_RELAY_LIMITS, type RelayLimits } from './RelayLimits.ts'
export {
  InternalError,
  InvalidParamsError,
  InvalidRequestError,
  MailboxFullError,
  MethodNotFoundError,
  ParseError,
  TooFastError,
  TooManySubscriptionsError,
} from './relayErrors.ts'
