import { NotAvailableError, NotConnectedError, RpcParamsError } from '@latchkey/protocol/frame'
import type { Frame } from '../Frame.ts'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import type { Approval, ApprovalContext } from './Approval.ts'
import { messageApproval } from './messageApproval.ts'
import { transactionApproval } from './transactionApproval.ts'
import { typedDataApproval } from './typedDataApproval.ts'

type Open = (frame: Frame, request: RpcRequest, context: ApprovalContext) => Approval

// The payload's type is known to each kind alone; the runner hands back what it was given.
const kinds = new Map<string, Open>([
  ['personal_sign', messageApproval as Open],
  ['eth_signTypedData_v4', typedDataApproval as Open],
  ['eth_sendTransaction', transactionApproval as Open],
])

/** ms; with a session that was checked since, a signature needs no round trip more than its own. */
const sessionAge = 240_000

/** Parses an unsafe request into an approval; whatever must be refused throws here, before anything is shown. */
export async function openApproval(frame: Frame, request: RpcRequest): Promise<Approval> {
  const open = kinds.get(request.method)
  if (!open) throw new NotAvailableError()
  if (!Array.isArray(request.params)) throw new RpcParamsError({ data: { reason: 'paramType' } })
  const { accounts } = await frame.keys.state()
  const account = accounts.find(({ namespace, type }) => namespace === 'eip155' && type === 'eoa')
  if (!account) throw new NotConnectedError()
  frame.syncSession(sessionAge)
  return open(frame, request, { account: account.address })
}
