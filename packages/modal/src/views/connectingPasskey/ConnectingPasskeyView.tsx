import { close } from '@latchkey/core'
import { connectPasskey } from '@latchkey/core/identity'
import { useConfig, useSlice } from '@latchkey/react'
import { Icon, LiveRegion } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { ConnectingStyles } from '../../parts/ConnectingStyles.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { codeOf } from '../../parts/errorWords.ts'
import { FrameSlot } from '../../parts/FrameSlot.tsx'
import { isDeclined } from '../../parts/isDeclined.ts'
import { RetryButton } from '../../parts/RetryButton.tsx'
import { SignInError } from '../../parts/SignInError.tsx'
import { useViewWork } from '../../parts/useViewWork.ts'

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
