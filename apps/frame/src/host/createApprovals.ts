import { isOriginAllowed } from '@latchkey/bridge'
import type { FrameDocumentConfig } from '@latchkey/protocol'
import type { Approval, FollowSent, ShownApproval } from '../approvals/ApprovalView.ts'
import { type ApprovalRunner, cooldown, createApprovalRunner } from '../approvals/createApprovalRunner.ts'
import {
  type Approvals,
  activeChain,
  type Frame,
  frameChainOf,
  type ScreenState,
  servedChains,
} from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'
import { ApprovalScreen } from '../screens/approval/ApprovalScreen.tsx'
import { siteIdentity } from '../site/siteIdentity.ts'
import { drawCard } from '../walletWindow/WindowCard.tsx'
import { createWindowLink, type WindowLink } from '../walletWindow/windowLink.ts'
import { createAdvice } from './createAdvice.ts'
import '../screens/approval/approval.css'
import '../screens/approval/approvalEdits.css'

/** ms. Long enough to read, and nobody has to wait for it: a new request comes in its place. */
const RECEIPT_TIMES = { signed: 1_200, decided: 4_000, pending: 60_000, held: 120_000 }

type Strictness = { auto: 1; window: 2; frame: 0 }
const strictness: Strictness = { frame: 0, auto: 1, window: 2 }

/** Where requests of an origin are approved; the strictest of the patterns that it fits holds. */
export function approvalsOf({ allowedOrigins }: FrameDocumentConfig, origin: string): keyof Strictness {
  const fitting = allowedOrigins.filter(({ pattern }) => isOriginAllowed(origin, [pattern]))
  const modes = fitting.map(({ approvals = 'auto' }) => approvals)
  return modes.toSorted((a, b) => strictness[b] - strictness[a])[0] ?? 'window'
}

/** Whether a request is to be approved in the wallet's own window. What cannot be approved at all is told anywhere. */
export function needsWindow(mode: keyof Strictness, { view }: Pick<ShownApproval, 'view'>): boolean {
  if (view.stop) return false
  if (mode === 'window') return true
  if (view.warnings.some(({ level }) => level === 'danger')) return true
  const isPlain = view.warnings.every(({ level }) => level === 'info')
  return mode === 'auto' && !(view.signsIn && isPlain)
}

/** Shows what the runner has to show: in the frame, or in the wallet's own window with a card in the frame. */
function placeOf(frame: Frame): (content: ShownApproval | null) => void {
  const mode = approvalsOf(frame.config, frame.origin)
  const site = siteIdentity(frame.origin, frame.config.allowedOrigins)
  let link: WindowLink | undefined
  /** The request that went to the window. */
  let reviewed: string | undefined
  /** The screen of the receipt that is shown, if any. */
  let receipt: ScreenState | null = null
  /** What is shown, for when something is learned of it. */
  let last: ShownApproval | null = null
  const advice = createAdvice(frame, () => {
    if (last) draw(last)
  })
  const linkOf = () => {
    link ??= createWindowLink(frame, window)
    return link
  }
  const show = (content: ShownApproval): ScreenState => {
    const told = advice.of(content.view)
    const whole = {
      ...content,
      site,
      appName: frame.store.getState().appName,
      ...(told !== undefined && { advice: told }),
    }
    // What went to the window stays there: it must not wander while somebody reads it.
    if (reviewed === content.id || needsWindow(mode, whole)) {
      reviewed = content.id
      linkOf().show(whole)
      // The page goes on: what came of a request is told in the window alone.
      return content.receipt ? { name: 'none' } : { name: 'approval', draw: drawCard(linkOf(), whole) }
    }
    link?.end()
    const onWindow = () => {
      reviewed = content.id
      linkOf().open(whole)
      frame.store.setState({ screen: { name: 'approval', draw: drawCard(linkOf(), whole) } })
    }
    return { name: 'approval', Screen: ApprovalScreen, content: { ...whole, onWindow } }
  }
  const draw = (content: ShownApproval | null) => {
    last = content
    // Another screen has come in a receipt's place: it stays.
    const isTaken = receipt !== null && frame.store.getState().screen !== receipt
    if (isTaken && content?.receipt) return
    if (!content) link?.end()
    const screen: ScreenState = content ? show(content) : { name: 'none' }
    receipt = content?.receipt ? screen : null
    if (!isTaken || content) frame.store.setState({ screen })
  }
  return draw
}

/** Makes the approvals of one frame and shows them as its screen. */
export function createApprovals(frame: Frame): Approvals {
  for (const frameChain of servedChains(frame, activeChain(frame).caip2))
    frameChain.approvals().then(
      (approvals) => {
        approvals.warmUp(frame)
        approvals.ready?.().catch(() => undefined)
      },
      () => undefined,
    )
  const site = siteIdentity(frame.origin, frame.config.allowedOrigins)
  const runner = createApprovalRunner({
    now: frame.now,
    receipts: RECEIPT_TIMES,
    show: placeOf(frame),
    onTold: frame.onReceiptTold,
  })
  // Once a pause: a site that goes on asking must not bring the screen up again and again.
  let toldOf = 0
  const askPaused = async (paused: ApprovalRunner, signal: AbortSignal) => {
    const until = paused.pausedUntil()
    if (toldOf === until || frame.store.getState().screen.name !== 'none') throw cooldown(until, frame.now())
    toldOf = until
    const { showPaused } = await loadPart(() => import('./showPaused.tsx'))
    if (!(await showPaused(frame, { site, until }, signal))) throw cooldown(until, frame.now())
    paused.liftPause()
  }
  const run = async (approval: Approval, signal: AbortSignal, follow?: FollowSent) => {
    if (frame.now() < runner.pausedUntil()) await askPaused(runner, signal)
    return runner.run(approval, signal, follow)
  }
  return {
    ask: (approval, signal) => run(approval, signal),
    async request(request, signal) {
      const approvals = await frameChainOf(frame, request.chain).approvals()
      const answer = await approvals.answerAtOnce(frame, request, signal)
      if (answer) return answer.result
      await approvals.ready?.()
      const approval = await approvals.openApproval(frame, request)
      return run(approval, signal, approvals.followSent(frame, request))
    },
    async replace(chain, account, way, signal) {
      const approvals = await frameChainOf(frame, chain).approvals()
      await approvals.ready?.()
      const approval = approvals.replacementOf(frame, chain, account, way)
      if (approval) await runner.runOwn(approval, signal)
    },
  }
}
