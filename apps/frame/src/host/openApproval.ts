import { NotAvailableError, RpcParamsError } from '@latchkey/protocol/frame'
import type { Approval } from '../approvals/Approval.ts'
import { accountsOf } from '../chains/evm/accounts/accountsOf.ts'
import type { ApprovalContext } from '../chains/evm/accounts/FrameAccounts.ts'
import { messageApproval } from '../chains/evm/message/messageApproval.ts'
import { refuseTooMany } from '../chains/evm/pending/refreshPending.ts'
import { transactionApproval } from '../chains/evm/transaction/transactionApproval.ts'
import { typedDataApproval } from '../chains/evm/typedData/typedDataApproval.ts'
import type { RpcRequest } from '../context/ChainRpc.ts'
import type { Frame } from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'
import { namedAccount } from './namedAccount.ts'

type Open = (frame: Frame, request: RpcRequest, context: ApprovalContext) => Approval | Promise<Approval>

const openPermission: Open = async (frame, request) => {
  const permissions = await loadPart(() => import('../chains/evm/permissions/openPermission.ts'))
  return permissions.openPermission(frame, request) as Promise<Approval>
}
const openCalls: Open = async (frame, request) =>
  (await loadPart(() => import('../chains/evm/calls/sendCallsApproval.ts'))).sendCallsApproval(frame, request)

const openOperation: Open = async (frame, request, context) => {
  const { ownOperationApproval } = await loadPart(
    () => import('../chains/evm/operation/ownOperationApproval.ts'),
  )
  return ownOperationApproval(frame, request, context) as Promise<Approval>
}
const openWatch: Open = async (frame, request, context) =>
  (await loadPart(() => import('../chains/evm/assets/watchAssetApproval.ts'))).watchAssetApproval(
    frame,
    request,
    context,
  ) as Approval

const openTransaction: Open = async (frame, request, context) => {
  const { account, accounts } = context
  if (account !== accounts.smart) {
    await refuseTooMany(frame, request.chain.id, account, 1)
    return transactionApproval(frame, request, context) as Promise<Approval>
  }
  const { smartTransactionApproval } = await loadPart(
    () => import('../chains/evm/operation/smartTransactionApproval.ts'),
  )
  return smartTransactionApproval(frame, request, context) as Promise<Approval>
}

// The payload's type is known to each kind alone; the runner hands back what it was given.
const kinds = new Map<string, Open>([
  ['personal_sign', messageApproval as Open],
  ['eth_signTypedData_v4', typedDataApproval as Open],
  ['eth_sendTransaction', openTransaction],
  ['eth_sendUserOperation', openOperation],
  ['wallet_sendCalls', openCalls],
  ['wallet_requestExecutionPermissions', openPermission],
  ['wallet_grantPermissions', openPermission],
  ['wallet_revokeExecutionPermission', openPermission],
  ['wallet_revokePermissions', openPermission],
  ['wallet_watchAsset', openWatch],
])

/** ms; with a session that was checked since, a signature needs no round trip more than its own. */
const sessionAge = 240_000

/** Parses an unsafe request into an approval; whatever must be refused throws here, before anything is shown. */
export async function openApproval(frame: Frame, asked: RpcRequest): Promise<Approval> {
  const open = kinds.get(asked.method)
  if (!open) throw new NotAvailableError()
  // EIP-747 has its params as an object, and libraries put it into an array.
  const isBare = asked.method === 'wallet_watchAsset' && !Array.isArray(asked.params)
  const request = isBare ? { ...asked, params: [asked.params] } : asked
  if (!Array.isArray(request.params)) throw new RpcParamsError({ data: { reason: 'paramType' } })
  const accounts = await accountsOf(frame, request.chain)
  frame.syncSession(sessionAge)
  return open(frame, request, { account: namedAccount(request.method, request.params, accounts), accounts })
}
