import { useConfig, useSlice } from '@latchkey/react'
import { LiveRegion, Skeleton } from '@latchkey/ui'
import { type CSSProperties, type ReactElement, type ReactNode, useRef } from 'react'

export type FrameSlotProps = {
  /** Height until the frame has told its own, CSS px. */
  height: number
  /** Said while the frame shows nothing yet. */
  loading: string
  /** The shape of what comes. */
  children: ReactNode
}

/** The place that the frame is laid over, as high as what the frame draws. */
export function FrameSlot({ height, loading, children }: FrameSlotProps): ReactElement {
  const frame = useSlice(useConfig().frame)
  const isShown = frame.screen !== 'none'
  // A frame that has finished tells no height; the card must not jump before it leaves.
  const last = useRef(height)
  if (isShown && frame.height > 0) last.current = frame.height
  return (
    <div
      className="lk-slot"
      style={{ '--lk-slot-height': `${last.current}px` } as CSSProperties}
      aria-busy={!isShown}
    >
      <LiveRegion message={isShown ? '' : loading} />
      {isShown ? null : <div className="lk-late">{children}</div>}
    </div>
  )
}

/** The strip that every screen of the frame begins with, while it loads. */
export const StripSkeleton = (): ReactElement => (
  <div className="lk-slot-strip">
    <Skeleton shape="box" width={24} height={24} />
    <Skeleton width="30%" />
  </div>
)
