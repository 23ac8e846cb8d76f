import { NotAvailableError } from '@latchkey/protocol/frame'
import type { FrameChain } from '../../context/Frame.ts'
import { loadPart } from '../../context/loadPart.ts'

const loadAccounts = () => loadPart(() => import('./accounts/bitcoinAccounts.ts'))

/** The networks of Bitcoin. No read of a network is answered here; what a site may read are the addresses. */
export const bitcoinChain: FrameChain = {
  namespace: 'bip122',
  answerRead: () => undefined,
  async answerGranted(frame, request) {
    if (request.method !== 'getAccountAddresses') throw new NotAvailableError()
    return (await loadAccounts()).accountAddresses(frame, request)
  },
  accounts: loadAccounts,
  approvals: () => loadPart(() => import('./approvalKinds.ts')),
}
