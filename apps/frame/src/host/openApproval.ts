import { NotAvailableError, RpcParamsError } from '@latchkey/protocol/frame'
import type { Approval } from '../approvals/ApprovalView.ts'
import { accountsOf } from '../chains/evm/accounts/accountsOf.ts'
import { type ApprovalKind, approvalKinds } from '../chains/evm/approvalKinds.ts'
import type { FrameAccounts } from '../chains/evm/model/transaction.ts'
import type { RpcRequest } from '../context/ChainContext.ts'
import type { Frame } from '../context/Frame.ts'

/** ms; with a session that was checked since, a signature needs no round trip more than its own. */
const sessionAge = 240_000

/** The kind of a request; undefined for a method that no approval is for. */
export const kindOf = (method: string): ApprovalKind | undefined =>
  Object.hasOwn(approvalKinds, method) ? approvalKinds[method as keyof typeof approvalKinds] : undefined

/**
 * The one account that a request is for: the own one that it names, else the preferred one. A request that names
 * somebody else is refused where it is parsed.
 */
function namedAccount(
  { account }: ApprovalKind,
  params: readonly unknown[],
  { eoa, smart, address }: FrameAccounts,
): `0x${string}` {
  const named = String(account?.(params)).toLowerCase()
  return [eoa, smart].find((own) => own?.toLowerCase() === named) ?? address
}

/** Parses an unsafe request into an approval; whatever must be refused throws here, before anything is shown. */
export async function openApproval(frame: Frame, asked: RpcRequest): Promise<Approval> {
  const kind = kindOf(asked.method)
  if (!kind?.open) throw new NotAvailableError()
  const isBare = kind.takesObject && !Array.isArray(asked.params)
  const request = isBare ? { ...asked, params: [asked.params] } : asked
  if (!Array.isArray(request.params)) throw new RpcParamsError({ data: { reason: 'paramType' } })
  const accounts = await accountsOf(frame, request.chain)
  frame.syncSession(sessionAge)
  return kind.open(frame, request, { account: namedAccount(kind, request.params, accounts), accounts })
}
