/** How long the window must have been in front before a press counts, in ms: the second press of a double-click counts for nothing. */
export const FRONT_TIME = 1_000

/**
 * Tells whether the document has been seen and has had the focus for a second, whenever that changes.
 *
 * @returns stops it
 */
export function watchFront(view: Window, tell: (isReady: boolean) => void): () => void {
  const { document } = view
  let timer: number | undefined
  const look = () => {
    const isFront = document.visibilityState === 'visible' && document.hasFocus()
    if (isFront === (timer !== undefined)) return
    view.clearTimeout(timer)
    timer = isFront ? view.setTimeout(() => tell(true), FRONT_TIME) : undefined
    if (!isFront) tell(false)
  }
  view.addEventListener('focus', look)
  view.addEventListener('blur', look)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    view.clearTimeout(timer)
    view.removeEventListener('focus', look)
    view.removeEventListener('blur', look)
    document.removeEventListener('visibilitychange', look)
  }
}
