import { type Config, close, codeOf, isDeclined, replace, reset, type SocialProvider } from '@latchkey/core'
import { connectPasskey, recoverWallet, waitForDevice } from '@latchkey/core/identity'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Icon, LiveRegion, Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect } from 'react'
import { RetryButton } from '../../attempts/RetryButton.tsx'
import { SignInError } from '../../attempts/SignInError.tsx'
import { useViewWork } from '../../attempts/useViewWork.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero, ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { FrameSlot, StripSkeleton } from '../../parts/FrameSlot.tsx'
import { textParam } from '../../router/navigate.ts'

/** Height of the frame's screen, where the wallet needs one of its own; CSS px. */
const SCREEN_HEIGHT = 320
/** Code of the wallet's PasskeyCancelledError. */
const NOT_USED = 2025
/** Code of its PasskeyUnavailableError. */
const UNAVAILABLE = 2024

/** A passkey is asked for: by the browser's own sheet, or on a screen of the frame. */
export function ConnectingPasskeyView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { screen } = useSlice(config.frame)
  const { error, retry } = useViewWork(async (signal) => {
    await connectPasskey(config, { signal })
    if (!signal.aborted) close(config)
  })
  const isCalm = isDeclined(error) || codeOf(error) === NOT_USED
  // Where there are none, trying again finds none.
  if (codeOf(error) === UNAVAILABLE) return <ErrorCard error={error} />
  if (error && !isCalm) return <SignInError error={error} onRetry={retry} />
  if (screen !== 'none' && !error)
    return (
      <FrameSlot height={SCREEN_HEIGHT} loading="">
        {null}
      </FrameSlot>
    )
  const title = say(isCalm ? 'passkey.declined' : 'passkey.waiting')
  const help = say(isCalm ? 'passkey.declinedHelp' : 'passkey.waitingHelp')
  return (
    <>
      <ConnectingStyles />
      <ConnectingHero
        name={title}
        icon={undefined}
        mark={<Icon name="key" size={28} />}
        waiting={!isCalm}
        title={title}
        help={help}
      />
      {isCalm ? <RetryButton onClick={retry} /> : null}
      <LiveRegion message={`${title}. ${help}`} />
    </>
  )
}

/** Height of the frame's device screen, CSS px. */
const DEVICE_HEIGHT = 380

/** The place where the frame shows the number that the page in the mailbox shows too. The code comes next. */
export function EmailVerifyDeviceView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { error } = useViewWork(async (signal) => {
    await waitForDevice(config, { signal })
    if (!signal.aborted) replace(config, { name: 'EmailVerifyOtp' })
  })
  useEffect(() => {
    if (error) leave(config, error)
  }, [config, error])
  return (
    <FrameSlot height={DEVICE_HEIGHT} loading={say('device.loading')}>
      <StripSkeleton />
      <div className="lk-stack" data-gap="20">
        <Skeleton width="90%" height={18} />
        <Skeleton shape="box" height={96} />
        <Skeleton width="70%" />
      </div>
    </FrameSlot>
  )
}

/** Back to the address, with the reason where there is one. */
function leave(config: Config, error: unknown): void {
  const { stack } = config.router.getState()
  const email = textParam(stack.at(-2)?.params, 'email')
  const code = isDeclined(error) ? undefined : (codeOf(error) ?? 0)
  const params = { ...(email ? { email } : {}), ...(code === undefined ? {} : { error: code }) }
  config.router.setState({ stack: [...stack.slice(0, -2), { name: 'Connect', params }], direction: 'prev' })
}

/** Height of the frame's recovery screen, CSS px. */
const RECOVERY_HEIGHT = 430

type RecoverWalletProps = { params: { provider?: SocialProvider } | undefined }

/** The place where the frame asks for the passkey or the recovery code. Neither ever reaches this page. */
export function RecoverWalletView({ params }: RecoverWalletProps): ReactElement {
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
