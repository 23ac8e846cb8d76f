import {
  type Config,
  close,
  codeOf,
  completeEmailLogin,
  emailConnector,
  isDeclined,
  isEmail,
  replace,
  STORAGE_KEYS,
  startEmailLogin,
} from '@latchkey/core'
import { useConfig } from '@latchkey/react/provider'
import { Button, Icon, IconButton, LiveRegion, TextField } from '@latchkey/ui'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { navigate, useOpen, usePreload } from '../../router/navigate.ts'
import { onViewLeft } from '../../router/onViewLeft.ts'

type EmailBlockProps = {
  initial: string
  focus: boolean
  /** Code of what an earlier try came back here with. */
  failure?: number | undefined
}

/** E-mail address in, code out. */
export function EmailBlock({ initial, focus, failure }: EmailBlockProps): ReactElement {
  const config = useConfig()
  const login = useEmailLogin(failure)
  const say = useSay()
  const [email, setEmail] = useState(initial)
  const prepared = useRef(false)
  const preload = usePreload()
  // The frame loads while the person types, so that it is ready when the code is asked for.
  const prepare = () => {
    if (prepared.current) return
    prepared.current = true
    preload('EmailVerifyOtp')
    emailConnector(config)
      ?.prepare?.()
      .catch(() => {
        prepared.current = false
      })
  }
  const onChange = (text: string) => {
    setEmail(text)
    login.clear()
    prepare()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    login.submit(email)
  }
  return (
    <form className="lk-stack" data-gap="12" noValidate onSubmit={onSubmit}>
      <TextField
        label={say('connect.email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder={say('connect.emailPlaceholder')}
        value={email}
        data-autofocus={focus || undefined}
        leading={<Icon name="mail" />}
        error={login.invalid ? say('connect.invalidEmail') : undefined}
        hint={<Hint login={login} />}
        onPointerDown={prepare}
        onChange={(event) => onChange(event.target.value)}
        action={
          <IconButton
            type="submit"
            icon="arrow-right"
            label={say(login.pending ? 'connect.sending' : 'connect.sendCode')}
            variant={email === '' ? 'filled' : 'primary'}
            loading={login.pending}
          />
        }
      />
      <PendingCode />
      {login.error ? (
        <ErrorCard
          error={login.error}
          action={{ label: say('shell.tryAgain'), onClick: () => login.submit(email) }}
        />
      ) : null}
    </form>
  )
}

/** What happens next, or how long to wait. The wait is announced once; the count goes on in silence. */
function Hint({ login }: { login: EmailLogin }): ReactElement {
  const say = useSay()
  const isWaiting = login.cooldown > 0
  const first = useRef('')
  const text = say('connect.tooSoon', { count: login.cooldown })
  if (!isWaiting) first.current = ''
  else if (first.current === '') first.current = text
  return (
    <>
      {isWaiting ? text : say('connect.emailHint')}
      <LiveRegion message={first.current} assertive />
    </>
  )
}

/** A way back to a code that was asked for and not entered. */
function PendingCode(): ReactElement | null {
  const config = useConfig()
  const say = useSay()
  const email = pendingCode(config)
  if (email === undefined) return null
  return (
    <Button icon={<Icon name="key" />} onClick={() => navigate(config, 'EmailVerifyOtp')}>
      {say('connect.enterCode')}
    </Button>
  )
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
  navigate(config, action === 'VERIFY_DEVICE' ? 'EmailVerifyDevice' : 'EmailVerifyOtp')
}

/** Life of a sign-in code, ms. */
const CODE_LIFE = 5 * 60_000

/** The masked address of a code that may still be entered, if one was asked for here. */
export function pendingCode(config: Config, now = Date.now()): string | undefined {
  const asked = Number(config.storage.get(STORAGE_KEYS.lastEmailLoginTime) ?? Number.NaN)
  const isFresh = asked <= now && now - asked < CODE_LIFE
  return isFresh ? config.storage.get(STORAGE_KEYS.emailHint) : undefined
}

type EmailLogin = {
  pending: boolean
  invalid: boolean
  /** Seconds until another code may be asked for. */
  cooldown: number
  error: unknown
  submit: (email: string) => void
  /** The person is typing again: what was wrong is no longer so. */
  clear: () => void
}

/**
 * Asks for a code and goes where the answer says: one at a time, given up when the view is left.
 *
 * @param failure code of what an earlier try came back with
 */
function useEmailLogin(failure?: number): EmailLogin {
  const config = useConfig()
  const open = useOpen()
  const { seconds, start } = useCooldown()
  const [state, setState] = useState<{ pending?: boolean; invalid?: boolean; error?: unknown }>({})
  // The view may not have faded when it is shown again: it is not made anew then.
  useEffect(() => {
    if (failure !== undefined) setState({ error: { code: failure } })
  }, [failure])
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
    // A view that was left stays for as long as it fades: its answer must not take the place of the view that has come.
    const stop = onViewLeft(
      config,
      () => controller.current?.abort(),
      () => undefined,
    )
    askForCode(config, email, signal)
      .then(
        () => setState({}),
        (error: unknown) => {
          if (signal.aborted || isDeclined(error)) return setState({})
          const wait = tooSoonSeconds(error)
          if (wait !== undefined) start(wait)
          setState(wait === undefined ? { error } : {})
        },
      )
      .finally(stop)
  }
  const { pending = false, invalid = false, error } = state
  const clear = () => {
    if (invalid || error) setState({})
  }
  return { pending, invalid, cooldown: seconds, error, submit, clear }
}

/** Counts seconds down to 0. `start` sets them. */
function useCooldown(): { seconds: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const tick = () => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000))
      setSeconds(left)
      if (left === 0) setUntil(0)
    }
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [until])
  return {
    seconds,
    start: (from) => {
      setSeconds(from)
      setUntil(Date.now() + from * 1_000)
    },
  }
}

/** Codes of the host's throttle and of the service's. */
const TOO_SOON: ReadonlySet<number> = new Set([5007, 4100])
const DEFAULT_WAIT = 30

/** How long to wait before another code may be asked for; undefined for any other error. */
function tooSoonSeconds(error: unknown): number | undefined {
  if (!TOO_SOON.has(codeOf(error) ?? 0)) return undefined
  const data = (error as { data?: { retryAfter?: unknown } }).data
  return typeof data?.retryAfter === 'number' ? Math.max(1, Math.ceil(data.retryAfter)) : DEFAULT_WAIT
}
