import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { BaseError } from '@latchkey/errors'
import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import type {
  Approval,
  Cap,
  ChangeRow,
  Changes,
  Edit,
  Fact,
  Prepared,
  UntilChoice,
} from '../../../approvals/ApprovalView.ts'
import { isRepeatable, networkStopFor } from '../../../approvals/phrases.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { ShownOperation, UserOperationIntent } from '../model/operation.ts'
import type { FrameAccounts } from '../model/transaction.ts'
import { pendingOperationView } from '../operation/operationView.ts'
import { type CallReceipt, waitForOperation } from '../operation/readOperation.ts'
import { userOperationApproval } from '../operation/userOperationApproval.ts'

/** An operation with what its screen says beyond the intent. */
export type PlannedOperation = {
  intent: UserOperationIntent
  /** What others may spend afterwards. */
  gives: readonly ChangeRow[]
  /** Amounts that the person may lower. */
  caps: readonly Cap[]
  /** Earlier ends to choose from. */
  until: UntilChoice | null
}

/** An operation about permissions: what is shown of it, and what becomes of it. */
export type PermissionPlan = {
  /** The account's own address. */
  account: `0x${string}`
  /** What can be said before the network was asked. */
  pending: UserOperationIntent
  /** The operation, once the network was asked. */
  intent(signal: AbortSignal): Promise<PlannedOperation>
  /** Takes over what the person changed; false when it cannot be changed so. */
  edit?(edit: Edit): boolean
  /** Just before it is signed. */
  onSigning?(): void
  /** The method's answer, once the network has run it. */
  finish(receipt: CallReceipt): unknown
}

type Prepare = (signal: AbortSignal) => Promise<Prepared<ShownOperation>>

/** Whether it is the network that stands in the way, and trying again may help. */
const isNetworks = (error: unknown): boolean =>
  isRepeatable(error) || (error instanceof BaseError && error.code === ChainRefusedError.code)

/** What is given stands beside what the simulation says; it is no estimate. */
function withGiven(changes: Changes | undefined, gives: readonly ChangeRow[]): Changes | undefined {
  if (changes === undefined || changes.status === 'loading' || gives.length === 0) return changes
  const rows = [...changes.rows, ...gives]
  return changes.status === 'known' ? { status: 'exact', rows } : { status: changes.status, rows }
}

/** The end can be changed where it stands. */
const withEditor = (fact: Fact): Fact =>
  fact.label === 'row.expires' ? { ...fact, editable: 'until' } : fact

function complete<T extends Prepared<ShownOperation>>(
  prepared: T,
  { gives, caps, until }: PlannedOperation,
): T {
  const { view } = prepared
  if (view.stop) return prepared
  const changes = withGiven(view.changes, gives)
  return {
    ...prepared,
    view: {
      ...view,
      ...(changes ? { changes } : {}),
      ...(caps.length > 0 ? { caps } : {}),
      ...(until ? { until, facts: view.facts.map(withEditor) } : {}),
    },
  }
}

/**
 * Puts an operation about permissions before the person. Its answer waits until the network has run it: before, nobody
 * could use what it gives.
 *
 * @throws from signing what `userOperationApproval` throws, OperationFailedError, UncertainOperationError
 */
export function permissionOperation(
  frame: ChainContext,
  request: RpcRequest,
  accounts: FrameAccounts,
  plan: PermissionPlan,
): Approval<ShownOperation> {
  const view = pendingOperationView(request.chain, plan.account, plan.pending)
  // What the latest look at the network made; the runner prepares before anything else.
  let current: { operation: Approval<ShownOperation>; planned: PlannedOperation } | null = null
  const prepare: Prepare = async (signal) => {
    try {
      const planned = await plan.intent(signal)
      const operation = userOperationApproval(frame, request, accounts, planned.intent)
      current = { operation, planned }
      return complete(await operation.prepare(signal), planned)
    } catch (error) {
      if (signal.aborted || !isNetworks(error)) throw error
      const { stop, refusal } = networkStopFor(error)
      return { payload: null, view: { ...view, stop }, refusal }
    }
  }
  return {
    view,
    prepare,
    async confirm(prepared, signal) {
      const now = await current?.operation.confirm?.(prepared, signal)
      // What was looked at again comes without what was added to it; what was not, with it.
      return now && now !== prepared && current ? complete(now, current.planned) : prepared
    },
    edit: (_, change, signal) => (plan.edit?.(change) ? prepare(signal) : undefined),
    async sign(payload, onSigned) {
      if (current === null) throw new ChainUnreachableError()
      plan.onSigning?.()
      await current.operation.sign(payload, onSigned)
      return plan.finish(await waitForOperation(frame, payload, safeAccount.entryPoint))
    },
  }
}
