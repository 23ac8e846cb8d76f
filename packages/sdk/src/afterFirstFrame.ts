/** Not in every browser, nor in TypeScript's library. */
type Connection = { saveData?: boolean; effectiveType?: string }

/**
 * Runs once after the page's `load` and its next frame, when the browser is idle: what the page draws first has the processor.
 * Never for a visitor who saves data or is on 2g, and not before a page in the background is seen.
 */
export function afterFirstFrame(run: () => void): void {
  if (typeof window === 'undefined') return
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  const wait = () => requestAnimationFrame(() => (window.requestIdleCallback ?? setTimeout)(run))
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}
