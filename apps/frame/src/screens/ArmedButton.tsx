import { Button } from '@latchkey/ui'
import { type ReactElement, type ReactNode, type RefObject, useEffect } from 'react'
import type { Verdict } from '../approvals/arming.ts'
import type { Arming } from './useArming.ts'

export type ArmedButtonProps = {
  buttonRef: RefObject<HTMLButtonElement | null>
  arming: Arming
  danger: boolean
  loading: boolean
  describedBy: string
  children: ReactNode
}

const isWaiting = (verdict: Verdict) => !verdict.armed && verdict.why === 'waiting'

/** The button that approves. It looks and is disabled until it is armed; meanwhile a thin bar fills. */
export function ArmedButton(props: ArmedButtonProps): ReactElement {
  const { buttonRef, arming, danger, loading, describedBy, children } = props
  const { verdict, handlers } = arming
  const waiting = isWaiting(verdict)

  // What other parts of the page listen for must not be able to press it by script either.
  useEffect(() => {
    buttonRef.current?.setAttribute('data-armed', String(verdict.armed))
  }, [buttonRef, verdict.armed])

  return (
    <Button
      ref={buttonRef}
      variant={danger ? 'danger' : 'primary'}
      loading={loading}
      arming={waiting && !loading}
      armDuration={1_000}
      aria-disabled={!verdict.armed || undefined}
      aria-describedby={describedBy}
      onPointerDown={handlers.onPointerDown}
      onPointerLeave={handlers.onPointerLeave}
      onPointerCancel={handlers.onPointerCancel}
      onKeyDown={handlers.onKeyDown}
      onClick={handlers.onClick}
    >
      {children}
    </Button>
  )
}
