/** Spec 9, ms. */
const TIMEOUT = 2_000

/**
 * Loads pictures ahead of being shown. Resolves when all have come or failed, after `timeout` ms, or on abort; never
 * rejects.
 */
export function preloadImages(
  urls: readonly string[],
  { timeout = TIMEOUT, signal }: { timeout?: number; signal?: AbortSignal } = {},
): Promise<void> {
  return new Promise((resolve) => {
    if (urls.length === 0 || signal?.aborted) return resolve()
    let left = urls.length
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, timeout)
    signal?.addEventListener('abort', end)
    const count = () => {
      left -= 1
      if (left === 0) end()
    }
    for (const url of urls) {
      const image = new Image()
      image.onload = count
      image.onerror = count
      image.referrerPolicy = 'no-referrer'
      image.src = url
    }
  })
}
