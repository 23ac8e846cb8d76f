import { Skeleton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { StripSkeleton } from './FrameSlot.tsx'

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
