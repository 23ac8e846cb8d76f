import { type RefObject, useLayoutEffect } from 'react'
import { scrollerOf } from './useGridRows.ts'

/** ms; a view takes 150 to reach its height, and cannot be scrolled further than that before. */
const LONGEST = 500
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls back to where the visitor was, unless he scrolls himself. */
export function useRestoredScroll(list: RefObject<HTMLElement | null>, top: number): void {
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller || top <= 0) return
    const began = performance.now()
    let frame = 0
    const stop = () => {
      cancelAnimationFrame(frame)
      for (const input of INPUTS) scroller.removeEventListener(input, stop)
    }
    const step = () => {
      scroller.scrollTop = top
      const isThere = Math.abs(scroller.scrollTop - top) < 2
      if (isThere || performance.now() - began > LONGEST) return stop()
      frame = requestAnimationFrame(step)
    }
    for (const input of INPUTS) scroller.addEventListener(input, stop, { passive: true })
    step()
    return stop
  }, [list, top])
}
