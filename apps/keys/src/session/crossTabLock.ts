import { ServiceUnreachableError } from '@latchkey/protocol/http'

/** The part of `navigator.locks` that is used. */
export type Locks = {
  request<T>(name: string, options: { signal: AbortSignal }, run: () => Promise<T>): Promise<T>
}

/** Longest wait for another tab, in ms: it holds the lock for one request at most. */
const PATIENCE = 12_000

/**
 * Runs `task` while no other tab of this partition runs one under the same name. Where the browser has no locks, or
 * blocks them together with storage, `task` runs at once.
 *
 * @throws ServiceUnreachableError when another tab keeps the lock too long
 */
export async function underLock<T>(
  locks: Locks | undefined,
  name: string,
  task: () => Promise<T>,
): Promise<T> {
  if (!locks) return task()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), PATIENCE)
  let started = false
  try {
    return await locks.request(name, { signal: waiting.signal }, () => {
      started = true
      clearTimeout(timer)
      return task()
    })
  } catch (error) {
    if (started) throw error
    if (waiting.signal.aborted) throw new ServiceUnreachableError()
    return task()
  } finally {
    clearTimeout(timer)
  }
}
