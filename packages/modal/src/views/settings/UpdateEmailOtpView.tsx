import { type Config, goBack, reset, showToast } from '@latchkey/core'
import { confirmEmailUpdate } from '@latchkey/core/identity'
import { useConfig } from '@latchkey/react'
import { type ReactElement, useEffect } from 'react'
import { useViewWork } from '../../attempts/useViewWork.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard, isDeclined } from '../../parts/ErrorCard.tsx'
import { CodeSkeleton, FrameSlot } from '../../parts/FrameSlot.tsx'
import { replaceView } from '../../router/navigate.ts'

/** Height of the frame's code screen, CSS px. */
const CODE_HEIGHT = 430

/** The place where the frame asks for the code of one of the two addresses. */
export function UpdateEmailOtpView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { error } = useViewWork(async (signal) => {
    const next = await confirmEmailUpdate(config, { signal })
    if (signal.aborted) return
    if (next === 'VERIFY_SECONDARY_OTP') return replaceView(config, 'UpdateEmailSecondaryOtp')
    showToast(config, { kind: 'success', message: say('changeEmail.done') })
    returnToSettings(config)
  })
  const isDone = isDeclined(error)
  useEffect(() => {
    if (isDone) goBack(config)
  }, [config, isDone])
  // A code that was used up or refused is of no more use: the change begins again.
  if (error && !isDone)
    return (
      <ErrorCard
        error={error}
        action={{ label: say('changeEmail.startOver'), onClick: () => startOver(config) }}
      />
    )
  return (
    <FrameSlot height={CODE_HEIGHT} loading={say('code.loading')}>
      <CodeSkeleton />
    </FrameSlot>
  )
}

/** Back to the settings, also where the page opened a step by itself. */
function returnToSettings(config: Config): void {
  const { stack } = config.router.getState()
  const at = stack.findLastIndex(({ name }) => name === 'AccountSettings')
  if (at < 0) reset(config, { name: 'Account' })
  else config.router.setState({ stack: stack.slice(0, at + 1), direction: 'prev' })
}

function startOver(config: Config): void {
  if (config.router.getState().stack.length > 1) goBack(config)
  else reset(config, { name: 'UpdateEmailWallet' })
}
