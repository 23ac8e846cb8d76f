import { NotAvailableError, NotConnectedError } from '@latchkey/protocol/frame'
import { accountsOf } from '../chains/evm/accounts/accountsOf.ts'
import type { RpcRequest } from '../context/ChainRpc.ts'
import type { Frame } from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'
import { isGranted } from '../keys/session.ts'

/** Answered by a part that is loaded when it is first asked. */
const reads: ReadonlySet<string> = new Set([
  'wallet_getAssets',
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
])

const calls: ReadonlySet<string> = new Set(['wallet_getCapabilities', 'wallet_getCallsStatus'])

/** Answers what reveals the account: to a connected site only. `eth_accounts` is empty for any other (EIP-1193). */
export async function answerGranted(
  frame: Frame,
  request: RpcRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const { method, chain } = request
  const granted = await isGranted(frame)
  if (method === 'eth_accounts' && !granted) return []
  if (!granted) throw new NotConnectedError()
  if (method === 'eth_accounts' || method === 'eth_requestAccounts')
    return [(await accountsOf(frame, chain)).address]
  if (reads.has(method)) return (await loadPart(() => import('./answerReads.ts'))).answerRead(frame, request)
  if (!calls.has(method)) throw new NotAvailableError()
  return (await loadPart(() => import('../chains/evm/calls/answerCalls.ts'))).answerCalls(
    frame,
    request,
    signal,
  )
}
