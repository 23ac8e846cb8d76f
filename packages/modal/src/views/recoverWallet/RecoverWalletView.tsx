import { close, reset } from '@latchkey/core'
import { recoverWallet } from '@latchkey/core/identity'
import { useConfig } from '@latchkey/react'
import { Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { FrameSlot, StripSkeleton } from '../../parts/FrameSlot.tsx'
import { isDeclined } from '../../parts/isDeclined.ts'
import { SignInError } from '../../parts/SignInError.tsx'
import { useViewWork } from '../../parts/useViewWork.ts'
import type { RecoverWalletParams } from './view.ts'

/** Height of the frame's recovery screen, CSS px. */
const RECOVERY_HEIGHT = 430

/** The place where the frame asks for the passkey or the recovery code. Neither ever reaches this page. */
export function RecoverWalletView({ params }: { params: RecoverWalletParams }): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { error, retry } = useViewWork(async (signal) => {
    await recoverWallet(config, { provider: params?.provider, signal })
    if (!signal.aborted) close(config)
  })
  const isDone = isDeclined(error)
  useEffect(() => {
    if (isDone) reset(config, { name: 'Connect' })
  }, [config, isDone])
  if (error && !isDone) return <SignInError error={error} onRetry={retry} />
  return (
    <FrameSlot height={RECOVERY_HEIGHT} loading={say('recover.loading')}>
      <StripSkeleton />
      <div className="lk-stack" data-gap="20">
        <Skeleton width="85%" height={18} />
        <Skeleton shape="box" height={48} />
        <Skeleton shape="box" height={48} />
      </div>
    </FrameSlot>
  )
}
