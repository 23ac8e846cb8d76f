import type { Challenge } from '@latchkey/protocol/keys'
import { Banner, Button, OtpField, Spinner } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import type { CodeFlow, CodeProblem } from '../../context/Frame.ts'
import { useCountdown } from '../../screens/parts/useCountdown.ts'
import { createCodeFlow, keepsCode } from '../../signIn/flows/codeFlow.ts'
import { useStore } from '../../store/store.ts'
import { Say, useSay } from '../locales/WordsContext.tsx'
import { type AccountPage, ask } from '../page/AccountPage.ts'
import { signInBy } from '../page/accountActions.ts'
import { startOver } from './AwaitDevice.tsx'

function useProblemText(): (problem: CodeProblem) => string {
  const say = useSay()
  return (problem) => {
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
  const again = (
    <Button size="small" onClick={() => void flow.submit()}>
      {say('tryAgain')}
    </Button>
  )
  const hint =
    phase === 'checking' ? (
      <span className="ac-line">
        <Spinner /> {say('code.checking')}
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
        error={problem && !retry ? problemText(problem) : undefined}
        hint={hint}
        onChange={flow.type}
        onComplete={() => void flow.submit()}
      />
      {retry && problem ? (
        <Banner tone="warning" role="alert" title={problemText(problem)} action={again} />
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
      onSignedIn: () => undefined,
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
