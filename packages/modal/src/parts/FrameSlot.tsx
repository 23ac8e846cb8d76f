import { useConfig, useSlice } from '@latchkey/react/provider'
import { LiveRegion, Skeleton } from '@latchkey/ui'
import { type CSSProperties, type ReactElement, type ReactNode, useRef } from 'react'

type FrameSlotProps = {
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
      data-covered={isShown || undefined}
      aria-busy={!isShown}
    >
      <LiveRegion message={isShown ? '' : loading} />
      <div className="lk-late" aria-hidden={isShown}>
        {children}
      </div>
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

const BOXES = [1, 2, 3, 4, 5, 6]

/** The shape of the frame's code screen. */
export const CodeSkeleton = (): ReactElement => (
  <>
    <StripSkeleton />
    <div className="lk-stack" data-gap="20">
      <div className="lk-stack" data-gap="12">
        <Skeleton width="90%" height={18} />
        <Skeleton width="55%" height={18} />
        <Skeleton width="70%" />
      </div>
      <div className="lk-slot-boxes">
        {BOXES.map((box) => (
          <Skeleton key={box} shape="box" height={56} />
        ))}
      </div>
      <Skeleton shape="box" height={48} />
    </div>
  </>
)
