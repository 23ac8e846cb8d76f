import { EmailTakenError } from '@latchkey/protocol/http'
import type { Challenge } from '@latchkey/protocol/keys'
import { socialName, socialProviderOf } from '@latchkey/protocol/socials'
import { Banner, Button, hasSocialMark, Icon, SocialMark } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { createCodeFlow } from '../../signIn/flows/codeFlow.ts'
import { isOneOf } from '../../signIn/flows/isOneOf.ts'
import { useStore } from '../../store/useStore.ts'
import { DOT, Say, Time, useSay } from '../locales/WordsContext.tsx'
import { type Account, type AccountPage, ask } from '../page/AccountPage.ts'
import { askFarcasterApp, loadAccount, runAction } from '../page/accountActions.ts'
import { offeredSocials, offersFarcaster } from '../page/socials.ts'
import { CodeField, EmailForm, FarcasterCode, goToSocial } from '../signIn/SignInSteps.tsx'
import { Item, Section, type SectionProps } from './Section.tsx'

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
  const [flow] = useState(() =>
    createCodeFlow({
      challenge: step.challenge,
      async submitCode(code) {
        const answer = await ask(page, 'submitEmailChange', { code }).catch((error: unknown) => {
          if (!isOneOf(error, EmailTakenError)) throw error
          // No code of that address helps: another one has to be chosen.
          onNext({ name: 'address' })
          void runAction(page, 'change', () => Promise.reject(error))
          return null
        })
        if (!answer) return
        onNext(answer.next === 'DONE' ? { name: 'done' } : { name: 'secondary', challenge: answer.challenge })
      },
      resendCode: () => ask(page, 'resendEmailChange', {}),
      onChangeEmail: () => onNext({ name: 'address' }),
      now: page.now,
    }),
  )
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
function EmailChange({ page, onClose }: { page: AccountPage; onClose: () => void }): ReactElement {
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

type Identity = Account['identities'][number]

function ProviderMark({ provider }: Pick<Identity, 'provider'>): ReactElement {
  if (hasSocialMark(provider)) return <SocialMark provider={provider} size={20} />
  return <Icon name={provider === 'email' ? 'mail' : provider === 'passkey' ? 'key' : 'user'} />
}

function IdentityItem({ page, identity }: { page: AccountPage; identity: Identity }): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  const { id, provider, label, usedAt } = identity
  const social = socialProviderOf(provider)
  const name = social ? socialName(social) : say(provider === 'passkey' ? 'tier.passkey' : 'ids.email')
  // An address is changed, not removed; a passkey goes with the ways to recover.
  const removable = provider !== 'email' && provider !== 'passkey'
  const remove = () => runAction(page, `remove:${id}`, () => ask(page, 'removeIdentity', { identityId: id }))
  return (
    <Item
      icon={<ProviderMark provider={provider} />}
      title={<bdi>{label || name}</bdi>}
      note={
        <>
          {label ? name : null}
          {label ? DOT : null}
          <Say message="ids.used" values={{ time: <Time at={usedAt} /> }} />
        </>
      }
    >
      {removable ? (
        <Button
          size="small"
          variant="ghost"
          aria-label={say('removeNamed', { name })}
          loading={busy === `remove:${id}`}
          onClick={() => void remove()}
        >
          {say('remove')}
        </Button>
      ) : null}
    </Item>
  )
}

/** Who the person is to this account: addresses and networks, each proven. */
export function IdentitiesSection({ page, account }: SectionProps): ReactElement {
  const say = useSay()
  const { busy, farcaster } = useStore(page.store)
  const [changing, setChanging] = useState(false)
  const known = new Set<string>(account.identities.map(({ provider }) => provider))
  const hasEmail = known.has('email')
  return (
    <Section title={say('ids.title')} name="signIn">
      <ul className="ac-list">
        {account.identities.map((identity) => (
          <IdentityItem key={identity.id} page={page} identity={identity} />
        ))}
      </ul>
      {farcaster ? (
        <FarcasterCode {...farcaster} />
      ) : changing ? (
        <EmailChange page={page} onClose={() => setChanging(false)} />
      ) : (
        <div className="ac-buttons">
          <Button size="small" icon={<Icon name="mail" size={16} />} onClick={() => setChanging(true)}>
            {say(hasEmail ? 'ids.changeEmail' : 'ids.addEmail')}
          </Button>
          {offeredSocials(page.config)
            .filter((provider) => !known.has(provider))
            .map((provider) => (
              <Button
                key={provider}
                size="small"
                icon={<SocialMark provider={provider} size={16} />}
                loading={busy === provider}
                onClick={() => void goToSocial(page, provider, 'link')}
              >
                {say('ids.add', { name: socialName(provider) })}
              </Button>
            ))}
          {offersFarcaster(page.config) && !known.has('farcaster') ? (
            <Button
              size="small"
              icon={<SocialMark provider="farcaster" size={16} />}
              loading={busy === 'farcaster'}
              onClick={() => void askFarcasterApp(page, 'link')}
            >
              {say('ids.add', { name: socialName('farcaster') })}
            </Button>
          ) : null}
        </div>
      )}
    </Section>
  )
}
