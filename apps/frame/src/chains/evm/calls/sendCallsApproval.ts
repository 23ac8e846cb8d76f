import { BaseError } from '@latchkey/errors'
import { UncertainOperationError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import type { Approval } from '../../../approvals/ApprovalView.ts'
import { approvalOf } from '../../../approvals/pipeline.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { ShownOperation, UserOperationIntent } from '../model/operation.ts'
import type { WantedCalls } from '../model/transaction.ts'
import { operationSteps } from '../operation/userOperationApproval.ts'
import { refuseTooMany } from '../pending/pendingTransactions.ts'
import {
  addCalls,
  answerOf,
  dropCalls,
  keptCalls,
  newRecord,
  refuseTaken,
  updateCalls,
} from './callsStore.ts'
import { parseSendCalls } from './parseSendCalls.ts'
import { plainCalls } from './plainCalls.ts'

const isUncertain = (error: unknown) =>
  error instanceof BaseError && error.code === UncertainOperationError.code

/** The calls of a smart account: one user operation, so all of them or none. */
function smartCalls(frame: ChainContext, request: RpcRequest, wanted: WantedCalls): Approval<ShownOperation> {
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
  const steps = operationSteps(frame, { ...request, chain }, accounts, intent)
  return approvalOf({
    ...steps,
    async sign(shown, known, onSigned) {
      try {
        await steps.sign(shown, known, onSigned)
      } catch (error) {
        if (kept && isUncertain(error)) updateCalls(frame, record, () => ({ closed: true }))
        else if (kept) dropCalls(frame, record)
        throw error
      }
      updateCalls(frame, record, () => ({ closed: true }))
      return answerOf(record)
    },
  })
}

/**
 * `wallet_sendCalls` (EIP-5792): one user operation of the smart account, or one transaction after the other of the plain
 * one. Either way one approval shows all of it.
 *
 * @throws as `parseSendCalls` does; DuplicateCallsIdError (5720), TooManyPendingError
 */
export async function sendCallsApproval(frame: ChainContext, request: RpcRequest): Promise<Approval> {
  const wanted = await parseSendCalls(frame, request)
  const { chain, accounts, from, id, calls } = wanted
  refuseTaken(frame, from, id)
  if (from === accounts.smart) return smartCalls(frame, request, wanted) as Approval
  await refuseTooMany(frame, chain.id, from, calls.length)
  return plainCalls(frame, wanted) as Approval
}
