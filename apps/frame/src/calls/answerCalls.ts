import type { Frame } from '../Frame.ts'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import { answerCallsStatus, ownAccounts } from './answerCallsStatus.ts'
import { walletCapabilities } from './walletCapabilities.ts'

/** The reads of EIP-5792, for a connected site. */
export async function answerCalls(frame: Frame, request: RpcRequest, signal?: AbortSignal): Promise<unknown> {
  if (request.method === 'wallet_getCallsStatus') return answerCallsStatus(frame, request, signal)
  return walletCapabilities(frame.config, request.params, await ownAccounts(frame, request.chain))
}
