import type { Config } from '@latchkey/core'
import { startEmailUpdate } from '@latchkey/core/identity'
import { useAccount, useConfig } from '@latchkey/react'
import { Button, Icon, LiveRegion, TextField } from '@latchkey/ui'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { useEmailSubmit } from '../../attempts/useEmailSubmit.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { navigate, replaceView } from '../../router/navigate.ts'

/** Nothing shorter is an address (spec 5). */
const SHORTEST = 4

/** The new address in, a code to the present one out. */
export function UpdateEmailWalletView({ params }: { params: { email?: string } | undefined }): ReactElement {
  const say = useSay()
  const { user } = useAccount()
  const [email, setEmail] = useState(params?.email ?? '')
  const config = useConfig()
  const { pending, invalid, cooldown, error, submit, clear } = useEmailSubmit((address, signal) =>
    askForCode(config, address, signal),
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(email)
  }
  return (
    <form className="lk-stack" data-gap="16" noValidate onSubmit={onSubmit}>
      <TextField
        label={say('changeEmail.new')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder={say('connect.emailPlaceholder')}
        value={email}
        data-autofocus
        leading={<Icon name="mail" />}
        error={invalid ? say('connect.invalidEmail') : undefined}
        hint={<Hint cooldown={cooldown} isFirst={!user?.email} />}
        onChange={(event) => {
          setEmail(event.target.value)
          clear()
        }}
      />
      {error ? <ErrorCard error={error} /> : null}
      <Button
        type="submit"
        variant="primary"
        loading={pending}
        disabled={email.trim().length < SHORTEST || cooldown > 0}
      >
        {say('changeEmail.save')}
      </Button>
    </form>
  )
}

/** What happens next, or how long to wait. The wait is announced once; the count goes on in silence. */
function Hint({ cooldown, isFirst }: { cooldown: number; isFirst: boolean }): ReactElement {
  const say = useSay()
  const spoken = useRef('')
  const text = say('connect.tooSoon', { count: cooldown })
  if (cooldown === 0) spoken.current = ''
  else if (spoken.current === '') spoken.current = text
  return (
    <>
      {cooldown > 0 ? text : say(isFirst ? 'changeEmail.firstHint' : 'changeEmail.hint')}
      <LiveRegion message={spoken.current} assertive />
    </>
  )
}

/** Asks for the code to the present address, or for a first address to the new one. */
async function askForCode(config: Config, email: string, signal: AbortSignal): Promise<void> {
  const action = await startEmailUpdate(config, { email, signal })
  if (signal.aborted) return
  // Coming back from the code must not ask for the address again (WCAG 3.3.7).
  replaceView(config, 'UpdateEmailWallet', { email })
  navigate(config, action === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp')
}
