import { NotAvailableError } from '@latchkey/protocol/frame'
import type { SolanaApprovalMethod } from '@latchkey/protocol/policy'
import type { Approval } from '../../approvals/ApprovalView.ts'
import type { RpcRequest } from '../../context/ChainRpc.ts'
import type { ChainApprovals, Frame } from '../../context/Frame.ts'
import { loadPart } from '../../context/loadPart.ts'
import { solanaAccountOf } from './accounts/solanaAccounts.ts'

type Open = (frame: Frame, request: RpcRequest, account: string) => Promise<Approval>

const message: Open = async (...asked) =>
  (await loadPart(() => import('./message/messageApproval.ts'))).messageApproval(...asked) as Approval

const transaction: Open = async (...asked) =>
  (await loadPart(() => import('./transaction/transactionApproval.ts'))).transactionApproval(
    ...asked,
  ) as Approval

/** Every method that is put before the person. One that the policy offers and that has no kind here does not compile. */
const approvalKinds: Readonly<Record<SolanaApprovalMethod, Open>> = {
  solana_signMessage: message,
  solana_signTransaction: transaction,
  solana_signAllTransactions: transaction,
  solana_signAndSendTransaction: transaction,
}

/** ms; with a session that was checked since, a signature needs no round trip more than its own. */
const sessionAge = 240_000

export const openApproval: ChainApprovals['openApproval'] = async (frame, request) => {
  const { method } = request
  const open = Object.hasOwn(approvalKinds, method)
    ? approvalKinds[method as SolanaApprovalMethod]
    : undefined
  if (!open) throw new NotAvailableError()
  const account = await solanaAccountOf(frame)
  frame.syncSession(sessionAge)
  return open(frame, request, account)
}

/** Nothing here needs nobody's approval. */
export const answerAtOnce: ChainApprovals['answerAtOnce'] = async () => undefined

/** What is sent cannot be replaced: it is taken, or it expires. */
export const replacementOf: ChainApprovals['replacementOf'] = () => undefined

export const followSent: ChainApprovals['followSent'] = (frame, request) => (sent, report, signal) => {
  if (request.method !== 'solana_signAndSendTransaction') return undefined
  return loadPart(() => import('./receipt/followSent.ts')).then((part) =>
    part.followSent(frame, request)(sent, report, signal),
  )
}

/** Loads what requests will need, before anybody asks. */
export const warmUp: ChainApprovals['warmUp'] = () => {
  import('./message/messageApproval.ts').catch(() => undefined)
  import('./transaction/transactionApproval.ts').catch(() => undefined)
}
