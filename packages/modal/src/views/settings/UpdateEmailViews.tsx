import { type Config, goBack, reset, showToast } from '@latchkey/core'
import { confirmEmailUpdate, startEmailUpdate } from '@latchkey/core/identity'
import { useAccount, useConfig } from '@latchkey/react'
import { Button, Icon, LiveRegion, TextField } from '@latchkey/ui'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { useViewWork } from '../../attempts/useViewWork.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard, isDeclined } from '../../parts/ErrorCard.tsx'
import { CodeSkeleton, FrameSlot } from '../../parts/FrameSlot.tsx'
import { navigate, replaceView } from '../../router/navigate.ts'
import { useEmailSubmit } from '../connect/EmailBlock.tsx'

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
