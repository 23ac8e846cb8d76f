/** What of a window is asked; browsers that cannot tell when they are idle (Safari) have the clock alone. */
type Clock = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>

/** How long it is waited for at most, and where nobody can tell, ms. */
const AT_MOST = 5_000
const SOON = 1_500

/**
 * What is left to windows of other origins before something is prepared ahead, ms: they share the processors, and none of
 * them is told that another is busy.
 */
export const FOR_OTHERS = 300

/**
 * Runs something once the browser has nothing better to do.
 *
 * @param window the idle one
 * @param after how long it waits before it looks whether the browser is idle, ms; such as FOR_OTHERS
 * @example
 * whenIdle(window, () => void import('./later.ts'))
 */
export function whenIdle(window: Clock, run: () => void, after = 0): void {
  if (after > 0) window.setTimeout(() => whenIdle(window, run), after)
  else if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: AT_MOST })
  else window.setTimeout(run, SOON)
}
