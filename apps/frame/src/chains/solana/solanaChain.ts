import { NotAvailableError } from '@latchkey/protocol/frame'
import type { FrameChain } from '../../context/Frame.ts'
import { loadPart } from '../../context/loadPart.ts'

/** The networks of Solana. Sites read them by themselves: no read is answered here. */
export const solanaChain: FrameChain = {
  namespace: 'solana',
  answerRead: () => undefined,
  async answerGranted() {
    throw new NotAvailableError()
  },
  accounts: () => loadPart(() => import('./accounts/solanaAccounts.ts')),
  approvals: () => loadPart(() => import('./approvalKinds.ts')),
}
