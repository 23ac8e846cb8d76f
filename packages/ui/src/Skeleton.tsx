import type { ReactElement } from 'react'

export type SkeletonProps = {
  /** `text` follows the line height around it; `row` is a list row; `box` and `circle` take their size. */
  shape?: 'text' | 'box' | 'circle' | 'row' | undefined
  /** Any CSS length; default the whole width. */
  width?: string | number | undefined
  height?: string | number | undefined
}

/**
 * The shape of what comes. Decoration: say "loading" once, with `aria-busy` or a `LiveRegion` on the view.
 * @example <Skeleton shape="text" width="60%" />
 */
export function Skeleton({ shape = 'text', width, height }: SkeletonProps): ReactElement {
  return (
    <span
      className="lk-skeleton"
      data-shape={shape}
      aria-hidden="true"
      style={{ inlineSize: width, blockSize: shape === 'circle' ? (height ?? width) : height }}
    />
  )
}
