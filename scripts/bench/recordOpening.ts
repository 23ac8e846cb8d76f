/** Times in ms after the click; `longTasks` are their durations. */
export type Opening = { visible: number; stable: number; longTasks: number[] }

/** How long the page is watched after the click, in ms. */
export const WATCHED = 500

/** Runs in the page before its scripts: watches what a click on the button brings, frame by frame. */
export function recordOpening(watched: number): void {
  const longTasks: number[] = []
  let clicked: number | undefined
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (clicked !== undefined && startTime + duration > clicked) longTasks.push(duration)
  }).observe({ type: 'longtask' })

  const look = () => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const dialog = root?.querySelector('dialog')
    const field = root?.querySelector<HTMLElement>('.lk-mount input')
    if (!root || !dialog?.open || !field?.offsetHeight) return ''
    const boxes = [dialog, field].map(
      ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
        `${offsetLeft} ${offsetTop} ${offsetWidth} ${offsetHeight}`,
    )
    return boxes.join() + root.querySelector('.lk-mount')?.innerHTML
  }
  const watch = (start: number) => {
    let visible = Number.NaN
    let stable = Number.NaN
    let last = ''
    const step = () => {
      const seen = look()
      const now = performance.now() - start
      if (seen !== '' && Number.isNaN(visible)) visible = now
      if (seen !== last) stable = now
      last = seen
      if (now < watched) requestAnimationFrame(step)
      else Object.assign(globalThis, { opening: { visible, stable, longTasks } })
    }
    requestAnimationFrame(step)
  }
  addEventListener(
    'click',
    ({ timeStamp }) => {
      if (clicked !== undefined) return
      clicked = timeStamp
      watch(timeStamp)
    },
    true,
  )
}
