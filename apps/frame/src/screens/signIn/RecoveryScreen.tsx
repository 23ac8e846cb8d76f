import { Banner, Button, Icon } from '@latchkey/ui'
import { type ReactElement, useId } from 'react'
import { Say, useSay } from '../../locales/LocaleContext.tsx'
import type { RecoveryFlow, RecoveryProblem, RecoveryState } from '../../signIn/flows/recoveryFlow.ts'
import { useStore } from '../../store/useStore.ts'
import { LinkButton } from '../parts/LinkButton.tsx'
import { MatchNumber } from '../parts/MatchNumber.tsx'
import type { ScreenProps } from '../parts/ScreenProps.ts'
import { StatusLine } from '../parts/StatusLine.tsx'
import { SignInFrame } from './SignInFrame.tsx'

export type RecoveryScreenProps = ScreenProps & { flow: RecoveryFlow }
type Part = { flow: RecoveryFlow; state: RecoveryState }

function Problem({ problem }: { problem: RecoveryProblem | null }): ReactElement | null {
  const say = useSay()
  if (!problem) return null
  if (problem === 'unreachable' || problem === 'failed')
    return <Banner tone="warning" role="alert" title={say(`signIn.${problem}`)} />
  return (
    <Banner
      tone={problem === 'damaged' ? 'danger' : 'warning'}
      role="alert"
      title={say(`recover.${problem}`)}
    >
      {say(`recover.${problem}.body`)}
    </Banner>
  )
}

function Lede({ state }: { state: RecoveryState }): ReactElement {
  const say = useSay()
  const { mode, who } = state
  if (mode === 'passkey') return <p className="lk-small lk-dim">{say('passkey.body')}</p>
  if (who === null) return <p className="lk-small lk-dim">{say('recover.bodyPlain')}</p>
  return (
    <p className="lk-small lk-dim">
      <Say message="recover.body" values={{ who: <bdi className="fr-strong">{who}</bdi> }} />
    </p>
  )
}

/** The way through the wallet's own window. Its address is there before the click, or a browser would block it. */
function WindowLink({ flow, state, isMain }: Part & { isMain: boolean }): ReactElement {
  const say = useSay()
  const { methods, mode, join, problem } = state
  // A passkey that the page cannot use works over there as well.
  const takesCode = mode === 'recover' && methods.includes('code') && problem !== 'unavailable'
  const variant = isMain ? 'primary' : 'secondary'
  const text = say(takesCode ? 'recover.code' : 'recover.window')
  if (!join)
    return (
      <Button variant={variant} loading aria-label={say('recover.preparing')}>
        {text}
      </Button>
    )
  return (
    <LinkButton href={join.href} variant={variant} onFollow={flow.windowOpened}>
      {text}
    </LinkButton>
  )
}

function Choice({ flow, state }: Part): ReactElement {
  const say = useSay()
  const { methods, phase, mode, problem } = state
  const offersPasskey = methods.includes('passkey') && problem !== 'unavailable' && problem !== 'cannotOpen'
  return (
    <>
      <Lede state={state} />
      <Problem problem={problem} />
      <div className="lk-stack">
        {offersPasskey ? (
          <Button
            variant="primary"
            icon={<Icon name="key" />}
            loading={phase === 'passkey'}
            onClick={() => void flow.tryPasskey()}
          >
            {say('recover.passkey')}
          </Button>
        ) : null}
        <WindowLink flow={flow} state={state} isMain={!offersPasskey} />
      </div>
      {phase === 'passkey' ? <StatusLine text={say('recover.passkeyBusy')} /> : null}
      {mode === 'recover' && methods.includes('code') ? (
        <p className="lk-small lk-dim">{say('recover.where')}</p>
      ) : null}
    </>
  )
}

function OtherWindow({ flow, state }: Part): ReactElement {
  const say = useSay()
  const { join, problem } = state
  return (
    <>
      <p className="lk-small lk-dim">{say('recover.joinBody')}</p>
      {join ? <MatchNumber label={say('device.number')} number={join.number} /> : null}
      <StatusLine text={say('recover.waiting')} />
      <Problem problem={problem} />
      <div className="lk-stack">
        {join ? <LinkButton href={join.href}>{say('recover.openAgain')}</LinkButton> : null}
        <Button variant="ghost" onClick={flow.chooseAgain}>
          {say('recover.otherWay')}
        </Button>
      </div>
    </>
  )
}

function Content({ flow, state, heading }: Part & { heading: string }): ReactElement {
  const say = useSay()
  const { phase, mode } = state
  const title = mode === 'passkey' ? 'passkey.title' : 'recover.title'
  return (
    <>
      <h1 id={heading} tabIndex={-1} className="fr-title">
        {say(phase === 'window' ? 'recover.join' : title)}
      </h1>
      {phase === 'window' ? <OtherWindow flow={flow} state={state} /> : null}
      {phase === 'choose' || phase === 'passkey' ? <Choice flow={flow} state={state} /> : null}
      {phase === 'done' ? <StatusLine tone="success" text={say('recover.done')} /> : null}
    </>
  )
}

/** How a protected wallet is opened on this device, or how a passkey signs in where the browser allows none in a page. */
export function RecoveryScreen({ flow, ...frame }: RecoveryScreenProps): ReactElement {
  const heading = useId()
  const state = useStore(flow.store)
  return (
    <SignInFrame {...frame} labelledBy={heading} screenKey={state.phase === 'window' ? 'window' : 'choose'}>
      <Content flow={flow} state={state} heading={heading} />
    </SignInFrame>
  )
}
