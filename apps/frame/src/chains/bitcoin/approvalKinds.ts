import { NotAvailableError } from '@latchkey/protocol/frame'
import type { BitcoinApprovalMethod } from '@latchkey/protocol/policy'
import { isRecord } from '@latchkey/std/isRecord'
import type { Approval } from '../../approvals/ApprovalView.ts'
import type { RpcRequest } from '../../context/ChainRpc.ts'
import type { ChainApprovals, Frame } from '../../context/Frame.ts'
import { loadPart } from '../../context/loadPart.ts'
import { type BitcoinAccount, bitcoinAccountsOf } from './accounts/bitcoinAccounts.ts'

type Open = (
  frame: Frame,
  request: RpcRequest,
  accounts: readonly [BitcoinAccount, ...BitcoinAccount[]],
) => Promise<Approval>

const message: Open = async (...asked) =>
  (await loadPart(() => import('./message/messageApproval.ts'))).messageApproval(...asked) as Approval

const psbt: Open = async (...asked) =>
  (await loadPart(() => import('./transaction/psbtApproval.ts'))).psbtApproval(...asked) as Approval

const transfer: Open = async (...asked) =>
  (await loadPart(() => import('./transaction/transferApproval.ts'))).transferApproval(...asked) as Approval

const speedUp: Open = async (...asked) =>
  (await loadPart(() => import('./transaction/speedUpApproval.ts'))).speedUpApproval(...asked) as Approval

/** Every method that is put before the person. One that the policy offers and that has no kind here does not compile. */
const approvalKinds: Readonly<Record<BitcoinApprovalMethod, Open>> = {
  signMessage: message,
  signPsbt: psbt,
  sendTransfer: transfer,
  latchkey_speedUpTransfer: speedUp,
}

/** ms; with a session that was checked since, a signature needs no round trip more than its own. */
const sessionAge = 240_000

export const openApproval: ChainApprovals['openApproval'] = async (frame, request) => {
  const { method, chain } = request
  const open = Object.hasOwn(approvalKinds, method)
    ? approvalKinds[method as BitcoinApprovalMethod]
    : undefined
  if (!open) throw new NotAvailableError()
  const accounts = await bitcoinAccountsOf(frame, chain)
  frame.syncSession(sessionAge)
  return open(frame, request, accounts)
}

/** Nothing here needs nobody's approval. */
export const answerAtOnce: ChainApprovals['answerAtOnce'] = async () => undefined

/** The wallet keeps no list of what waits: the network does, and who wants to replace something names it (`latchkey_speedUpTransfer`). */
export const replacementOf: ChainApprovals['replacementOf'] = () => undefined

export const followSent: ChainApprovals['followSent'] = (frame, request) => (sent, report, signal) => {
  // Only what was sent has an id: a PSBT may go back to the site to be sent by it.
  if (!isRecord(sent.result) || typeof sent.result.txid !== 'string') return undefined
  return loadPart(() => import('./receipt/followSent.ts')).then((part) =>
    part.followSent(frame, request)(sent, report, signal),
  )
}

/** Loads what requests will need, before anybody asks. */
export const warmUp: ChainApprovals['warmUp'] = () => {
  import('./message/messageApproval.ts').catch(() => undefined)
  import('./transaction/psbtApproval.ts').catch(() => undefined)
  import('./transaction/transferApproval.ts').catch(() => undefined)
}
