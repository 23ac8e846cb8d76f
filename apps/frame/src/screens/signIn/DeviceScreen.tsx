import { Banner, Button, LiveRegion } from '@latchkey/ui'
import { type ReactElement, useId } from 'react'
import type { DeviceFlow, DeviceState } from '../../context/Frame.ts'
import { Say, useSay } from '../../locales/LocaleContext.tsx'
import { useStore } from '../../store/useStore.ts'
import { MatchNumber } from '../parts/MatchNumber.tsx'
import type { ScreenProps } from '../parts/ScreenProps.ts'
import { StatusLine } from '../parts/StatusLine.tsx'
import { useCountdown } from '../parts/useCountdown.ts'
import { useMinutes } from '../parts/useMinutes.ts'
import { SignInFrame } from './SignInFrame.tsx'

export type DeviceScreenProps = ScreenProps & { flow: DeviceFlow }

function Problem({ state }: { state: DeviceState }): ReactElement | null {
  const say = useSay()
  const { phase, problem } = state
  if (phase === 'refused')
    return (
      <Banner tone="danger" role="alert" title={say('device.refused')}>
        {say('device.refused.body')}
      </Banner>
    )
  if (phase === 'expired')
    return (
      <Banner tone="warning" role="alert" title={say('device.expired')}>
        {say('device.expired.body')}
      </Banner>
    )
  if (!problem) return null
  const title = problem === 'unreachable' ? say('signIn.unreachable') : say(`device.${problem}`)
  return <Banner tone="warning" role="alert" title={title} />
}

/** Sends the link again; while it has to wait it says for how long, and announces it rarely. */
function Resend({ flow, state }: { flow: DeviceFlow; state: DeviceState }): ReactElement {
  const say = useSay()
  const seconds = useCountdown(state.resendAt, flow.now)
  const waiting = seconds > 0
  return (
    <>
      <Button
        aria-disabled={waiting || undefined}
        loading={state.resending}
        onClick={() => void flow.resend()}
      >
        <span className="fr-tabular">
          {waiting ? say('device.resendIn', { seconds }) : say('device.resend')}
        </span>
      </Button>
      <LiveRegion message={state.resent ? say('device.resent') : ''} />
    </>
  )
}

function Progress({ flow, state }: { flow: DeviceFlow; state: DeviceState }): ReactElement {
  const say = useSay()
  const minutes = useMinutes(state.device.expiresAt, flow.now)
  if (state.phase === 'approved') return <StatusLine tone="success" text={say('device.approved')} />
  return (
    <div className="lk-stack" data-gap="4">
      <StatusLine text={say('device.waiting')} />
      {minutes > 0 ? <p className="fr-status">{say('signIn.minutes_other', { count: minutes })}</p> : null}
    </div>
  )
}

function Content({ flow, heading }: { flow: DeviceFlow; heading: string }): ReactElement {
  const say = useSay()
  const state = useStore(flow.store)
  const { device, phase } = state
  const isOpen = phase === 'waiting' || phase === 'approved'
  const email = (
    <bdi className="fr-strong" dir="ltr">
      {device.emailHint}
    </bdi>
  )
  return (
    <>
      <div className="lk-stack">
        <h1 id={heading} tabIndex={-1} className="fr-title">
          {say('device.title')}
        </h1>
        {isOpen ? (
          <p className="lk-small lk-dim">
            <Say message="device.body" values={{ email }} />
          </p>
        ) : null}
      </div>
      {isOpen ? (
        <>
          <MatchNumber label={say('device.number')} number={device.number} done={phase === 'approved'} />
          <Progress flow={flow} state={state} />
        </>
      ) : null}
      <Problem state={state} />
      {phase === 'approved' ? null : (
        <div className="lk-stack">
          {phase === 'waiting' ? <Resend flow={flow} state={state} /> : null}
          <Button variant={phase === 'waiting' ? 'ghost' : 'secondary'} onClick={flow.changeEmail}>
            {say(phase === 'waiting' ? 'device.wrongEmail' : 'device.otherEmail')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The person confirms from the mailbox that this browser may ask for a code. */
export function DeviceScreen({ flow, ...frame }: DeviceScreenProps): ReactElement {
  const heading = useId()
  return (
    <SignInFrame {...frame} labelledBy={heading} screenKey="device">
      <Content flow={flow} heading={heading} />
    </SignInFrame>
  )
}
