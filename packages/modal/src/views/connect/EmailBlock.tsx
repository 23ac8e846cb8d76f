import {
  type Config,
  close,
  completeEmailLogin,
  emailConnector,
  replace,
  STORAGE_KEYS,
  startEmailLogin,
} from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { Button, Icon, IconButton, LiveRegion, TextField } from '@latchkey/ui'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { type EmailSubmit, useEmailSubmit } from '../../attempts/useEmailSubmit.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { navigate, usePreload } from '../../router/navigate.ts'

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
  const onChange = (text: string) => {
    setEmail(text)
    login.clear()
    if (prepared.current) return
    prepared.current = true
    preload('EmailVerifyOtp')
    // The frame loads while the person types, so that it is ready when the code is asked for.
    emailConnector(config)
      ?.prepare?.()
      .catch(() => {
        prepared.current = false
      })
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
function Hint({ login }: { login: EmailSubmit }): ReactElement {
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

/**
 * Asks for a code and goes where the answer says.
 *
 * @param failure code of what an earlier try came back with
 */
function useEmailLogin(failure?: number): EmailSubmit {
  const config = useConfig()
  return useEmailSubmit((email, signal) => askForCode(config, email, signal), failure)
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
