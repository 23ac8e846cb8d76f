import { Button, Icon, LiveRegion } from '@latchkey/ui'
import {
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ApprovalScreenContent, ApprovalView, Warning } from '../../approvals/ApprovalView.ts'
import type { Verdict } from '../../approvals/arming.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { WorstAgain } from './FirstParts.tsx'
import { isDangerous, risksOf } from './RiskStep.tsx'
import { type Arming, useArming } from './useArming.ts'
import { useSmallWindow } from './useSmallWindow.ts'

type Sayer = ReturnType<typeof useSay>

/** Why the button cannot be used, in words; empty while it simply arms. */
function reasonText(say: Sayer, verdict: Verdict, typed: boolean): string {
  if (verdict.armed || verdict.why === 'waiting') return ''
  if (verdict.why === 'step' && typed) return say('compare.step')
  return say(`arming.${verdict.why}`)
}

/** What is so while the page brings the frame into view: it has no size yet, is still faint, and its details are on the way. */
const PASSING: ReadonlySet<string> = new Set(['tooSmall', 'covered', 'outOfView', 'loading'])
/** ms. Less is over before it can be read, and what is drawn for it would only flash. */
const SETTLED = 400

/** The verdict, once it has stood for long enough to be told. The button follows the verdict itself. */
function useTold(verdict: Verdict): Verdict {
  const why = verdict.armed ? '' : verdict.why
  const [stood, setStood] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setStood(why), SETTLED)
    return () => clearTimeout(timer)
  }, [why])
  return PASSING.has(why) && stood !== why ? { armed: false, why: 'waiting', at: null } : verdict
}

function progressText(say: Sayer, { phase }: ApprovalScreenContent): string {
  if (phase === 'signing') return say('approve.signing')
  if (phase === 'sending') return say('approve.sending')
  return phase === 'confirming' ? say('approve.checkingAgain') : ''
}

/** A sign-in to the very site that asks, about which there is nothing to say: a page that hides it gains nothing. */
const isHarmless = ({ signsIn, warnings }: ApprovalView): boolean =>
  signsIn === true && warnings.every(({ level }) => level === 'info')

/**
 * An answer that comes late (a fee, a sponsor) can move the button between press and release. The press stays with the
 * button all the same: a refusal is never lost (Pointer Events 3, section 9.2).
 */
const keepPress = ({ nativeEvent, currentTarget, pointerId }: PointerEvent) => {
  if (nativeEvent.isTrusted) currentTarget.setPointerCapture(pointerId)
}

type ApprovalFooterProps = {
  content: ApprovalScreenContent
  worst: Warning | undefined
  /** What a danger asks for is done. */
  understood: boolean
  /** It is approved, and its receipt comes next. */
  done: boolean
}

/** Reject and approve, of equal size; what keeps approve from being used stands above them. */
export function ApprovalFooter({ content, worst, understood, done }: ApprovalFooterProps): ReactElement {
  const say = useSay()
  const { view, phase, hash } = content
  const button = useRef<HTMLButtonElement>(null)
  const danger = isDangerous(view.warnings)
  const isSmall = useSmallWindow()
  const reason = useId()
  const busy = phase === 'signing' || phase === 'sending' || phase === 'confirming'
  const arming = useArming({
    button,
    contentKey: `${content.id}/${content.revision}`,
    ready: hash !== null && phase === 'ready',
    step: !danger ? 'none' : understood ? 'done' : 'needed',
    anySize: isHarmless(view),
    onActivate: () => {
      if (hash !== null) content.onApprove(hash)
    },
  })
  const progress = done ? say('approve.done') : progressText(say, content)
  const told = useTold(arming.verdict)
  const blocked = busy ? '' : reasonText(say, told, risksOf(view.warnings).length === 0)
  return (
    <>
      {worst && isSmall ? <WorstAgain warning={worst} /> : null}
      <p id={reason} className="fr-reason" hidden={!progress && !blocked}>
        {progress || blocked}
      </p>
      {content.onWindow && !busy && isTooSmall(told) ? (
        <Button onClick={content.onWindow}>{say('window.review')}</Button>
      ) : null}
      <div className="lk-pair">
        <Button
          aria-disabled={busy || undefined}
          onPointerDown={keepPress}
          // The second click of a double click would turn down the next request, which nobody has seen.
          onClick={({ detail }) => !busy && detail < 2 && content.onReject()}
        >
          {say(view.reject ?? 'approve.reject')}
        </Button>
        <ArmedButton
          buttonRef={button}
          arming={arming}
          danger={danger}
          loading={busy && !done}
          done={done}
          describedBy={reason}
        >
          {say(view.approve)}
        </ArmedButton>
      </div>
      <LiveRegion message={progress} />
    </>
  )
}

type ArmedButtonProps = {
  buttonRef: RefObject<HTMLButtonElement | null>
  arming: Arming
  danger: boolean
  loading: boolean
  done: boolean
  describedBy: string
  children: ReactNode
}

const isTooSmall = (verdict: Verdict) => !verdict.armed && verdict.why === 'tooSmall'
const isWaiting = (verdict: Verdict) => !verdict.armed && verdict.why === 'waiting'

/** The button that approves. It fills while it arms, turns while it is signed, and has a tick once it is. */
function ArmedButton(props: ArmedButtonProps): ReactElement {
  const { buttonRef, arming, danger, loading, done, describedBy, children } = props
  const { verdict, steady, handlers } = arming
  const waiting = isWaiting(verdict)

  // What other parts of the page listen for must not be able to press it by script either.
  useEffect(() => {
    buttonRef.current?.setAttribute('data-armed', String(verdict.armed))
    buttonRef.current?.setAttribute('data-steady', String(steady))
  }, [buttonRef, verdict.armed, steady])

  return (
    <Button
      ref={buttonRef}
      variant={danger ? 'danger' : 'primary'}
      loading={loading}
      arming={waiting && !loading && !done}
      data-done={done || undefined}
      armDuration={1_000}
      aria-disabled={!verdict.armed || undefined}
      aria-describedby={describedBy}
      onPointerDown={handlers.onPointerDown}
      onPointerLeave={handlers.onPointerLeave}
      onPointerCancel={handlers.onPointerCancel}
      onKeyDown={handlers.onKeyDown}
      onKeyUp={handlers.onKeyUp}
      onClick={handlers.onClick}
    >
      {done ? <Icon name="check" className="fr-tick" /> : null}
      <span className={done ? 'lk-hidden' : undefined}>{children}</span>
    </Button>
  )
}
