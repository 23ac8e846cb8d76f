import type { CopyRefusal } from './wire/boundedCopy.ts'

export type Limits = {
  /** Messages that a peer may send in a second, on average. */
  messagesPerSecond: number
  /** Messages that a peer may send at once. */
  burst: number
  /** Bytes of one message's params, result or payload (text as UTF-8). */
  maxMessageBytes: number
  /** Calls that run at the same time, apart from those that wait for a person. */
  maxConcurrentCalls: number
  /** Calls that run at the same time, all of them. */
  maxRunningCalls: number
}

export const DEFAULT_LIMITS: Limits = {
  messagesPerSecond: 50,
  burst: 100,
  maxMessageBytes: 256 * 1024,
  maxConcurrentCalls: 20,
  maxRunningCalls: 256,
}

/** What was dropped or refused, by reason. For health pages and tests; holds no content. */
export type Counters = {
  /** Not an envelope of this direction, or not of the exact shape. */
  malformed: number
  /** Held `__proto__`, `constructor` or `prototype` as a key. */
  unsafeKey: number
  tooLarge: number
  rateLimited: number
  /** A reply, a cancel or an event for nothing that is known; a late reply too. */
  unknownTarget: number
}

export const createCounters = (): Counters => ({
  malformed: 0,
  unsafeKey: 0,
  tooLarge: 0,
  rateLimited: 0,
  unknownTarget: 0,
})

/** Counts a value that could not be copied. */
export function countRefusal(counters: Counters, reason: CopyRefusal): void {
  if (reason === 'tooLarge') counters.tooLarge++
  else if (reason === 'unsafeKey') counters.unsafeKey++
  else counters.malformed++
}
