import { type Config, close, completeEmailLogin, isEmail, replace, startEmailLogin } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { useEffect, useRef, useState } from 'react'
import { navigate } from '../../navigate.ts'
import { codeOf } from '../../parts/errorWords.ts'
import { isDeclined } from '../../parts/isDeclined.ts'
import { useOpen } from '../../parts/useOpen.ts'
import { useCooldown } from './useCooldown.ts'

/** Codes of the host's throttle and of the service's. */
const TOO_SOON: ReadonlySet<number> = new Set([5007, 4100])
const DEFAULT_WAIT = 30

export type EmailLogin = {
  pending: boolean
  invalid: boolean
  /** Seconds until another code may be asked for. */
  cooldown: number
  error: unknown
  submit: (email: string) => void
  /** The person is typing again: what was wrong is no longer so. */
  clear: () => void
}

/** Asks for a code and goes where the answer says. */
export function useEmailLogin(): EmailLogin {
  const config = useConfig()
  const open = useOpen()
  const { seconds, start } = useCooldown()
  const [state, setState] = useState<{ pending?: boolean; invalid?: boolean; error?: unknown }>({})
  const controller = useRef<AbortController | undefined>(undefined)
  useEffect(() => {
    if (!open) return
    return () => controller.current?.abort()
  }, [open])

  const submit = (text: string) => {
    const email = text.trim()
    if (state.pending) return
    if (!isEmail(email)) return setState({ invalid: true })
    setState({ pending: true })
    controller.current = new AbortController()
    const { signal } = controller.current
    askForCode(config, email, signal).then(
      () => setState({}),
      (error: unknown) => {
        if (signal.aborted || isDeclined(error)) return setState({})
        const tooSoon = TOO_SOON.has(codeOf(error) ?? 0)
        if (tooSoon) start(retryAfter(error))
        setState(tooSoon ? {} : { error })
      },
    )
  }
  const { pending = false, invalid = false, error } = state
  const clear = () => {
    if (invalid || error) setState({})
  }
  return { pending, invalid, cooldown: seconds, error, submit, clear }
}

async function askForCode(config: Config, email: string, signal: AbortSignal): Promise<void> {
  const { action } = await startEmailLogin(config, { email, signal })
  if (signal.aborted) return
  if (action === 'CONNECT') {
    await completeEmailLogin(config, { prompt: false, signal })
    return close(config)
  }
  // Coming back from the code screen must not ask for the address again (WCAG 3.3.7).
  replace(config, { name: 'Connect', params: { email } })
  navigate(config, 'EmailVerifyOtp')
}

function retryAfter(error: unknown): number {
  const data = (error as { data?: { retryAfter?: unknown } }).data
  return typeof data?.retryAfter === 'number' ? Math.max(1, Math.ceil(data.retryAfter)) : DEFAULT_WAIT
}
