const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every number that bounds what a caller may do. Durations in milliseconds. */
export type Limits = {
  codeLifetime: number
  codeTries: number
  resendAfter: number
  codesPerQuarterHour: number
  codesPerDay: number
  codesPerAddressHour: number
  codesPerProjectMinute: number
  failuresPerHour: number
  failuresPerDay: number
  consecutiveFailures: number
  /** How long an account that reached `consecutiveFailures` takes no code, counted from the last failure. */
  failureLock: number
  /** No answer to "send a code" leaves earlier than this. */
  startFloor: number
  /** How long "send a code" waits for the mail server. */
  mailWait: number
  accessLifetime: number
  sessionIdle: number
  sessionAbsolute: number
  freshLogin: number
  proofSkew: number
  nonceLifetime: number
  releasesPerMinute: number
  recoveriesPerHour: number
  apiCallsPerMinute: number
  rpcCallsPerMinute: number
  /** Signatures of sign-ins with a wallet, from one place: each may cost calls to a node. */
  siwxSignaturesPerMinute: number
  /** How long a sign-in with a wallet lasts at most. */
  siwxSession: number
  eventsPerAddressMinute: number
  eventsPerProjectMinute: number
  /** Bounds what a project's events take up until they are deleted. */
  eventsPerProjectDay: number
  imageCallsPerMinute: number
}

export const DEFAULT_LIMITS: Limits = {
  codeLifetime: 5 * MINUTE,
  codeTries: 3,
  resendAfter: 30 * SECOND,
  codesPerQuarterHour: 5,
  codesPerDay: 10,
  codesPerAddressHour: 20,
  codesPerProjectMinute: 60,
  failuresPerHour: 10,
  failuresPerDay: 20,
  consecutiveFailures: 100,
  failureLock: DAY,
  startFloor: 400,
  mailWait: 4 * SECOND,
  accessLifetime: 10 * MINUTE,
  sessionIdle: 14 * DAY,
  sessionAbsolute: 90 * DAY,
  freshLogin: 5 * MINUTE,
  proofSkew: MINUTE,
  nonceLifetime: 5 * MINUTE,
  releasesPerMinute: 30,
  recoveriesPerHour: 10,
  apiCallsPerMinute: 1_200,
  rpcCallsPerMinute: 3_000,
  siwxSignaturesPerMinute: 60,
  siwxSession: 7 * DAY,
  eventsPerAddressMinute: 60,
  eventsPerProjectMinute: 6_000,
  eventsPerProjectDay: 1_000_000,
  imageCallsPerMinute: 6_000,
}
