import { decodeCall, isSignedAsShown, type ShownTransaction } from '@latchkey/chain-evm/decode'
import { BaseError } from '@latchkey/errors'
import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import type { Approval, Prepared } from '../../../approvals/Approval.ts'
import type { Edit, FeeSpeed } from '../../../approvals/ApprovalView.ts'
import { networkStop } from '../../../approvals/notices.ts'
import { block } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { withCapAt } from '../allowances/caps.ts'
import { describeEach } from '../clearSigning/describeCall.ts'
import { readL1Fees } from '../fees/readL1Fees.ts'
import { knownParties, rememberParties } from '../known/knownParties.ts'
import type { SignedTransaction } from '../rpc/broadcast.ts'
import { partiesOfFacts } from '../transaction/partiesOfFacts.ts'
import { signTransaction } from '../transaction/signTransaction.ts'
import { addCalls, answerOf, newRecord } from './callsStore.ts'
import { keptCallsFacts, readPlainCalls } from './plainCallsFacts.ts'
import {
  type PlainCallsInput,
  type PreparedCalls,
  pendingPlainCallsView,
  plainCallsView,
  transactionsOf,
} from './plainCallsView.ts'
import { sendInTurn } from './sendInTurn.ts'
import type { WantedCalls } from './WantedCalls.ts'

/** ms after which a simulation says too little about now. */
const simulationAge = 15_000

type Payload = readonly ShownTransaction[]
type Made = Prepared<Payload> & { input?: PreparedCalls }

function made(input: PreparedCalls): Made {
  const view = plainCallsView(input)
  const refusal = view.stop ? { refusal: new ChainRefusedError({ data: { reason: 'funds' } }) } : {}
  return { payload: deepFreeze([...transactionsOf(input)]), view, input, ...refusal }
}

async function prepare(
  frame: ChainContext,
  asked: PlainCallsInput,
  speed: FeeSpeed,
  signal: AbortSignal,
): Promise<Made> {
  const { chain, from, calls } = asked
  try {
    const decoded = await describeEach(chain.id, from, asked.decoded)
    const read = await readPlainCalls(frame, chain, from, calls, decoded, signal)
    const input = { ...asked, decoded, speed, read }
    const l1 = await readL1Fees(frame, chain, transactionsOf(input), signal)
    return made({ ...input, read: { ...read, l1 } })
  } catch (error) {
    if (signal.aborted) throw error
    const refusal = error instanceof BaseError ? error : new ChainUnreachableError({ cause: error })
    // Never signed: a view with a stop cannot be approved.
    return { payload: [], view: { ...pendingPlainCallsView(asked), stop: networkStop }, refusal }
  }
}

/** What is old is asked anew, all of it: one call that does something else now changes those after it. */
async function confirm(
  frame: ChainContext,
  asked: PlainCallsInput,
  before: Made,
  signal: AbortSignal,
): Promise<Made> {
  const { input } = before
  if (!input || frame.now() - input.read.facts.simulatedAt <= simulationAge) return before
  const now = await prepare(frame, asked, input.speed, signal)
  const [first] = before.payload
  if (!now.input || !first) return now
  return made({ ...now.input, read: keptCallsFacts(input.read, now.input.read, first.maxFeePerGas) })
}

/** Signs all of them. Nothing goes out unless every one of them is as it was shown. */
async function signAll(frame: ChainContext, transactions: Payload): Promise<readonly SignedTransaction[]> {
  const signed: SignedTransaction[] = []
  for (const transaction of transactions) {
    const one = await signTransaction(frame, transaction)
    if (!(await isSignedAsShown(one, transaction))) block('signatureMismatch')
    signed.push(one)
  }
  return signed
}

/** The calls of a plain account: one transaction after the other, all of them approved at once. */
export function plainCalls(frame: ChainContext, wanted: WantedCalls): Approval<Payload> {
  const { chain, from, calls } = wanted
  const decoded = calls.map((call) => decodeCall(call))
  const asked: PlainCallsInput = {
    chain,
    from,
    calls,
    first: calls,
    decoded,
    known: knownParties(frame, from),
  }
  // What the person changed stays, whatever is looked at again.
  let current = asked
  let speed: FeeSpeed = 'normal'
  return {
    view: pendingPlainCallsView(asked),
    prepare: (signal) => prepare(frame, current, speed, signal),
    confirm: (before, signal) => confirm(frame, current, before as Made, signal),
    edit(before: Made, change: Edit, signal: AbortSignal) {
      const { input } = before
      if (change.kind === 'fee') {
        if (change.speed === 'site' || !input) return undefined
        speed = change.speed
        return made({ ...input, speed })
      }
      const lowered = change.kind === 'cap' ? withCapAt(asked.first, current.calls, change) : undefined
      if (!lowered) return undefined
      current = { ...current, calls: lowered, decoded: lowered.map((call) => decodeCall(call)) }
      return prepare(frame, current, speed, signal)
    },
    async sign(transactions, onSigned) {
      const signed = await signAll(frame, transactions)
      onSigned()
      const record = newRecord(frame, { ...wanted, calls: current.calls })
      addCalls(frame, record)
      await sendInTurn(frame, record, transactions, signed)
      const together = {
        decoded: { kind: 'batch', to: from, value: 0n, calls: current.decoded },
        tokens: new Map(),
      } as const
      rememberParties(frame, from, partiesOfFacts(together, from, chain.id))
      return answerOf(record)
    },
  }
}
