import type { DecodedCall } from '@latchkey/chain-evm/decode/model'
import { toRpcUserOperation } from '@latchkey/chain-evm/decode/smartAccount'
import type { Call } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import {
  type ApprovalView,
  type Fact,
  type Notice,
  type Phrase,
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
  text,
} from '../../../approvals/phrases.ts'
import { capsOf } from '../allowances/allowances.ts'
import { least } from '../fees/fees.ts'
import type { OperationFacts, OperationViewInput, UserOperationIntent } from '../model/operation.ts'
import type { Fee, ShownCalls } from '../model/transaction.ts'
import {
  callRow,
  decodedTogether,
  decodeEach,
  headlineOf,
  innerRows,
  nativeSent,
  feeFact as paidFact,
  partyFacts,
  pendingHeadlineOf,
  rawOf,
  sumOfValues,
  valueFacts,
  withoutUnreadSteps,
} from '../transaction/callRows.ts'
import { callsWarnings, changesOf, spenderFacts } from '../transaction/transactionWarnings.ts'
import { prefundOf } from './completeOperation.ts'

const nothing: Fee = { expected: 0n, most: 0n }

/** What calls of this operation do: all of them together, or one. */
const callsOf = (
  { chain, account, facts, simulation, simulatedAt, known }: OperationViewInput,
  calls: readonly Call[],
  decoded: DecodedCall,
): ShownCalls => ({
  chain,
  from: account,
  value: sumOfValues(calls),
  facts: { ...facts, decoded, simulation, simulatedAt },
  known: known.recipients,
  knownTokens: known.tokens,
})

/**
 * What it costs whoever pays. On an OP-Stack network the bundler pays for storing it on Ethereum, and asks for that in
 * `preVerificationGas` (ERC-4337): there is nothing to add.
 */
export function operationFee({ completed, facts, simulation }: OperationViewInput): Fee {
  if (completed.paidBy) return nothing
  const { operation } = completed
  const used = simulation?.gasUsed ?? operation.callGasLimit
  const run = least(used, operation.callGasLimit)
  const price = facts.baseFee + operation.maxPriorityFeePerGas
  const units = operation.preVerificationGas + operation.verificationGasLimit + run
  const expected = units * least(price, operation.maxFeePerGas)
  return { expected, most: prefundOf(operation) }
}

function feeFact({ chain, completed }: OperationViewInput, fee: Fee): Fact {
  const { paidBy } = completed
  if (paidBy === null) return paidFact(chain, fee)
  const sponsor = text(paidBy.name)
  const note: Phrase =
    paidBy.ownName === null || paidBy.ownName === paidBy.name
      ? { key: 'value.paidBy', values: { sponsor } }
      : { key: 'value.paidByAs', values: { sponsor, name: { kind: 'quote', text: paidBy.ownName } } }
  return { label: 'row.fee', value: { kind: 'message', key: 'value.sponsored' }, note }
}

const smartAccountFact = (account: string): Fact => ({
  ...accountFact(account),
  note: { key: 'value.smartAccount' },
})
const setUpFact: Fact = { label: 'row.setUp', value: { kind: 'message', key: 'value.setUp' } }

/** Whether the account can pay the fee and what it sends; a fee is taken before anything comes in. */
function fundsNeeded(input: OperationViewInput, fee: Fee): bigint | null {
  const { facts, simulation, intent, completed } = input
  const prefund = completed.paidBy || fee.most <= facts.deposit ? 0n : fee.most - facts.deposit
  const need = prefund + nativeSent(intent.calls, simulation)
  return facts.balance < need || facts.balance < prefund ? need : null
}

function stopOf(input: OperationViewInput, fee: Fee): Notice | null {
  const need = fundsNeeded(input, fee)
  if (need === null) return null
  const { chain, facts } = input
  return fundsStop(chain.nativeCurrency.symbol, nativeAmount(chain, facts.balance), nativeAmount(chain, need))
}

/** The warnings of each call by itself. What the network expects of all of them together is told once, for all. */
function warningsOfEach(
  input: OperationViewInput,
  decoded: readonly DecodedCall[],
): readonly (readonly Warning[])[] {
  const silent = { ...input, simulation: undefined }
  return decoded.map((call, index) => {
    const calls = input.intent.calls.slice(index, index + 1)
    return callsWarnings(callsOf(silent, calls, call), nothing)
  })
}

type Said = Pick<ApprovalView, 'title' | 'sentence' | 'approve'>

function headline(
  chain: ChainInfo,
  account: string,
  { headline: own }: UserOperationIntent,
  decoded: readonly DecodedCall[],
  tokens: OperationFacts['tokens'],
): Said {
  if (own) return own
  const [only] = decoded
  if (only && decoded.length === 1)
    return { ...headlineOf(chain, only, tokens, account), approve: 'approve.approve' }
  const sentence: Phrase = {
    key: 'batch.sayTogether_other',
    values: { count: { kind: 'count', count: decoded.length } },
  }
  return { title: 'batch.title', sentence, approve: 'approve.approve' }
}

/** A single call says all of it in the sentence. Calls that the wallet made itself are told in words of their own. */
const hasRows = ({ headline: own, calls }: UserOperationIntent) => calls.length > 1 && own === undefined
const isOwn = ({ headline: own }: UserOperationIntent) => own !== undefined

/** What can be shown before the network answered. */
export function pendingOperationView(
  chain: ChainInfo,
  account: `0x${string}`,
  intent: UserOperationIntent,
): ApprovalView {
  const decoded = decodeEach(intent.calls)
  const tokens = new Map()
  const only = isOwn(intent) || decoded.length > 1 ? undefined : decoded[0]
  const rows = decoded.map((call, index) =>
    callRow(chain, account, intent.calls[index] as Call, call, tokens, []),
  )
  return {
    ...headline(chain, account, intent, decoded, tokens),
    ...(only ? pendingHeadlineOf(chain, only, account) : {}),
    changes: { status: 'loading' },
    ...(hasRows(intent) ? { calls: rows } : {}),
    facts: [
      ...(intent.facts ?? []),
      ...(only ? partyFacts(only, { chain, tokens }) : []),
      networkFact(chain),
      smartAccountFact(account),
    ],
    warnings: [],
    stop: null,
    raw: rawOf({ from: account, calls: intent.calls }),
  }
}

/** The whole screen of an operation. */
export function operationView(input: OperationViewInput): ApprovalView {
  const { chain, account, intent, decoded, facts, completed, shown } = input
  const { calls } = intent
  const together = callsOf(input, calls, decodedTogether(account, isOwn(intent) ? [] : decoded))
  const fee = operationFee(input)
  const each = hasRows(intent) ? warningsOfEach(input, decoded) : []
  const stop = stopOf(input, fee)
  // Of several calls each one warns of its own steps; a single one has nobody else to do so.
  const ofAll = callsWarnings(together, fee)
  const warnings = distinct([
    ...(intent.warnings ?? []),
    ...(hasRows(intent) ? withoutUnreadSteps(ofAll) : ofAll),
    ...each.flat(),
    ...(completed.sponsorRefused ? [makeWarning('info', 'selfPaid')] : []),
  ])
  const rows = calls.map((call, index) =>
    callRow(chain, account, call, decoded[index] as DecodedCall, facts.tokens, each[index] ?? []),
  )
  const only = isOwn(intent) || decoded.length > 1 ? undefined : decoded[0]
  const { tokens, balances } = facts
  const steps = only ? innerRows(chain, account, only, tokens) : []
  const caps = capsOf({ asked: input.first, current: calls, tokens, balances })
  return {
    ...headline(chain, account, intent, decoded, facts.tokens),
    ...(caps.length > 0 ? { caps } : {}),
    changes: changesOf(chain, together, together.facts),
    ...(hasRows(intent) ? { calls: rows } : steps.length > 0 ? { calls: steps } : {}),
    facts: [
      ...(intent.facts ?? []),
      ...(only
        ? [...valueFacts(chain, together, only), ...partyFacts(only, { chain, tokens: facts.tokens })]
        : []),
      ...spenderFacts(account, together.facts),
      networkFact(chain),
      feeFact(input, fee),
      ...(facts.deployed ? [] : [setUpFact]),
      smartAccountFact(account),
    ],
    warnings: stop ? [] : worstFirst(warnings),
    stop,
    raw: rawOf({
      ...toRpcUserOperation(completed.operation, '0x'),
      userOpHash: shown.userOpHash,
      calls,
    }),
  }
}
