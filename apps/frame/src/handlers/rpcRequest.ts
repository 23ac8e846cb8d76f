import {
  NotAvailableError,
  NotConnectedError,
  RpcNotAllowedError,
  UnknownChainError,
} from '@latchkey/protocol/frame'
import { LATER_METHODS, rpcPolicyOf } from '@latchkey/protocol/policy'
import { activeChain } from '../Frame.ts'
import { isGranted } from '../isGranted.ts'
import { later } from '../later.ts'
import { findChain } from '../readDocumentConfig.ts'
import { answerSafe } from '../rpc/answerSafe.ts'
import type { Handler } from './Handler.ts'

/** One JSON-RPC call: refused, answered, or put before the person, by the policy of its method. */
export const rpcRequest: Handler<'rpcRequest'> =
  (frame) =>
  async ({ method, params = [], chainId }, { signal }) => {
    const policy = rpcPolicyOf(method)
    if (policy === 'unknown') throw new RpcNotAllowedError()
    const chain = chainId === undefined ? activeChain(frame) : findChain(frame.config, chainId)
    if (!chain) throw new UnknownChainError()
    const request = { method, params, chain }
    if (policy === 'safe') return answerSafe(frame, request, signal)
    if (policy === 'safeGranted') {
      const { answerGranted } = await later(() => import('../rpc/answerGranted.ts'))
      return answerGranted(frame, request, signal)
    }
    if (LATER_METHODS.has(method)) throw new NotAvailableError()
    if (!(await isGranted(frame))) throw new NotConnectedError()
    const approvals = await frame.approvals()
    return approvals.request(request, signal)
  }
