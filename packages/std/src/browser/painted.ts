/** ms that are waited for a page that draws nothing, as in a hidden tab. */
const LONGEST = 200

/**
 * Waits until what is drawn now is on the screen, 200 ms at most; where nothing is drawn, not at all. What a visitor does
 * not look at begins then. It never rejects.
 *
 * @example
 * await painted()
 * const { startRemote } = await import('./startRemote.ts')
 */
export function painted(): Promise<void> {
  if (typeof requestAnimationFrame !== 'function') return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST)
    // A frame's callbacks run before it is painted, the next task after it.
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
