import type { ChainInfo } from '@latchkey/protocol'
import { NotAvailableError, NotConnectedError } from '@latchkey/protocol/frame'
import { SAFE_USER_OPERATION_METHODS } from '@latchkey/protocol/policy'
import type { FrameChain } from '../../context/Frame.ts'
import { loadPart } from '../../context/loadPart.ts'
import { isGranted } from '../../keys/session.ts'
import { evmNamespace } from './model/evmNamespace.ts'

/** The networks of Ethereum's kind. */
export const evmChain: FrameChain = {
  namespace: evmNamespace,
  answerRead(method: string, { id, smartAccounts }: ChainInfo) {
    if (SAFE_USER_OPERATION_METHODS.has(method) && !smartAccounts) throw new NotAvailableError()
    if (method === 'eth_chainId') return `0x${id.toString(16)}`
    return method === 'net_version' ? String(id) : undefined
  },
  // A site that is not connected needs no part of the wallet to be told so; `eth_accounts` is empty for it (EIP-1193).
  async answerGranted(frame, request, signal) {
    const granted = await isGranted(frame)
    if (!granted && request.method === 'eth_accounts') return []
    if (!granted) throw new NotConnectedError()
    return (await loadPart(() => import('./answerGranted.ts'))).answerGranted(frame, request, signal)
  },
  accounts: () => loadPart(() => import('./accounts/accountsOf.ts')),
  approvals: () => loadPart(() => import('./approvalKinds.ts')),
}
