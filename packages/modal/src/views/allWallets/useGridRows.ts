import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** px; rows are measured once they are there. */
const ROW_HEIGHT = 104
const GAP = 8
/** Rows beyond the edges, so that a quick hand meets no blank. */
const OVERSCAN = 2
/** Room that the search and the faded edge take. */
const PINNED = 62
const EDGE = 20
/** px; the largest card's. */
const CARD = { width: 320, height: 536 }
/** Narrower than this, four names no longer stand side by side. */
const WIDE = 352

export const scrollerOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('.lk-scroll') ?? null

/** How many tiles stand side by side. */
export function useColumns(list: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(4)
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller) return
    const follow = () => setColumns(scroller.offsetWidth < WIDE ? 3 : 4)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [list])
  return columns
}

type GridRowsOptions = {
  list: RefObject<HTMLElement | null>
  count: number
  /** This row is there wherever the list is scrolled to: it holds the focus, or Tab leads to it. */
  kept: number
  /** px */
  scrollTop: number
}

/** The rows that are in sight, and a few more. */
export function useGridRows({ list, count, kept, scrollTop }: GridRowsOptions) {
  const [scrollMargin, setScrollMargin] = useState(PINNED)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range)
      if (kept >= range.count || rows.includes(kept)) return rows
      return [...rows, kept].sort((left, right) => left - right)
    },
    [kept],
  )
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: () => ROW_HEIGHT,
    gap: GAP,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: PINNED,
    scrollPaddingEnd: EDGE,
    initialOffset: scrollTop,
    // With the first drawing, before anything is measured: the focus looks for its tile then.
    initialRect: CARD,
    rangeExtractor,
  })
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current)
    if (!scroller || !list.current) return
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    setScrollMargin(Math.round(top + scroller.scrollTop))
  }, [list])
  return virtualizer
}
