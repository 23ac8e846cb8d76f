import { parseTransactionRequest, type ShownTransaction } from '@latchkey/chain-evm/decode'
import type { Frame } from '../Frame.ts'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import { refuseOwnTargets } from '../smartAccount/refuseOwnTargets.ts'
import type { Approval, ApprovalContext } from './Approval.ts'
import { plainTransactionApproval } from './plainTransaction.ts'
import { parseOrRefuse } from './refusals.ts'
import { withSigner } from './withSigner.ts'

/**
 * `eth_sendTransaction` by the plain account: filled in, decoded, simulated, shown; signed by keys and sent by the frame.
 *
 * @throws RequestBlockedError, RpcParamsError; from signing also ChainRefusedError, UncertainBroadcastError
 */
export async function transactionApproval(
  frame: Frame,
  request: RpcRequest,
  context: ApprovalContext,
): Promise<Approval<ShownTransaction>> {
  const params = Array.isArray(request.params) ? request.params : []
  const place = { chainId: request.chain.id, address: context.account }
  const wanted = parseOrRefuse(() => parseTransactionRequest(params, place))
  await refuseOwnTargets([wanted], context.accounts)
  return withSigner(plainTransactionApproval(frame, request, wanted), context)
}
