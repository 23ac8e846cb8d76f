import { UnknownChainError, UnknownPermissionError } from '@latchkey/protocol/frame'
import type { Approval } from '../../../approvals/Approval.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { findChain } from '../../../context/documentConfig.ts'
import { accountsOf } from '../accounts/accountsOf.ts'
import type { ShownOperation } from '../operation/ShownOperation.ts'
import { grantApproval } from './grantApproval.ts'
import { chainOfRequest } from './parseRequest.ts'
import { findRevocable, isRevocation } from './revocations.ts'
import { revokeApproval } from './revokeApproval.ts'

async function openRevocation(frame: ChainContext, request: RpcRequest): Promise<Approval<ShownOperation>> {
  const found = await findRevocable(frame, request)
  if (found === null) throw new UnknownPermissionError({ data: { reason: 'permissionContext' } })
  const { accounts, id } = found
  return revokeApproval(frame, { ...request, chain: accounts.chain }, accounts, [id])
}

/**
 * Parses a request to give or take back permissions (ERC-7715). It may be for another network than the active one.
 *
 * @throws NotAvailableError, UnknownChainError, RequestBlockedError, RpcParamsError, UnknownPermissionError; for what is
 *   taken back also ChainUnreachableError
 */
export async function openPermission(
  frame: ChainContext,
  request: RpcRequest,
): Promise<Approval<ShownOperation>> {
  if (isRevocation(request.method)) return openRevocation(frame, request)
  const named = chainOfRequest(request.params)
  const chain = named === null ? request.chain : findChain(frame.config, named)
  if (!chain) throw new UnknownChainError()
  return grantApproval(frame, { ...request, chain }, await accountsOf(frame, chain))
}
