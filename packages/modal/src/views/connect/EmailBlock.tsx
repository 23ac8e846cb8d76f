import { emailConnector } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { Button, Icon, IconButton, LiveRegion, TextField } from '@latchkey/ui'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { navigate } from '../../navigate.ts'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import type { EmailSubmit } from '../../parts/useEmailSubmit.ts'
import { EmailVerifyOtp } from '../emailVerifyOtp/EmailVerifyOtp.ts'
import { pendingCode } from './pendingCode.ts'
import { useEmailLogin } from './useEmailLogin.ts'

export type EmailBlockProps = {
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
  const onChange = (text: string) => {
    setEmail(text)
    login.clear()
    if (prepared.current) return
    prepared.current = true
    EmailVerifyOtp.preload()
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
