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
import { approvalOf, isStop, type Stop } from '../../../approvals/pipeline.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type {
  CallReceipt,
  GatheredOperation,
  OperationSteps,
  Operations,
  ShownOperation,
  UserOperationIntent,
} from '../model/operation.ts'
import type { FrameAccounts } from '../model/transaction.ts'

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

/** An operation about permissions: what is shown of it, and what becomes of it. `Choice` is what the person may lower. */
export type PermissionPlan<Choice> = {
  /** The account's own address. */
  account: `0x${string}`
  first: Choice
  /** What can be said before the network was asked. */
  pending(choice: Choice): UserOperationIntent
  /** The operation, once the network was asked. */
  intent(choice: Choice, signal: AbortSignal): Promise<PlannedOperation>
  /** Takes over what the person changed; null when it cannot be changed so. */
  edit?(choice: Choice, edit: Edit): Choice | null
  /** Just before it is signed. */
  onSigning?(choice: Choice): void
  /** The method's answer, once the network has run it. */
  finish(choice: Choice, receipt: CallReceipt): unknown
}

/** The planned operation, and what the network says of it. */
type Facts = { planned: PlannedOperation; steps: OperationSteps; gathered: GatheredOperation | Stop }

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

/** What the network says of an operation; why it does not, as operations themselves tell it. */
async function gathered(
  steps: OperationSteps,
  signal: AbortSignal,
  gather: () => Promise<GatheredOperation | Stop>,
) {
  try {
    return await gather()
  } catch (error) {
    const stop = signal.aborted ? undefined : steps.stopFor(error)
    if (!stop) throw error
    return stop
  }
}

/**
 * Puts an operation about permissions before the person. Its answer waits until the network has run it: before, nobody
 * could use what it gives.
 *
 * @param operations how any operation is put before the person
 * @throws from signing what operations throw, OperationFailedError, UncertainOperationError
 */
export function permissionOperation<Choice>(
  frame: ChainContext,
  request: RpcRequest,
  accounts: FrameAccounts,
  plan: PermissionPlan<Choice>,
  operations: Operations,
): Approval<ShownOperation> {
  const { edit } = plan
  return approvalOf<Choice, Facts, ShownOperation>({
    first: plan.first,
    pending: (choice) => operations.pendingView(request.chain, plan.account, plan.pending(choice)),
    async gather(choice, signal) {
      const planned = await plan.intent(choice, signal)
      const steps = operations.steps(frame, request, accounts, planned.intent)
      return {
        planned,
        steps,
        gathered: await gathered(steps, signal, () => steps.gather(steps.first, signal)),
      }
    },
    stopFor: (error) => (isNetworks(error) ? networkStopFor(error) : undefined),
    show(_, { planned, steps, gathered }) {
      if (!isStop(gathered)) return complete(steps.show(steps.first, gathered), planned)
      const { stop, refusal } = gathered
      return { payload: null, view: { ...steps.pending(steps.first), stop }, refusal }
    },
    async refresh({ facts, payload }, signal) {
      const { steps, gathered: known } = facts
      if (isStop(known) || !steps.refresh) return facts
      const { first: choice, refresh } = steps
      const again = () => steps.gather(choice, signal)
      const now = await gathered(steps, signal, () =>
        refresh({ choice, facts: known, payload }, signal, again),
      )
      return now === known ? facts : { ...facts, gathered: now }
    },
    ...(edit
      ? {
          choose(current, change) {
            const choice = edit(current, change)
            return choice === null ? undefined : { choice, gathered: false }
          },
        }
      : {}),
    async sign(payload, { choice, facts }, onSigned) {
      if (!facts || isStop(facts.gathered)) throw new ChainUnreachableError()
      plan.onSigning?.(choice)
      const { steps, gathered } = facts
      await steps.sign(payload, { choice: steps.first, facts: gathered }, onSigned)
      return plan.finish(choice, await operations.wait(frame, payload))
    },
  })
}
