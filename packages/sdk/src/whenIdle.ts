/** Not in every browser, nor in TypeScript's library. */
type Connection = { saveData?: boolean; effectiveType?: string }

/** Runs once after the page's `load`, when the browser is idle; never for a visitor who saves data or is on 2g. */
export function whenIdle(run: () => void): void {
  if (typeof window === 'undefined') return
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  const wait = () => (window.requestIdleCallback ?? setTimeout)(run)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}
