import { loadRecovery } from '@latchkey/chain-evm/decode'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { lazy } from '@latchkey/std/lazy'
import type { ShownApproval } from '../approvals/ApprovalView.ts'
import { type ApprovalRunner, cooldown, createApprovalRunner } from '../approvals/createApprovalRunner.ts'
import { type Approvals, type Frame, frameChainOf, type ScreenState } from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'
import { ApprovalScreen } from '../screens/approval/ApprovalScreen.tsx'
import { siteIdentity } from '../site/siteIdentity.ts'
import { drawCard } from '../walletWindow/WindowCard.tsx'
import { approvalsOf, createWindowLink, needsWindow, type WindowLink } from '../walletWindow/windowLink.ts'
import '../screens/approval/approval.css'
import '../screens/approval/approvalEdits.css'

/** ms. Long enough to read, and nobody has to wait for it: a new request comes in its place. */
const RECEIPT_TIMES = { signed: 1_200, decided: 4_000, pending: 60_000, held: 120_000 }

/** The check of what keys signed, loaded before anything is signed. */
const lazyRecovery = () => lazy(loadRecovery, (cause) => new ServiceUnreachableError({ cause }))

/** Shows what the runner has to show: in the frame, or in the wallet's own window with a card in the frame. */
function placeOf(frame: Frame): (content: ShownApproval | null) => void {
  const mode = approvalsOf(frame.config, frame.origin)
  const site = siteIdentity(frame.origin, frame.config.allowedOrigins)
  let link: WindowLink | undefined
  /** The request that went to the window. */
  let reviewed: string | undefined
  /** The screen of the receipt that is shown, if any. */
  let receipt: ScreenState | null = null
  const linkOf = () => {
    link ??= createWindowLink(frame, window)
    return link
  }
  const show = (content: ShownApproval): ScreenState => {
    const whole = { ...content, site, appName: frame.store.get().appName }
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
      frame.store.set({ screen: { name: 'approval', draw: drawCard(linkOf(), whole) } })
    }
    return { name: 'approval', Screen: ApprovalScreen, content: { ...whole, onWindow } }
  }
  return (content) => {
    // Another screen has come in a receipt's place: it stays.
    const isTaken = receipt !== null && frame.store.get().screen !== receipt
    if (isTaken && content?.receipt) return
    if (!content) link?.end()
    const screen: ScreenState = content ? show(content) : { name: 'none' }
    receipt = content?.receipt ? screen : null
    if (!isTaken || content) frame.store.set({ screen })
  }
}

/** Makes the approvals of one frame and shows them as its screen. */
export function createApprovals(frame: Frame): Approvals {
  const recovery = lazyRecovery()
  void recovery().catch(() => undefined)
  for (const frameChain of frame.chains)
    frameChain.approvals().then(
      ({ warmUp }) => warmUp(frame),
      () => undefined,
    )
  const site = siteIdentity(frame.origin, frame.config.allowedOrigins)
  const runner = createApprovalRunner({ now: frame.now, receipts: RECEIPT_TIMES, show: placeOf(frame) })
  // Once a pause: a site that goes on asking must not bring the screen up again and again.
  let toldOf = 0
  const askPaused = async (paused: ApprovalRunner, signal: AbortSignal) => {
    const until = paused.pausedUntil()
    if (toldOf === until || frame.store.get().screen.name !== 'none') throw cooldown(until, frame.now())
    toldOf = until
    const { showPaused } = await loadPart(() => import('./showPaused.tsx'))
    if (!(await showPaused(frame, { site, until }, signal))) throw cooldown(until, frame.now())
    paused.liftPause()
  }
  return {
    async request(request, signal) {
      const approvals = await frameChainOf(frame, request.chain).approvals()
      const answer = await approvals.answerAtOnce(frame, request, signal)
      if (answer) return answer.result
      await recovery()
      const approval = await approvals.openApproval(frame, request)
      if (frame.now() < runner.pausedUntil()) await askPaused(runner, signal)
      return runner.run(approval, signal, approvals.followSent(frame, request))
    },
    async replace(chain, account, way, signal) {
      await recovery()
      const approval = (await frameChainOf(frame, chain).approvals()).replacementOf(
        frame,
        chain,
        account,
        way,
      )
      if (approval) await runner.runOwn(approval, signal)
    },
  }
}
