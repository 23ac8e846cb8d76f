/**
 * A pipe between two windows: one peer, one origin. What arrives is `unknown` until a schema accepts it.
 * A transport is one file that makes one of these; the contract suite (`@latchkey/bridge/contract`) runs over each.
 */
export type Messenger = {
  /** Sends a structured-clonable value. Does nothing after `close`. */
  post(message: unknown): void
  /** Calls `listener` for every message, in order. Returns the function that stops it. */
  subscribe(listener: (data: unknown) => void): () => void
  /** Ends the connection on both sides. May be called twice. */
  close(): void
  /** Resolves, never rejects, once either side has closed. */
  closed: Promise<void>
}
