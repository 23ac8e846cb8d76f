import { useEffect } from 'react'

/** Rows between what is in sight and the end when the next page is asked for. */
const AHEAD = 3

export type EndOptions = {
  /** The last row in sight. */
  last: number
  rows: number
  hasMore: boolean
  /** What is there so far: each page is a reason to look again. */
  items: readonly unknown[]
  onEnd: () => void
}

/** Asks for more when the end nears. */
export function useEnd({ last, rows, hasMore, items, onEnd }: EndOptions): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `items` says that a page has come.
  useEffect(() => {
    if (hasMore && last + AHEAD >= rows) onEnd()
  }, [last, rows, hasMore, onEnd, items])
}
