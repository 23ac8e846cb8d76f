import { close } from '@latchkey/core'
import { connectFarcaster, leaveFarcaster } from '@latchkey/core/identity'
import { useConfig } from '@latchkey/react'
import { Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect } from 'react'
import { onceLeft } from '../../attempts/onceLeft.ts'
import { SignInError } from '../../attempts/SignInError.tsx'
import { useViewWork } from '../../attempts/useViewWork.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { FrameSlot, StripSkeleton } from '../../parts/FrameSlot.tsx'
import { useOpen } from '../../router/useOpen.ts'

/** Height of the frame's Farcaster screen, CSS px. */
const CODE_HEIGHT = 535

/** The place where the frame shows the code to scan: only the wallet knows what it says. */
export function ConnectingFarcasterView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  useReloadOnLeave()
  const { error, retry } = useViewWork(async (signal) => {
    await connectFarcaster(config, { signal })
    if (!signal.aborted) close(config)
  })
  if (error) return <SignInError error={error} onRetry={retry} provider="farcaster" />
  return (
    <FrameSlot height={CODE_HEIGHT} loading={say('social.preparing')}>
      <StripSkeleton />
      <div className="lk-stack" data-gap="20">
        <Skeleton width="80%" height={18} />
        <Skeleton shape="box" height={264} />
      </div>
    </FrameSlot>
  )
}

/** Whoever leaves without being connected leaves no sign-in behind that another device could end (spec 2). */
function useReloadOnLeave(): void {
  const config = useConfig()
  const open = useOpen()
  useEffect(() => {
    if (!open) return
    let isLeft = false
    const leave = () => {
      if (isLeft) return
      isLeft = true
      leaveFarcaster(config)
    }
    const stop = onceLeft(config, leave, () => {
      isLeft = false
    })
    return () => {
      stop()
      leave()
    }
  }, [config, open])
}
