import { loadRecovery } from '@latchkey/chain-evm/decode'
import { NotAvailableError, RpcParamsError } from '@latchkey/protocol/frame'
import type { ApprovalMethod } from '@latchkey/protocol/policy'
import type { Approval } from '../../approvals/ApprovalView.ts'
import type { RpcRequest } from '../../context/ChainRpc.ts'
import type { ChainApprovals, Frame } from '../../context/Frame.ts'
import { loadPart } from '../../context/loadPart.ts'
import { accountsOf, loadAccountKind } from './accounts/accountsOf.ts'
import { messageApproval } from './message/messageApproval.ts'
import type { ApprovalContext, FrameAccounts } from './model/transaction.ts'
import { refuseTooMany } from './pending/pendingTransactions.ts'
import { replacementApproval, transactionApproval } from './transaction/transactionApproval.ts'
import { typedDataApproval } from './typedData/typedDataApproval.ts'

/** What the frame knows of one kind of request before it is parsed. */
type ApprovalKind = {
  /** Where the params name the account that is to act; left out: the preferred one acts. */
  account?(params: readonly unknown[]): unknown
  /** The params may be an object, as EIP-747 has them; libraries put it into an array. */
  takesObject?: true
  /** Answers what needs nobody's approval; undefined: the person has to be asked. */
  answer?(frame: Frame, request: RpcRequest, signal: AbortSignal): Promise<{ result: unknown } | undefined>
  /** Parses a request into an approval. Whatever must be refused throws here, before anything is shown. */
  open?(frame: Frame, request: RpcRequest, context: ApprovalContext): Approval | Promise<Approval>
}

type Open<Payload> = (
  frame: Frame,
  request: RpcRequest,
  context: ApprovalContext,
) => Approval<Payload> | Promise<Approval<Payload>>

/** The runner hands back the payload that a kind gave it: its type is known to the kind alone. */
const define = <Payload>(kind: Omit<ApprovalKind, 'open'> & { open: Open<Payload> }): ApprovalKind =>
  kind as ApprovalKind

/** A kind whose code is loaded by its first request. */
const loaded = <Payload>(
  load: () => Promise<Open<Payload>>,
  kind: Omit<ApprovalKind, 'open'> = {},
): ApprovalKind => define<Payload>({ ...kind, open: async (...asked) => (await loadPart(load))(...asked) })

const transaction = define({
  account: ([first]) => (first as { from?: unknown } | null | undefined)?.from,
  async open(frame, request, context) {
    const { account, accounts } = context
    if (account === accounts.smart) {
      const part = await loadPart(() => import('./operation/smartRequests.ts'))
      return part.smartTransactionApproval(frame, request, context) as Promise<Approval>
    }
    await refuseTooMany(frame, request.chain.id, account, 1)
    return transactionApproval(frame, request, context) as Promise<Approval>
  },
})

const operation = loaded(
  () => import('./operation/smartRequests.ts').then((part) => part.ownOperationApproval),
  { account: ([first]) => (first as { sender?: unknown } | null | undefined)?.sender },
)

const permission = define({
  async open(frame, request) {
    const [part, { operations }] = await loadPart(() =>
      Promise.all([
        import('./permissions/permissionApprovals.ts'),
        import('./operation/userOperationApproval.ts'),
      ]),
    )
    return part.openPermission(frame, request, operations)
  },
})

const revocation: ApprovalKind = {
  ...permission,
  async answer(frame, request) {
    const part = await loadPart(() => import('./permissions/revocations.ts'))
    return part.answerRevocation(frame, request)
  },
}

/**
 * Every method that is put before the person. A method that the policy offers and that has no kind here does not
 * compile, nor does one that the policy does not know.
 */
const approvalKinds: Readonly<Record<ApprovalMethod, ApprovalKind>> = {
  personal_sign: define({ account: (params) => params[1], open: messageApproval }),
  eth_signTypedData_v4: define({ account: (params) => params[0], open: typedDataApproval }),
  eth_sendTransaction: transaction,
  eth_sendUserOperation: operation,
  wallet_sendCalls: loaded(() =>
    import('./calls/sendCallsApproval.ts').then((part) => part.sendCallsApproval),
  ),
  wallet_showCallsStatus: {
    async answer(frame, request, signal) {
      const part = await loadPart(() => import('./calls/showCallsStatus.tsx'))
      return { result: await part.showCallsStatus(frame, request, signal) }
    },
  },
  wallet_requestExecutionPermissions: permission,
  wallet_grantPermissions: permission,
  wallet_revokeExecutionPermission: revocation,
  wallet_revokePermissions: revocation,
  wallet_watchAsset: loaded(
    () => import('./assets/watchAssetApproval.ts').then((part) => part.watchAssetApproval),
    { takesObject: true },
  ),
}

/** ms; with a session that was checked since, a signature needs no round trip more than its own. */
const sessionAge = 240_000

/** The kind of a request; undefined for a method that no approval is for. */
const kindOf = (method: string): ApprovalKind | undefined =>
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

/** The check of what keys signed. */
export const ready = (): Promise<unknown> => loadPart(loadRecovery)

/** Loads what operations of smart accounts need, before anybody asks for one: nobody has to wait for it then. */
export function warmUp({ config }: Frame): void {
  if (!config.chains.some(({ smartAccounts }) => smartAccounts)) return
  loadAccountKind().catch(() => undefined)
  import('./operation/smartRequests.ts').catch(() => undefined)
  import('./calls/sendCallsApproval.ts').catch(() => undefined)
}

export const answerAtOnce: ChainApprovals['answerAtOnce'] = async (frame, request, signal) =>
  kindOf(request.method)?.answer?.(frame, request, signal)

export const replacementOf: ChainApprovals['replacementOf'] = (frame, chain, account, way) =>
  replacementApproval(frame, { method: 'eth_sendTransaction', params: [], chain }, account, way) as
    | Approval
    | undefined

export const followSent: ChainApprovals['followSent'] = (frame, request) => (sent, report, signal) => {
  if (request.method !== 'eth_sendTransaction' && request.method !== 'wallet_sendCalls') return undefined
  return loadPart(() => import('./receipt/followSent.ts')).then((part) =>
    part.followSent(frame, request)(sent, report, signal),
  )
}
