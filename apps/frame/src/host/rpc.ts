import type { CallContext } from '@latchkey/bridge'
import { NotConnectedError, RpcNotAllowedError, UnknownChainError } from '@latchkey/protocol/frame'
import { rpcPolicyOf } from '@latchkey/protocol/policy'
import { networkOf, type RpcRequest } from '../context/ChainRpc.ts'
import { findChain } from '../context/documentConfig.ts'
import { activeChain, type Frame, frameChainOf } from '../context/Frame.ts'
import { isGranted } from '../keys/session.ts'
import type { Makers } from './Makers.ts'

/** Answers a read: within the frame where the namespace can, anything else by asking the network, within the host's limit. */
function answerSafe(frame: Frame, request: RpcRequest, call: CallContext): Promise<unknown> | string {
  const { method, params, chain } = request
  const own = frameChainOf(frame, chain).answerRead(method, chain)
  return own ?? frame.limitReads(() => frame.chain.request(networkOf(chain), { method, params }, call.signal))
}

/** JSON-RPC. */
export const rpcHandlers = {
  /** One JSON-RPC call: refused, answered, or put before the person, by the policy of its method. */
  rpcRequest:
    (frame) =>
    async ({ method, params = [], chainId }, call) => {
      const policy = rpcPolicyOf(method)
      if (policy === 'unknown') throw new RpcNotAllowedError()
      const chain = chainId === undefined ? activeChain(frame) : findChain(frame.config, chainId)
      if (!chain) throw new UnknownChainError()
      const request = { method, params, chain }
      // The signal is made when it is asked for, and what the frame knows by itself asks for none.
      if (policy === 'safe') return answerSafe(frame, request, call)
      const { signal } = call
      if (policy === 'safeGranted') return frameChainOf(frame, chain).answerGranted(frame, request, signal)
      if (!(await isGranted(frame))) throw new NotConnectedError()
      const approvals = await frame.approvals()
      return approvals.request(request, signal)
    },
} satisfies Partial<Makers>
