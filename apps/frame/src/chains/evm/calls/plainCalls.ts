import { decodeCall, isSignedAsShown } from '@latchkey/chain-evm/decode'
import type { DecodedCall, ShownTransaction, TransactionRequest } from '@latchkey/chain-evm/decode/model'
import { ChainRefusedError } from '@latchkey/protocol/frame'
import { ageOf } from '@latchkey/std/ageOf'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import {
  type Approval,
  type ApprovalView,
  type CallRow,
  type FeeChoice,
  type FeeSpeed,
  type Notice,
  type Prepared,
  type Warning,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import {
  accountFact,
  distinct,
  fundsStop,
  makeWarning,
  nativeAmount,
  networkFact,
  networkStopFor,
  refusedStop,
} from '../../../approvals/phrases.ts'
import { approvalOf, type Steps } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { signTransaction, withSigner } from '../accounts/contractSignature.ts'
import { capsOf, withCapAt } from '../allowances/allowances.ts'
import { describeEach } from '../clearSigning/describeCall.ts'
import { feeAge, neededFor, readL1Fees, sumOfFees } from '../fees/fees.ts'
import type {
  Fee,
  PlainCallsInput,
  PreparedCalls,
  ShownCalls,
  TransactionFacts,
  TransactionViewInput,
  WantedCall,
  WantedCalls,
} from '../model/transaction.ts'
import { knownParties, partiesOfFacts, rememberParties } from '../parties/knownParties.ts'
import { isNonceTaken } from '../pending/pendingTransactions.ts'
import type { SignedTransaction } from '../rpc/broadcast.ts'
import { simulationAge } from '../rpc/simulate.ts'
import {
  callRow,
  feeFact,
  headlineOf,
  nativeSent,
  partyFacts,
  rawOf,
  sumOfValues,
  valueFacts,
  withoutUnreadSteps,
} from '../transaction/callRows.ts'
import { completeTransaction, feeOf } from '../transaction/completeTransaction.ts'
import { callsOf, callsWarnings, changesOf, spenderFacts } from '../transaction/transactionWarnings.ts'
import { addCalls, answerOf, newRecord } from './callsStore.ts'
import { keptCallsFacts, readPlainCalls } from './plainCallsFacts.ts'
import { sendInTurn } from './sendInTurn.ts'

const wantedOf = (from: `0x${string}`, { to, value, data }: WantedCall): TransactionRequest => ({
  from,
  to,
  value,
  data,
  gas: undefined,
  nonce: undefined,
  maxFeePerGas: undefined,
  maxPriorityFeePerGas: undefined,
  accessList: [],
})

/** One call with what is known of it. What the network expects of it comes after the calls before it. */
function stepInput(
  { chain, from, calls, decoded, known, read, speed }: PreparedCalls,
  index: number,
): TransactionViewInput {
  const nonce = read.nonces[index] ?? 0
  const facts: TransactionFacts = {
    ...read.facts,
    decoded: decoded[index] as DecodedCall,
    nonce,
    gas: { ok: true, units: read.gas[index] ?? 0n },
    simulation: read.each[index],
    l1: read.l1?.[index],
  }
  const wanted = wantedOf(from, calls[index] as WantedCall)
  const transaction = completeTransaction(wanted, chain.id, facts, { speed })
  return { chain, wanted, transaction, facts, known: known.recipients, knownTokens: known.tokens }
}

/** The transactions that are shown and signed, complete. */
const transactionsOf = (input: PreparedCalls): readonly ShownTransaction[] =>
  input.calls.map((_, index) => stepInput(input, index).transaction)

/** What all of them cost. */
const feeOfAll = (input: PreparedCalls): Fee =>
  sumOfFees(
    input.calls.map((_, index) => {
      const { transaction, facts } = stepInput(input, index)
      return feeOf(transaction, facts)
    }),
  )

function feeOptions(input: PreparedCalls): FeeChoice {
  const { chain, speed: chosen } = input
  const options = (['slow', 'normal', 'fast'] as const).map((speed) => {
    const { expected, most } = feeOfAll({ ...input, speed })
    return {
      speed,
      expected: nativeAmount(chain, expected, 'nearest'),
      most: nativeAmount(chain, most, 'up'),
    }
  })
  const storingUnknown = input.read.l1?.includes('unknown') ?? false
  return { chosen, options, ...(storingUnknown ? { storingUnknown } : {}) }
}

function stopOf({ chain, calls, read }: PreparedCalls, fee: Fee): Notice | null {
  if (read.gas.some((units) => units === undefined)) return refusedStop('stop.reverted')
  const { balance, simulation } = read.facts
  const need = neededFor(fee) + nativeSent(calls, simulation)
  if (balance >= need) return null
  return fundsStop(chain.nativeCurrency.symbol, nativeAmount(chain, balance), nativeAmount(chain, need))
}

type Said = Pick<ApprovalView, 'title' | 'sentence'>

function headline(input: PlainCallsInput, tokens: TransactionFacts['tokens']): Said {
  const { chain, from, decoded } = input
  const [only] = decoded
  if (only && decoded.length === 1) return headlineOf(chain, only, tokens, from)
  const count = { kind: 'count', count: decoded.length } as const
  return { title: 'batch.title', sentence: { key: 'batch.sayInTurn_other', values: { count } } }
}

function rowsOf(
  { chain, from, calls, decoded }: PlainCallsInput,
  tokens: TransactionFacts['tokens'],
  warnings: readonly (readonly Warning[])[],
): { calls?: readonly CallRow[] } {
  if (calls.length === 1) return {}
  const row = (call: WantedCall, index: number) =>
    callRow(chain, from, call, decoded[index] as DecodedCall, tokens, warnings[index] ?? [])
  return { calls: calls.map(row) }
}

/** What can be shown before the network answered. */
function pendingPlainCallsView(input: PlainCallsInput): ApprovalView {
  const { chain, from, calls, decoded } = input
  const only = decoded.length === 1 ? decoded[0] : undefined
  return {
    ...headline(input, new Map()),
    changes: { status: 'loading' },
    ...rowsOf(input, new Map(), []),
    facts: [
      ...(only ? partyFacts(only, { chain, tokens: new Map() }) : []),
      networkFact(chain),
      accountFact(from),
    ],
    warnings: [],
    stop: null,
    approve: 'approve.approve',
    raw: rawOf({ from, calls }),
  }
}

const noFee: Fee = { expected: 0n, most: 0n }

function warningsOf(
  input: PreparedCalls,
  together: ShownCalls,
  fee: Fee,
  each: readonly Warning[][],
): Warning[] {
  if (input.calls.length === 1) return callsWarnings(together, fee)
  const all = withoutUnreadSteps(callsWarnings(together, fee))
  return distinct([makeWarning('warning', 'inTurn'), ...all, ...each.flat()])
}

/** The whole screen of calls that run one after the other. */
function plainCallsView(input: PreparedCalls): ApprovalView {
  const { chain, from, calls, decoded, read } = input
  const fee = feeOfAll(input)
  const first = stepInput(input, 0)
  const only = calls.length === 1 ? decoded[0] : undefined
  // Together they move what the last state says; who may take something afterwards is read from it too.
  const together: ShownCalls = {
    ...callsOf(first),
    value: sumOfValues(calls),
    facts: only ? first.facts : read.facts,
  }
  const each = calls.map((_, index) => callsWarnings(callsOf(stepInput(input, index)), noFee))
  const stop = stopOf(input, fee)
  const transactions = transactionsOf(input)
  const { tokens, balances = new Map() } = read.facts
  const caps = capsOf({ asked: input.first, current: calls, tokens, balances })
  return {
    ...(caps.length > 0 ? { caps } : {}),
    ...headline(input, read.facts.tokens),
    changes: changesOf(chain, together, together.facts),
    ...rowsOf(input, read.facts.tokens, each),
    facts: [
      ...(only
        ? [
            ...valueFacts(chain, first.wanted, only),
            ...partyFacts(only, { chain, tokens: read.facts.tokens }),
          ]
        : []),
      ...spenderFacts(from, together.facts),
      networkFact(chain),
      ...(stop ? [] : [{ ...feeFact(chain, fee), editable: 'fee' as const }]),
      accountFact(from),
    ],
    ...(stop ? {} : { fee: feeOptions(input) }),
    warnings: stop ? [] : worstFirst(warningsOf(input, together, fee, each)),
    stop,
    approve: 'approve.approve',
    raw: rawOf(transactions),
  }
}

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
  const steps: Steps<Choice, Facts, Payload> = {
    first: { calls: wanted.calls, speed: 'normal' },
    pending: (choice) => pendingPlainCallsView(inputOf(choice)),
    gather: (choice, signal) => gather(frame, inputOf(choice), choice.speed, signal),
    stopFor: networkStopFor,
    show: (choice, facts) => show({ ...inputOf(choice), ...facts, speed: choice.speed }),
    // What is old is asked anew, all of it: one call that does something else now changes those after it.
    async refresh({ facts, payload }, _, again) {
      const [first] = payload
      const { simulatedAt, readAt = simulatedAt } = facts.read.facts
      const isFresh = ageOf(simulatedAt, frame.now()) <= simulationAge
      if (isFresh && !payload.some((one) => isNonceTaken(frame, one))) return facts
      const now = await again()
      if ('stop' in now || !first || ageOf(readAt, frame.now()) > feeAge) return now
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
  }
  return approvalOf(withSigner(steps, { account: from, accounts: wanted.accounts }))
}
