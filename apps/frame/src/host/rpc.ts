import {
  NotAvailableError,
  NotConnectedError,
  RpcNotAllowedError,
  UnknownChainError,
} from '@latchkey/protocol/frame'
import { LATER_METHODS, rpcPolicyOf, SAFE_USER_OPERATION_METHODS } from '@latchkey/protocol/policy'
import type { RpcRequest } from '../context/ChainRpc.ts'
import { findChain } from '../context/documentConfig.ts'
import { activeChain, type Frame } from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'
import { isGranted } from '../keys/session.ts'
import type { Makers } from './Makers.ts'

/** Answers a read: its own network's id at once, anything else by asking the network, within the host's limit. */
function answerSafe(frame: Frame, request: RpcRequest, signal: AbortSignal): Promise<unknown> | string {
  const { method, params, chain } = request
  if (SAFE_USER_OPERATION_METHODS.has(method) && !chain.smartAccounts) throw new NotAvailableError()
  if (method === 'eth_chainId') return `0x${chain.id.toString(16)}`
  if (method === 'net_version') return String(chain.id)
  return frame.limitReads(() => frame.chain.request(chain.id, { method, params }, signal))
}

/** JSON-RPC. */
export const rpcHandlers = {
  /** One JSON-RPC call: refused, answered, or put before the person, by the policy of its method. */
  rpcRequest:
    (frame) =>
    async ({ method, params = [], chainId }, { signal }) => {
      const policy = rpcPolicyOf(method)
      if (policy === 'unknown') throw new RpcNotAllowedError()
      const chain = chainId === undefined ? activeChain(frame) : findChain(frame.config, chainId)
      if (!chain) throw new UnknownChainError()
      const request = { method, params, chain }
      if (policy === 'safe') return answerSafe(frame, request, signal)
      if (policy === 'safeGranted') {
        const { answerGranted } = await loadPart(() => import('./answerGranted.ts'))
        return answerGranted(frame, request, signal)
      }
      if (LATER_METHODS.has(method)) throw new NotAvailableError()
      if (!(await isGranted(frame))) throw new NotConnectedError()
      const approvals = await frame.approvals()
      return approvals.request(request, signal)
    },
} satisfies Partial<Makers>
