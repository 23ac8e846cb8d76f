import { decodeCall, isSignedAsShown } from '@latchkey/chain-evm/decode'
import type { ShownTransaction } from '@latchkey/chain-evm/decode/types'
import { ChainRefusedError } from '@latchkey/protocol/frame'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import type { Approval, Prepared } from '../../../approvals/Approval.ts'
import type { FeeSpeed } from '../../../approvals/ApprovalView.ts'
import { networkStopFor } from '../../../approvals/notices.ts'
import { approvalOf } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { withCapAt } from '../allowances/caps.ts'
import { describeEach } from '../clearSigning/describeCall.ts'
import { readL1Fees } from '../fees/readL1Fees.ts'
import { knownParties, rememberParties } from '../parties/knownParties.ts'
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
/** What would be sent as far as the person has a say. */
type Choice = { calls: WantedCalls['calls']; speed: FeeSpeed }
type Facts = Pick<PreparedCalls, 'decoded' | 'read'>

function show(input: PreparedCalls): Prepared<Payload> {
  const view = plainCallsView(input)
  if (!view.stop) return { payload: deepFreeze([...transactionsOf(input)]), view }
  return { payload: null, view, refusal: new ChainRefusedError({ data: { reason: 'funds' } }) }
}

async function gather(
  frame: ChainContext,
  asked: PlainCallsInput,
  speed: FeeSpeed,
  signal: AbortSignal,
): Promise<Facts> {
  const { chain, from, calls } = asked
  const decoded = await describeEach(chain.id, from, asked.decoded)
  const read = await readPlainCalls(frame, chain, from, calls, decoded, signal)
  const l1 = await readL1Fees(frame, chain, transactionsOf({ ...asked, decoded, speed, read }), signal)
  return { decoded, read: { ...read, l1 } }
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
  const { chain, from } = wanted
  const inputOf = ({ calls }: Choice): PlainCallsInput => ({
    chain,
    from,
    calls,
    first: wanted.calls,
    decoded: calls.map((call) => decodeCall(call)),
    known: knownParties(frame, from),
  })
  return approvalOf<Choice, Facts, Payload>({
    first: { calls: wanted.calls, speed: 'normal' },
    pending: (choice) => pendingPlainCallsView(inputOf(choice)),
    gather: (choice, signal) => gather(frame, inputOf(choice), choice.speed, signal),
    stopFor: networkStopFor,
    show: (choice, facts) => show({ ...inputOf(choice), ...facts, speed: choice.speed }),
    // What is old is asked anew, all of it: one call that does something else now changes those after it.
    async refresh({ facts, payload: [first] }, _, again) {
      if (frame.now() - facts.read.facts.simulatedAt <= simulationAge) return facts
      const now = await again()
      if ('stop' in now || !first) return now
      return { ...now, read: keptCallsFacts(facts.read, now.read, first.maxFeePerGas) }
    },
    choose({ calls, speed }, change) {
      if (change.kind === 'fee')
        return change.speed === 'site'
          ? undefined
          : { choice: { calls, speed: change.speed }, gathered: true }
      const lowered = change.kind === 'cap' ? withCapAt(wanted.calls, calls, change) : undefined
      return lowered && { choice: { calls: lowered, speed }, gathered: false }
    },
    async sign(transactions, { choice: { calls } }, onSigned) {
      const signed = await signAll(frame, transactions)
      onSigned()
      const record = newRecord(frame, { ...wanted, calls })
      addCalls(frame, record)
      await sendInTurn(frame, record, transactions, signed)
      const decoded = calls.map((call) => decodeCall(call))
      const together = {
        decoded: { kind: 'batch', to: from, value: 0n, calls: decoded },
        tokens: new Map(),
      } as const
      rememberParties(frame, from, partiesOfFacts(together, from, chain.id))
      return answerOf(record)
    },
  })
}
