import { email as emailSchema } from '@latchkey/protocol'
import type { Challenge, KeysState } from '@latchkey/protocol/keys'
import type { OauthProvider } from '@latchkey/protocol/socials'
import { Banner, Button, Icon, OtpField, Spinner, TextField } from '@latchkey/ui'
import { type ComponentProps, type FormEvent, type ReactElement, useEffect, useState } from 'react'
import type { CodeFlow, CodeProblem } from '../../context/Frame.ts'
import { useCountdown } from '../../screens/parts/useCountdown.ts'
import { createCodeFlow, keepsCode } from '../../signIn/flows/codeFlow.ts'
import { useStore } from '../../store/useStore.ts'
import { Say, useSay } from '../locales/WordsContext.tsx'
import { type AccountPage, type AccountState, ask } from '../page/AccountPage.ts'
import { runAction, signInBy, waitForDevice } from '../page/accountActions.ts'

/** Gives up the step and shows the ways in again. */
const startOver = (page: AccountPage) =>
  runAction(page, 'cancel', async () => {
    page.store.setState({ keys: await ask(page, 'cancelLogin', {}) })
  })

/** Waits for the answer that the person gives from the mailbox. */
export function AwaitDevice({
  page,
  device,
}: {
  page: AccountPage
  device: NonNullable<KeysState['device']>
}): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  useEffect(() => {
    const left = new AbortController()
    void waitForDevice(page, left.signal)
    return () => left.abort()
  }, [page])
  return (
    <div className="ac-narrow ac-stack">
      <h1 className="ac-h1">
        <Say message="await.title" values={{ email: <bdi dir="ltr">{device.emailHint}</bdi> }} />
      </h1>
      <p className="lk-dim">{say('await.lede')}</p>
      <p className="ac-number">
        <span className="lk-small lk-dim">{say('await.number')}</span>
        <strong>{device.number}</strong>
      </p>
      <p className="ac-line" role="status">
        <Spinner /> {say('await.waiting')}
      </p>
      <Button variant="ghost" loading={busy === 'cancel'} onClick={() => void startOver(page)}>
        {say('code.other')}
      </Button>
    </div>
  )
}

export type EmailFormProps = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'placeholder'> & {
  busy: boolean
  /** Gets an address of the right form. */
  onSubmit: (email: string) => void
}

/** Asks for an address and checks its form before anything is sent. */
export function EmailForm({ busy, onSubmit, ...field }: EmailFormProps): ReactElement {
  const say = useSay()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const valid = emailSchema().safeParse(email.trim())
    setWrong(!valid.success)
    if (valid.success) onSubmit(valid.data)
  }
  return (
    <form className="ac-stack" onSubmit={submit} noValidate>
      <TextField
        {...field}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={wrong ? say('in.emailWrong') : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button variant="primary" type="submit" loading={busy}>
        {say('in.continue')}
      </Button>
    </form>
  )
}

function useProblemText(): (problem: CodeProblem, seconds: number) => string {
  const say = useSay()
  return (problem, seconds) => {
    if (problem.kind === 'throttled')
      return seconds > 0 ? say('code.throttled_other', { count: seconds }) : say('code.mayTry')
    if (problem.kind !== 'wrong') return say(`code.${problem.kind}`)
    return problem.left === null ? say('code.wrong') : say('code.wrong_other', { count: problem.left })
  }
}

/** The field for a code with everything that can happen to it. */
export function CodeField({ flow }: { flow: CodeFlow }): ReactElement {
  const say = useSay()
  const problemText = useProblemText()
  const { challenge, code, phase, problem, resent } = useStore(flow.store)
  const seconds = useCountdown(challenge.resendAt, flow.now)
  const retry = problem !== null && keepsCode(problem) && code.length === challenge.codeLength
  const wait = useCountdown(problem?.kind === 'throttled' ? problem.until : 0, flow.now)
  const again = (
    <Button
      size="small"
      aria-disabled={wait > 0 || undefined}
      onClick={() => wait === 0 && void flow.submit()}
    >
      {say('tryAgain')}
    </Button>
  )
  const hint =
    phase === 'checking' ? (
      <span className="ac-line">
        <Spinner /> {say('code.checking')}
      </span>
    ) : phase === 'accepted' ? (
      <span className="ac-line">
        <Icon name="success" /> {say('code.accepted')}
      </span>
    ) : problem ? null : (
      say(resent ? 'code.resent' : 'code.spam')
    )
  return (
    <>
      <OtpField
        label={say('code.field')}
        hideLabel
        autoFocus
        length={challenge.codeLength}
        value={code}
        busy={phase === 'checking'}
        accepted={phase === 'accepted'}
        error={problem && !retry ? problemText(problem, wait) : undefined}
        hint={hint}
        onChange={flow.type}
        onComplete={() => void flow.submit()}
      />
      {retry && problem ? (
        <Banner tone="warning" role="alert" title={problemText(problem, wait)} action={again} />
      ) : null}
      <Button
        aria-disabled={seconds > 0 || undefined}
        loading={phase === 'resending'}
        onClick={() => void flow.resend()}
      >
        {seconds > 0 ? say('code.resendIn', { seconds }) : say('code.resend')}
      </Button>
    </>
  )
}

/** Where the person types the code from the mail: this page is the wallet's own. */
export function CodeEntry({ page, challenge }: { page: AccountPage; challenge: Challenge }): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  const [flow] = useState(() =>
    createCodeFlow({
      challenge,
      submitCode: (code) => signInBy(page, () => ask(page, 'submitCode', { code })),
      resendCode: () => ask(page, 'resendCode', {}),
      onChangeEmail: () => void startOver(page),
      now: page.now,
    }),
  )
  return (
    <div className="ac-narrow ac-stack">
      <h1 className="ac-h1">
        <Say message="code.title" values={{ email: <bdi dir="ltr">{challenge.emailHint}</bdi> }} />
      </h1>
      <p className="lk-dim">{say('code.lede')}</p>
      <CodeField flow={flow} />
      <Button variant="ghost" loading={busy === 'cancel'} onClick={flow.changeEmail}>
        {say('code.other')}
      </Button>
    </div>
  )
}

/** Goes to the social network in this very window, and comes back here. */
export const goToSocial = (page: AccountPage, provider: OauthProvider, purpose: 'login' | 'link') =>
  runAction(page, provider, async () => {
    const { walletOrigin, projectId } = page.config
    const join = page.join === null ? '' : `#join=${page.join}`
    const returnUri = `${walletOrigin}/account?projectId=${encodeURIComponent(projectId)}${join}`
    const started = await ask(page, 'startSocial', {
      provider,
      purpose,
      mode: 'redirect',
      returnUri,
      locale: page.locale,
    })
    page.leave(started.uri, started.flowId)
  })

/** The code for the Farcaster app, and the way back. */
export function FarcasterCode({ draw, close }: NonNullable<AccountState['farcaster']>): ReactElement {
  const say = useSay()
  return (
    <>
      {draw()}
      <Button variant="ghost" onClick={close}>
        {say('back')}
      </Button>
    </>
  )
}
