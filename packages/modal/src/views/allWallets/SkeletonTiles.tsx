import type { ReactElement } from 'react'

/** The shape of tiles that are to come. Decoration. */
export const SkeletonTiles = ({ count }: { count: number }): ReactElement => (
  <>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they differ in nothing else.
      <span key={index} className="lk-tile-skeleton" aria-hidden="true" />
    ))}
  </>
)
