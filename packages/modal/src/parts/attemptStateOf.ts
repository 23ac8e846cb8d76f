import { codeOf } from './errorWords.ts'
import { isDeclined } from './isDeclined.ts'

/** How an attempt to connect ended, or that it has not. */
export type AttemptState = 'waiting' | 'declined' | 'pending' | 'failed'

/** JSON-RPC: the wallet has a request open already. */
const RESOURCE_UNAVAILABLE = -32002

/** Tells a person's no, and a request that waits already, from a fault. */
export function attemptStateOf(error: unknown): Exclude<AttemptState, 'waiting'> {
  if (isDeclined(error) || rpcCodeOf(error) === 4001) return 'declined'
  return codeOf(error) === RESOURCE_UNAVAILABLE || rpcCodeOf(error) === RESOURCE_UNAVAILABLE
    ? 'pending'
    : 'failed'
}

/** What the wallet itself answered, where a connector has put it into its own error. */
function rpcCodeOf(error: unknown): unknown {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined
  return typeof data === 'object' && data !== null && 'rpcCode' in data ? data.rpcCode : undefined
}
