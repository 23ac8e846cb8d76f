import type { ChainInfo } from '@latchkey/protocol'
import { NotAvailableError } from '@latchkey/protocol/frame'
import { SAFE_USER_OPERATION_METHODS } from '@latchkey/protocol/policy'
import type { FrameChain } from '../../context/Frame.ts'
import { loadPart } from '../../context/loadPart.ts'
import { evmNamespace } from './model/evmNamespace.ts'

/** The networks of Ethereum's kind. */
export const evmChain: FrameChain = {
  namespace: evmNamespace,
  answerRead(method: string, { id, smartAccounts }: ChainInfo) {
    if (SAFE_USER_OPERATION_METHODS.has(method) && !smartAccounts) throw new NotAvailableError()
    if (method === 'eth_chainId') return `0x${id.toString(16)}`
    return method === 'net_version' ? String(id) : undefined
  },
  answerGranted: async (...asked) =>
    (await loadPart(() => import('./answerGranted.ts'))).answerGranted(...asked),
  accounts: () => loadPart(() => import('./accounts/accountsOf.ts')),
  approvals: () => loadPart(() => import('./approvalKinds.ts')),
}
