import { parseTransactionRequest } from '@latchkey/chain-evm/decode'
import type { Approval } from '../../../approvals/Approval.ts'
import { parseOrRefuse } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ApprovalContext } from '../accounts/FrameAccounts.ts'
import { loadAccountKind } from '../accounts/loadAccountKind.ts'
import { refuseOwnTargets } from '../accounts/refuseOwnAccount.ts'
import { contractCreation } from './contractCreation.ts'
import type { SentOperation, ShownOperation } from './ShownOperation.ts'
import { userOperationApproval } from './userOperationApproval.ts'
import { waitForOperation } from './waitForOperation.ts'

/**
 * `eth_sendTransaction` by the smart account: a user operation, answered with the hash of the transaction that it went
 * in. What a site says about gas, fee and number has no place in an operation and is left out; the person sees the
 * operation's own. A contract is created through the network's deployer.
 *
 * @throws RequestBlockedError, RpcParamsError, SmartAccountCreationError; from signing also OperationRefusedError, OperationFailedError,
 *   UncertainOperationError
 */
export async function smartTransactionApproval(
  frame: ChainContext,
  request: RpcRequest,
  { account, accounts }: ApprovalContext,
): Promise<Approval<ShownOperation>> {
  const params = Array.isArray(request.params) ? request.params : []
  const context = { chainId: request.chain.id, address: account }
  const wanted = parseOrRefuse(() => parseTransactionRequest(params, context))
  await refuseOwnTargets([wanted], accounts)
  const { to, value, data } = wanted
  const intent =
    to === null ? await contractCreation(frame, request, wanted) : { calls: [{ to, value, data }] }
  const approval = userOperationApproval(frame, request, accounts, intent)
  return {
    ...approval,
    // A site that asks for a transaction waits for a transaction's hash.
    async sign(shown, onSigned) {
      const sent = (await approval.sign(shown, onSigned)) as SentOperation
      const { entryPoint } = await loadAccountKind()
      return (await waitForOperation(frame, sent, entryPoint)).transactionHash
    },
  }
}
