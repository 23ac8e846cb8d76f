import { parseTransactionRequest } from '@latchkey/chain-evm/decode'
import type { ShownTransaction } from '@latchkey/chain-evm/decode/types'
import type { Approval } from '../../../approvals/Approval.ts'
import { parseOrRefuse } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { withSigner } from '../accounts/contractSignature.ts'
import type { ApprovalContext } from '../accounts/FrameAccounts.ts'
import { refuseOwnTargets } from '../accounts/refuseOwnAccount.ts'
import { plainTransactionApproval } from './plainTransaction.ts'

/**
 * `eth_sendTransaction` by the plain account: filled in, decoded, simulated, shown; signed by keys and sent by the frame.
 *
 * @throws RequestBlockedError, RpcParamsError; from signing also ChainRefusedError, UncertainBroadcastError
 */
export async function transactionApproval(
  frame: ChainContext,
  request: RpcRequest,
  context: ApprovalContext,
): Promise<Approval<ShownTransaction>> {
  const params = Array.isArray(request.params) ? request.params : []
  const place = { chainId: request.chain.id, address: context.account }
  const wanted = parseOrRefuse(() => parseTransactionRequest(params, place))
  await refuseOwnTargets([wanted], context.accounts)
  return withSigner(plainTransactionApproval(frame, request, wanted), context)
}
