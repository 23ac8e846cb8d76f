/** Runs something once the browser has nothing better to do; soon, where it cannot tell (Safari). */
export function whenIdle(window: Window, run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 5_000 })
  else setTimeout(run, 1_500)
}
