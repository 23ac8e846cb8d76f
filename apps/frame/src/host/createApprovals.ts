import { loadRecovery } from '@latchkey/chain-evm/decode'
import { NotAvailableError, RpcParamsError } from '@latchkey/protocol/frame'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { lazy } from '@latchkey/std/lazy'
import type { Approval } from '../approvals/ApprovalView.ts'
import { type ApprovalRunner, cooldown, createApprovalRunner } from '../approvals/createApprovalRunner.ts'
import { accountsOf } from '../chains/evm/accounts/accountsOf.ts'
import { loadAccountKind } from '../chains/evm/accounts/loadAccountKind.ts'
import { type ApprovalKind, approvalKinds } from '../chains/evm/approvalKinds.ts'
import type { FrameAccounts } from '../chains/evm/model/transaction.ts'
import { replacementApproval } from '../chains/evm/transaction/transactionApproval.ts'
import type { RpcRequest } from '../context/ChainRpc.ts'
import type { Approvals, Frame } from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'
import { ApprovalScreen } from '../screens/approval/ApprovalScreen.tsx'
import { siteIdentity } from '../site/siteIdentity.ts'
import '../screens/approval/approval.css'
import '../screens/approval/approvalEdits.css'

/** ms; with a session that was checked since, a signature needs no round trip more than its own. */
const sessionAge = 240_000

/** The kind of a request; undefined for a method that no approval is for. */
export const kindOf = (method: string): ApprovalKind | undefined =>
  Object.hasOwn(approvalKinds, method) ? approvalKinds[method as keyof typeof approvalKinds] : undefined

/**
 * The one account that a request is for: the own one that it names, else the preferred one. A request that names
 * somebody else is refused where it is parsed.
 */
function namedAccount(
  { account }: ApprovalKind,
  params: readonly unknown[],
  { eoa, smart, address }: FrameAccounts,
): `0x${string}` {
  const named = String(account?.(params)).toLowerCase()
  return [eoa, smart].find((own) => own?.toLowerCase() === named) ?? address
}

/** Parses an unsafe request into an approval; whatever must be refused throws here, before anything is shown. */
export async function openApproval(frame: Frame, asked: RpcRequest): Promise<Approval> {
  const kind = kindOf(asked.method)
  if (!kind?.open) throw new NotAvailableError()
  const isBare = kind.takesObject && !Array.isArray(asked.params)
  const request = isBare ? { ...asked, params: [asked.params] } : asked
  if (!Array.isArray(request.params)) throw new RpcParamsError({ data: { reason: 'paramType' } })
  const accounts = await accountsOf(frame, request.chain)
  frame.syncSession(sessionAge)
  return kind.open(frame, request, { account: namedAccount(kind, request.params, accounts), accounts })
}

/** The check of what keys signed, loaded before anything is signed. */
const lazyRecovery = () => lazy(loadRecovery, (cause) => new ServiceUnreachableError({ cause }))

/** Loads what operations of smart accounts need, before anybody asks for one: nobody has to wait for it then. */
function warmUp({ config }: Frame): void {
  if (!config.chains.some(({ smartAccounts }) => smartAccounts)) return
  loadAccountKind().catch(() => undefined)
  import('../chains/evm/operation/smartRequests.ts').catch(() => undefined)
  import('../chains/evm/calls/sendCallsApproval.ts').catch(() => undefined)
}

/** Makes the approvals of one frame and shows them as its screen. */
export function createApprovals(frame: Frame): Approvals {
  const recovery = lazyRecovery()
  void recovery().catch(() => undefined)
  warmUp(frame)
  const site = siteIdentity(frame.origin, frame.config.allowedOrigins)
  const runner = createApprovalRunner({
    now: frame.now,
    show: (content) => {
      if (!content) return frame.store.set({ screen: { name: 'none' } })
      const { appName } = frame.store.get()
      frame.store.set({
        screen: { name: 'approval', Screen: ApprovalScreen, content: { ...content, site, appName } },
      })
    },
  })
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
      const answer = await kindOf(request.method)?.answer?.(frame, request, signal)
      if (answer) return answer.result
      await recovery()
      const approval = await openApproval(frame, request)
      if (frame.now() < runner.pausedUntil()) await askPaused(runner, signal)
      return runner.run(approval, signal)
    },
    async replace(chain, account, way, signal) {
      await recovery()
      const request = { method: 'eth_sendTransaction', params: [], chain }
      const approval = replacementApproval(frame, request, account, way)
      if (approval) await runner.runOwn(approval as Approval, signal)
    },
  }
}
