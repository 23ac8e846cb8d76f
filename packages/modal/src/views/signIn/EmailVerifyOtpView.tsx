import { type Config, close, codeOf, completeEmailLogin, goBack, reset } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard, needsNewCode } from '../../parts/ErrorCard.tsx'
import { CodeSkeleton, FrameSlot } from '../../parts/FrameSlot.tsx'
import { useOpen } from '../../router/navigate.ts'

/** The person wants to use another address. */
const CHANGE_EMAIL = 2011
/** Height of the frame's code screen, CSS px: the card does not move when the frame arrives. */
const CODE_HEIGHT = 430

/** The place where the frame asks for the code. The code itself never reaches this page. */
export function EmailVerifyOtpView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { error, retry } = useCodePrompt()
  const { screen } = useSlice(config.frame)
  const wasShown = useRef(false)
  if (screen === 'code') wasShown.current = true
  if (error) {
    const action = needsNewCode(error)
      ? { label: say('code.askAgain'), onClick: () => leave(config) }
      : { label: say('shell.tryAgain'), onClick: retry }
    return <ErrorCard error={error} action={action} />
  }
  return (
    <FrameSlot height={CODE_HEIGHT} loading={say(wasShown.current ? 'code.finishing' : 'code.loading')}>
      <CodeSkeleton />
    </FrameSlot>
  )
}

function useCodePrompt(): { error: unknown; retry: () => void } {
  const config = useConfig()
  const open = useOpen()
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again.
  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    const { signal } = controller
    completeEmailLogin(config, { signal }).then(
      () => {
        if (!signal.aborted) close(config)
      },
      (failure: unknown) => {
        if (signal.aborted) return
        if (codeOf(failure) === CHANGE_EMAIL) leave(config)
        else setError(failure)
      },
    )
    return () => controller.abort()
  }, [config, open, attempt])
  const retry = () => {
    setError(undefined)
    setAttempt(attempt + 1)
  }
  return { error, retry }
}

/** Back to the address, also where the page opened this view by itself. */
function leave(config: Config): void {
  if (config.router.getState().stack.length > 1) goBack(config)
  else reset(config, { name: 'Connect' })
}
