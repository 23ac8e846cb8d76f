import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { ApprovalScreenContent, ApprovalView } from '../approvals/ApprovalView.ts'
import type { Coverage } from '../approvals/arming.ts'
import { ApprovalScreen } from '../screens/approval/ApprovalScreen.tsx'
import { observeAnyInView, observeEnds } from '../screens/approval/sectionCoverage.ts'
import { type ArmingEnvironment, ArmingEnvironmentContext } from '../screens/approval/useArming.ts'
import { approvalContent, approvalViews } from '../workbench/approvalStates.ts'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../frame.css'
import '../screens/approval/approval.css'
import '../screens/approval/approvalEdits.css'

/** The test page lies scaled in another frame, so the browser's own report does not hold: the test reports instead. */
export function environmentOf(
  coverage: Coverage,
  covers: string | null = null,
  now: () => number = () => performance.now(),
  watches = false,
  framed = false,
): ArmingEnvironment {
  return {
    now,
    isFramed: () => framed,
    observeElement(_, report) {
      report(coverage)
      return () => undefined
    },
    observeSections(sections, _, report) {
      const hit = covers !== null && sections.some((section) => section.matches(covers))
      report(hit ? 'covered' : 'visible')
      return () => undefined
    },
    observeEnds(ends, footer, report) {
      if (watches) return observeEnds(ends, footer, report)
      report(false)
      return () => undefined
    },
    observeAnyInView(elements, footer, report) {
      if (watches) return observeAnyInView(elements, footer, report)
      report(true)
      return () => undefined
    },
  }
}

/** A clock that can be held: however slow the machine is, nothing arms meanwhile. */
export function holdableClock() {
  let heldAt: number | null = null
  return {
    now: () => heldAt ?? performance.now(),
    hold() {
      heldAt = performance.now()
    },
    release() {
      heldAt = null
    },
  }
}

/** What a person did, in order. */
export type Told = string[]
export const viewOf = (name: string) => approvalViews[name] as ApprovalView

/** A state of the workbench as content of the screen, which writes down what a person does. */
export function content(
  name: string,
  told: Told,
  change: Partial<ApprovalScreenContent> = {},
): ApprovalScreenContent {
  return approvalContent(viewOf(name), {
    onApprove: (hash) => told.push(`approve ${hash}`),
    onReject: () => told.push('reject'),
    onRetry: () => told.push('retry'),
    onEdit: (edit) => told.push(Object.values(edit).map(String).join(' ')),
    onDetour: (detour) => told.push(detour),
    ...change,
  })
}

/** The approval screen in a window that the test reports on. */
export function Screen({
  shown,
  told,
  coverage = 'visible',
  covers = null,
  now,
  watches = false,
  framed = false,
}: {
  shown: ApprovalScreenContent
  told: Told
  coverage?: Coverage
  /** A section that something lies over. */
  covers?: string | null
  now?: (() => number) | undefined
  /** The browser says what has been read, and whether the worst warning is in sight. */
  watches?: boolean
  /** It is in a page, which may move it. */
  framed?: boolean
}) {
  return (
    <ArmingEnvironmentContext value={environmentOf(coverage, covers, now, watches, framed)}>
      <div className="lk-root">
        <ApprovalScreen
          {...shown}
          wallet={{ name: 'Latchkey', host: 'wallet.localhost' }}
          onEscape={() => told.push('escape')}
          onFocusExit={(direction) => told.push(direction)}
        />
      </div>
    </ArmingEnvironmentContext>
  )
}

export const approve = () => page.getByRole('button', { name: 'Approve' })
export const armed = () => expect.element(approve()).toHaveAttribute('data-armed', 'true')
/** What opens everything that does not stand on the first screen. */
export const details = () => page.getByText('Details', { exact: true })
