export type TileMove = {
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
