import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

type TileKeysOptions = {
  list: RefObject<HTMLElement | null>
  count: number
  columns: number
  /** Makes a tile the one that Tab leads to, and keeps its row in the page. */
  activate: (index: number) => void
  /** Scrolls a tile into sight. */
  reveal: (index: number) => void
}

const indexOf = (target: EventTarget): number | undefined => {
  const text = target instanceof HTMLElement ? target.dataset.tile : undefined
  return text === undefined ? undefined : Number(text)
}

/** Arrow keys, Home and End move the focus from tile to tile (ARIA: roving tabindex). */
export function useTileKeys({ list, count, columns, activate, reveal }: TileKeysOptions) {
  const wanted = useRef<number | undefined>(undefined)
  // The tile may come into the page only with this drawing.
  useLayoutEffect(() => {
    const tile = list.current?.querySelector<HTMLElement>(`[data-tile="${wanted.current}"]`)
    if (!tile) return
    wanted.current = undefined
    tile.focus({ preventScroll: true })
  })
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const index = indexOf(event.target)
      if (index === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
      const next = nextTile({ key: event.key, index, count, columns, isRtl })
      if (next === undefined) return
      event.preventDefault()
      wanted.current = next
      activate(next)
      reveal(next)
    },
    onFocus({ target }: { target: EventTarget }) {
      const index = indexOf(target)
      if (index !== undefined) activate(index)
    },
  }
}

type TileMove = {
  /** `KeyboardEvent.key` */
  key: string
  /** The tile that has the focus, from 0. */
  index: number
  /** How many there are. */
  count: number
  columns: number
  isRtl: boolean
}

/** The tile that an arrow key, Home or End leads to; undefined where there is none, and for every other key. */
export function nextTile({ key, index, count, columns, isRtl }: TileMove): number | undefined {
  const forward = isRtl ? -1 : 1
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -index,
    End: count - 1 - index,
  }
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (!step) return undefined
  const next = index + step
  return next >= 0 && next < count ? next : undefined
}
