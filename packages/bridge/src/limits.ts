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
