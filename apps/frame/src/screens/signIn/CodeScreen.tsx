import { Banner, Button, Icon, LiveRegion, OtpField, Spinner } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { CodeFlow, CodeProblem, CodePurpose, CodeState } from '../../context/Frame.ts'
import { Say, useSay } from '../../locales/LocaleContext.tsx'
import { keepsCode } from '../../signIn/flows/codeFlow.ts'
import { useStore } from '../../store/useStore.ts'
import { ScreenFrame } from '../parts/ScreenFrame.tsx'
import type { Wallet } from '../parts/ScreenProps.ts'
import { useCountdown } from '../parts/useCountdown.ts'

export type CodeScreenProps = {
  wallet: Wallet
  flow: CodeFlow
  onEscape: () => void
  onFocusExit: (direction: 'forward' | 'backward') => void
}

type Sayer = ReturnType<typeof useSay>

function problemText(say: Sayer, problem: CodeProblem, seconds: number): string {
  if (problem.kind === 'throttled') return say('code.throttled_other', { count: seconds })
  if (problem.kind !== 'wrong') return say(`code.${problem.kind}`)
  return problem.left === null ? say('code.wrong') : say('code.wrong_other', { count: problem.left })
}

/** The problem that the time brings by itself, once nothing else stands in the way. */
function currentProblem({ problem, phase }: CodeState, secondsLeft: number): CodeProblem | null {
  if (problem) return problem
  return secondsLeft === 0 && phase === 'entry' ? { kind: 'expired' } : null
}

function StateLine({ state, problem }: { state: CodeState; problem: CodeProblem | null }): ReactElement {
  const say = useSay()
  if (state.phase === 'accepted')
    return (
      <span className="fr-line fr-accepted" role="status">
        <Icon name="success" />
        {say('code.accepted')}
      </span>
    )
  if (state.phase !== 'entry')
    return (
      <span className="fr-line" role="status">
        <Spinner />
        {say(state.phase === 'checking' ? 'code.checking' : 'code.resending')}
      </span>
    )
  const text = problem ? '' : say(state.resent ? 'code.resent' : 'code.spam')
  return (
    <span className="fr-line" role="status">
      {text}
    </span>
  )
}

/** Asks for a new code; while it has to wait it says for how long, and announces it rarely. */
function Resend({
  flow,
  state,
  urgent,
}: {
  flow: CodeFlow
  state: CodeState
  urgent: boolean
}): ReactElement {
  const say = useSay()
  const seconds = useCountdown(state.challenge.resendAt, flow.now)
  const waiting = seconds > 0
  const spoken = waiting && seconds % 15 === 0 ? say('code.resendIn', { seconds }) : ''
  return (
    <>
      <Button
        variant={urgent && !waiting ? 'primary' : 'secondary'}
        aria-disabled={waiting || undefined}
        loading={state.phase === 'resending'}
        onClick={() => void flow.resend()}
      >
        <span className="fr-tabular">{waiting ? say('code.resendIn', { seconds }) : say('code.resend')}</span>
      </Button>
      <LiveRegion message={spoken} />
    </>
  )
}

function RetryBanner({ flow, problem }: { flow: CodeFlow; problem: CodeProblem }): ReactElement {
  const say = useSay()
  const seconds = useCountdown(problem.kind === 'throttled' ? problem.until : 0, flow.now)
  const text =
    seconds === 0 && problem.kind === 'throttled' ? say('code.mayTry') : problemText(say, problem, seconds)
  const retry = (
    <Button
      size="small"
      aria-disabled={seconds > 0 || undefined}
      onClick={() => seconds === 0 && void flow.submit()}
    >
      {say('code.tryAgain')}
    </Button>
  )
  return <Banner tone="warning" role="alert" title={text} action={retry} />
}

const titles = {
  signIn: 'code.title',
  primary: 'code.titlePrimary',
  secondary: 'code.titleSecondary',
} as const

function Heading({
  id,
  wallet,
  email,
  purpose,
}: {
  id: string
  wallet: Wallet
  email: string
  purpose: CodePurpose
}): ReactElement {
  const say = useSay()
  const strong = (text: string): ReactNode => (
    <bdi className="fr-strong" dir="ltr">
      {text}
    </bdi>
  )
  return (
    <div className="lk-stack">
      {purpose === 'signIn' ? null : (
        <p className="lk-small lk-dim">{say('code.step', { step: purpose === 'primary' ? 1 : 2 })}</p>
      )}
      <h1 id={id} tabIndex={-1} className="fr-title">
        <Say message={titles[purpose]} values={{ email: strong(email) }} />
      </h1>
      <p className="lk-small lk-dim">
        <Say message="code.where" values={{ host: strong(wallet.host) }} />
      </p>
    </div>
  )
}

/** Where the person types the code from the e-mail. It lives in the wallet's own window, never in the page. */
export function CodeScreen({ wallet, flow, onEscape, onFocusExit }: CodeScreenProps): ReactElement {
  const say = useSay()
  const state = useStore(flow.store)
  const heading = useId()
  const secondsLeft = useCountdown(state.challenge.expiresAt, flow.now)
  const problem = currentProblem(state, secondsLeft)
  const retry = problem !== null && keepsCode(problem) && state.code.length === state.challenge.codeLength
  return (
    <ScreenFrame
      wallet={wallet}
      labelledBy={heading}
      screenKey={flow.purpose}
      ownFocus
      onEscape={onEscape}
      onFocusExit={onFocusExit}
    >
      <Heading id={heading} wallet={wallet} email={state.challenge.emailHint} purpose={flow.purpose} />
      <OtpField
        label={say('code.field')}
        hideLabel
        autoFocus
        length={state.challenge.codeLength}
        value={state.code}
        busy={state.phase === 'checking'}
        accepted={state.phase === 'accepted'}
        error={problem && !retry ? problemText(say, problem, 0) : undefined}
        hint={<StateLine state={state} problem={problem} />}
        onChange={flow.type}
        onComplete={() => void flow.submit()}
      />
      {retry && problem ? <RetryBanner flow={flow} problem={problem} /> : null}
      <div className="lk-stack">
        <Resend flow={flow} state={state} urgent={problem !== null && !retry && problem.kind !== 'wrong'} />
        <Button variant="ghost" onClick={flow.changeEmail}>
          {say(flow.purpose === 'signIn' ? 'code.wrongEmail' : 'code.cancel')}
        </Button>
      </div>
    </ScreenFrame>
  )
}
