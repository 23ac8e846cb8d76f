import type { Approval } from '../../../approvals/Approval.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { withSigner } from '../accounts/contractSignature.ts'
import { refuseTooMany } from '../pending/refreshPending.ts'
import { refuseTaken } from './callsStore.ts'
import { parseSendCalls } from './parseSendCalls.ts'
import { plainCalls } from './plainCalls.ts'
import { smartCalls } from './smartCalls.ts'

/**
 * `wallet_sendCalls` (EIP-5792): one user operation of the smart account, or one transaction after the other of the plain
 * one. Either way one approval shows all of it.
 *
 * @throws as `parseSendCalls` does; DuplicateCallsIdError (5720), TooManyPendingError
 */
export async function sendCallsApproval(frame: ChainContext, request: RpcRequest): Promise<Approval> {
  const wanted = await parseSendCalls(frame, request)
  const { chain, accounts, from, id, calls } = wanted
  refuseTaken(frame, from, id)
  if (from === accounts.smart) return smartCalls(frame, request, wanted) as Approval
  await refuseTooMany(frame, chain.id, from, calls.length)
  return withSigner(plainCalls(frame, wanted), { account: from, accounts }) as Approval
}
