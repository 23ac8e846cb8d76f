/** The stable code of anything that was thrown. */
export function codeOf(error: unknown): number | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : undefined
}

/** Closed, declined or taken back by the person: nothing went wrong. */
const DECLINED: ReadonlySet<number> = new Set([1004, 1011, 2004, 4001, 5008, 5010, 6010])

export const isDeclined = (error: unknown): boolean => DECLINED.has(codeOf(error) ?? 0)

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
