/**
 * Waits for a time, or until the signal aborts. It never rejects: whoever waits looks at the signal afterwards.
 *
 * @param ms milliseconds
 * @example
 * await pause(1_000, signal)
 * signal.throwIfAborted()
 */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}
