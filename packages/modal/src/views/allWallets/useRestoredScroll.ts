import { type RefObject, useLayoutEffect } from 'react'
import { scrollerOf } from './useGridRows.ts'

/**
 * Frames: a view takes 200 ms to come, and cannot be scrolled further than its height before. A page that stands still
 * for a while has not had its time.
 */
const MOST = 60
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls back to where the visitor was, unless he scrolls himself. */
export function useRestoredScroll(list: RefObject<HTMLElement | null>, top: number): void {
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller || top <= 0) return
    let left = MOST
    let frame = 0
    const stop = () => {
      cancelAnimationFrame(frame)
      for (const input of INPUTS) scroller.removeEventListener(input, stop)
    }
    const step = () => {
      scroller.scrollTop = top
      const isThere = Math.abs(scroller.scrollTop - top) < 2
      if (isThere || left === 0) return stop()
      left -= 1
      frame = requestAnimationFrame(step)
    }
    for (const input of INPUTS) scroller.addEventListener(input, stop, { passive: true })
    step()
    return stop
  }, [list, top])
}
