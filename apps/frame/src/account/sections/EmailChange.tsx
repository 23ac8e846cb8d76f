import type { Challenge, KeysState } from '@latchkey/protocol/keys'
import { Banner, Button } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { createCodeFlow } from '../../signIn/flows/codeFlow.ts'
import { useStore } from '../../store/store.ts'
import { Say, useSay } from '../locales/WordsContext.tsx'
import { type AccountPage, ask } from '../page/AccountPage.ts'
import { loadAccount, runAction } from '../page/accountActions.ts'
import { CodeField } from '../signIn/CodeEntry.tsx'
import { EmailForm } from '../signIn/EmailForm.tsx'

type Step = { name: 'address' } | { name: 'primary' | 'secondary'; challenge: Challenge } | { name: 'done' }

function CodeStep({
  page,
  step,
  onNext,
}: {
  page: AccountPage
  step: Extract<Step, { challenge: Challenge }>
  onNext: (step: Step) => void
}): ReactElement {
  const [flow] = useState(() => {
    let next: Step = { name: 'done' }
    return createCodeFlow({
      challenge: step.challenge,
      async submitCode(code): Promise<KeysState> {
        const answer = await ask(page, 'submitEmailChange', { code })
        if (answer.next === 'DONE') return answer.state
        next = { name: 'secondary', challenge: answer.challenge }
        return ask(page, 'getState', {})
      },
      resendCode: () => ask(page, 'resendEmailChange', {}),
      onSignedIn: () => onNext(next),
      onChangeEmail: () => onNext({ name: 'address' }),
      now: page.now,
    })
  })
  return (
    <>
      <p>
        <Say
          message={`change.${step.name}`}
          values={{ email: <bdi dir="ltr">{step.challenge.emailHint}</bdi> }}
        />
      </p>
      <CodeField flow={flow} />
    </>
  )
}

function AddressStep({ page, onNext }: { page: AccountPage; onNext: (step: Step) => void }): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  const start = (email: string) =>
    runAction(page, 'change', async () => {
      const started = await ask(page, 'startEmailChange', { email, locale: page.locale })
      const name = started.action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary'
      onNext({ name, challenge: started.challenge })
    })
  return (
    <EmailForm
      label={say('change.field')}
      hint={say('change.held')}
      busy={busy === 'change'}
      onSubmit={(email) => void start(email)}
    />
  )
}

/** Changes the address in two codes: one to the present mailbox, one to the new one. */
export function EmailChange({ page, onClose }: { page: AccountPage; onClose: () => void }): ReactElement {
  const say = useSay()
  const [step, setStep] = useState<Step>({ name: 'address' })
  const goOn = (next: Step) => {
    setStep(next)
    if (next.name === 'done') void loadAccount(page)
  }
  return (
    <div className="ac-inset ac-stack">
      {step.name === 'address' ? (
        <AddressStep page={page} onNext={goOn} />
      ) : step.name === 'done' ? (
        <Banner tone="success" role="status" title={say('change.done')} />
      ) : (
        <CodeStep key={step.name} page={page} step={step} onNext={goOn} />
      )}
      <Button variant="ghost" size="small" onClick={onClose}>
        {say(step.name === 'done' ? 'close' : 'cancel')}
      </Button>
    </div>
  )
}
