import { sameAddress } from '@latchkey/chain-evm/decode'
import { parseUserOperation } from '@latchkey/chain-evm/decode/smartAccount'
import { RpcParamsError } from '@latchkey/protocol/frame'
import type { Approval } from '../../../approvals/Approval.ts'
import { block, parseOrRefuse } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ApprovalContext } from '../accounts/FrameAccounts.ts'
import { loadAccountKind } from '../accounts/loadAccountKind.ts'
import { refuseOwnTargets } from '../accounts/refuseOwnAccount.ts'
import type { SentOperation, ShownOperation } from './ShownOperation.ts'
import { userOperationApproval } from './userOperationApproval.ts'

/**
 * `eth_sendUserOperation` (ERC-7769): the calls within it are what counts. Everything else, number, gas, fee and
 * signature, is made anew and shown; an operation with a paymaster is refused, since its word would not hold for another
 * operation: `paymasterService` of `wallet_sendCalls` is the way to name one.
 *
 * @throws RpcParamsError; RequestBlockedError with reason `wrongAccount`, `entryPoint`, `paymaster`, `authorization`,
 *   `undecodable` or `ownAccount`; from signing as `userOperationApproval`
 */
export async function ownOperationApproval(
  frame: ChainContext,
  request: RpcRequest,
  { accounts }: ApprovalContext,
): Promise<Approval<ShownOperation>> {
  const params: readonly unknown[] = Array.isArray(request.params) ? request.params : []
  if (params.length !== 2) throw new RpcParamsError({ data: { reason: 'paramCount' } })
  const [given, entryPoint] = params
  const kind = await loadAccountKind()
  const { operation } = parseOrRefuse(() => parseUserOperation(given))
  if (!sameAddress(operation.sender, accounts.smart)) block('wrongAccount')
  if (typeof entryPoint !== 'string' || !sameAddress(entryPoint, kind.entryPoint)) block('entryPoint')
  if (operation.paymaster !== undefined) block('paymaster')
  const calls = kind.decodeCalls(operation.callData)
  if (calls === null) return block('undecodable')
  await refuseOwnTargets(calls, accounts)
  const approval = userOperationApproval(frame, request, accounts, { calls })
  return {
    ...approval,
    sign: async (shown, onSigned) => ((await approval.sign(shown, onSigned)) as SentOperation).userOpHash,
  }
}
