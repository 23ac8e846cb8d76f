import { BaseError } from '@latchkey/errors'
import { UncertainOperationError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import type { Approval } from '../../../approvals/Approval.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ShownOperation, UserOperationIntent } from '../operation/ShownOperation.ts'
import { userOperationApproval } from '../operation/userOperationApproval.ts'
import { addCalls, answerOf, dropCalls, keptCalls, newRecord, updateCalls } from './callsStore.ts'
import type { WantedCalls } from './WantedCalls.ts'

const isUncertain = (error: unknown) =>
  error instanceof BaseError && error.code === UncertainOperationError.code

/** The calls of a smart account: one user operation, so all of them or none. */
export function smartCalls(
  frame: ChainContext,
  request: RpcRequest,
  wanted: WantedCalls,
): Approval<ShownOperation> {
  const { chain, accounts, paymaster } = wanted
  const record = newRecord(frame, wanted)
  let kept = false
  const intent: UserOperationIntent = {
    calls: wanted.calls.flatMap(({ to, ...call }) => (to === null ? [] : [{ to, ...call }])),
    ...(paymaster ? { paymaster } : {}),
    // Before the bundler has it: whatever happens to this page, what became of it can be told.
    onSigned: ({ userOpHash, sinceBlock }, calls) => {
      addCalls(frame, {
        ...record,
        calls: keptCalls(calls),
        operation: { userOpHash, sinceBlock: toQuantity(sinceBlock) },
      })
      kept = true
    },
  }
  const approval = userOperationApproval(frame, { ...request, chain }, accounts, intent)
  return {
    ...approval,
    async sign(shown, onSigned) {
      try {
        await approval.sign(shown, onSigned)
      } catch (error) {
        if (kept && isUncertain(error)) updateCalls(frame, record, () => ({ closed: true }))
        else if (kept) dropCalls(frame, record)
        throw error
      }
      updateCalls(frame, record, () => ({ closed: true }))
      return answerOf(record)
    },
  }
}
