import type { DecodedCall, ShownTransaction, TransactionRequest } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import {
  type ApprovalView,
  type CallRow,
  type FeeChoice,
  type FeeSpeed,
  type Notice,
  type Warning,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import { fundsStop, refusedStop } from '../../../approvals/notices.ts'
import { accountFact, nativeAmount, networkFact } from '../../../approvals/values.ts'
import { distinct, makeWarning } from '../../../approvals/warnings.ts'
import { capsOf } from '../allowances/caps.ts'
import { type Fee, neededFor, sumOfFees } from '../fees/l1Part.ts'
import { callRow, nativeSent, sumOfValues, withoutUnreadSteps } from '../operation/decodedCalls.ts'
import type { KnownParties } from '../parties/knownParties.ts'
import { completeTransaction, feeOf } from '../transaction/completeTransaction.ts'
import { changesOf } from '../transaction/transactionChanges.ts'
import type { TransactionFacts } from '../transaction/transactionFacts.ts'
import { headlineOf } from '../transaction/transactionHeadline.ts'
import { feeFact, partyFacts, rawOf, spenderFacts, valueFacts } from '../transaction/transactionView.ts'
import { callsWarnings } from '../transaction/transactionWarnings.ts'
import { callsOf, type ShownCalls, type TransactionViewInput } from '../transaction/viewInput.ts'
import type { PlainCallsFacts } from './plainCallsFacts.ts'
import type { WantedCall } from './WantedCalls.ts'

export type PlainCallsInput = {
  chain: ChainInfo
  from: `0x${string}`
  calls: readonly WantedCall[]
  /** The calls before the person changed anything. */
  first: readonly WantedCall[]
  decoded: readonly DecodedCall[]
  known: KnownParties
}

export type PreparedCalls = PlainCallsInput & { read: PlainCallsFacts; speed: FeeSpeed }

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
export const transactionsOf = (input: PreparedCalls): readonly ShownTransaction[] =>
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
export function pendingPlainCallsView(input: PlainCallsInput): ApprovalView {
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
export function plainCallsView(input: PreparedCalls): ApprovalView {
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
