import { useConfig, useSlice } from '@latchkey/react/provider'
import { Skeleton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { FrameSlot, StripSkeleton } from '../../parts/FrameSlot.tsx'

/** Height of a usual approval screen, CSS px. */
const APPROVAL_HEIGHT = 528

/** The place where the frame asks for an approval. Core opens and leaves it with the request. */
export function ApproveTransactionView(): ReactElement {
  const { status, error } = useSlice(useConfig().frame)
  const say = useSay()
  if (status === 'failed') return <ErrorCard error={error} />
  return (
    <FrameSlot height={APPROVAL_HEIGHT} loading={say('approve.loading')}>
      <StripSkeleton />
      <div className="lk-stack" data-gap="20">
        <div className="lk-stack" data-gap="12">
          <Skeleton width="40%" />
          <Skeleton width="85%" height={18} />
        </div>
        <Skeleton shape="box" height={96} />
        <Skeleton shape="box" height={72} />
        <div className="lk-pair">
          <Skeleton shape="box" height={48} />
          <Skeleton shape="box" height={48} />
        </div>
      </div>
    </FrameSlot>
  )
}
