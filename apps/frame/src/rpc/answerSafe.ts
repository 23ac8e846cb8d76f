import { NotAvailableError } from '@latchkey/protocol/frame'
import { SAFE_USER_OPERATION_METHODS } from '@latchkey/protocol/policy'
import type { Frame } from '../Frame.ts'
import type { RpcRequest } from './RpcRequest.ts'

/** Answers a read: its own network's id at once, anything else by asking the network, within the host's limit. */
export function answerSafe(
  frame: Frame,
  request: RpcRequest,
  signal: AbortSignal,
): Promise<unknown> | string {
  const { method, params, chain } = request
  if (SAFE_USER_OPERATION_METHODS.has(method) && !chain.smartAccounts) throw new NotAvailableError()
  if (method === 'eth_chainId') return `0x${chain.id.toString(16)}`
  if (method === 'net_version') return String(chain.id)
  return frame.limitReads(() => frame.chain.request(chain.id, { method, params }, signal))
}
