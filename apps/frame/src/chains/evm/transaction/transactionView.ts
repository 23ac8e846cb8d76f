import { sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall, TransactionRequest } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import {
  type ApprovalView,
  type Cap,
  type Fact,
  type FeeChoice,
  type FeeOption,
  type FeeSpeed,
  type Notice,
  type Phrase,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import {
  accountFact,
  addressValue,
  fundsStop,
  nativeAmount,
  networkFact,
  refusedStop,
  text,
} from '../../../approvals/phrases.ts'
import { capsOf } from '../allowances/allowances.ts'
import { type Around, describedFacts, saysValue } from '../clearSigning/describedView.ts'
import { neededFor } from '../fees/fees.ts'
import type { CallFacts, Fee, FeeWish, TransactionFacts, TransactionViewInput } from '../model/transaction.ts'
import { pendingNotice } from '../pending/pendingTransactions.ts'
import { headlineOf, innerRows, pendingHeadlineOf } from './callRows.ts'
import { completeTransaction, feeOf, firstSpeed, isFeeSet } from './completeTransaction.ts'
import { changesOf, permissionsGiven, transactionWarnings } from './transactionWarnings.ts'

/** Whom the transaction concerns, in full, since addresses are what gets swapped. */
export function partyFacts(decoded: DecodedCall, around: Around): Fact[] {
  const full = (label: Fact['label'], address: string): Fact => ({
    label,
    value: addressValue(address),
    long: true,
  })
  switch (decoded.kind) {
    case 'create':
      return [{ label: 'row.to', value: { kind: 'message', key: 'value.newContract' } }]
    case 'nativeTransfer':
      return [full('row.to', decoded.to)]
    case 'tokenTransfer':
    case 'collectibleTransfer':
      return [full('row.to', decoded.to), full('row.token', decoded.token)]
    case 'approval':
      return [full('row.spender', decoded.spender), full('row.token', decoded.token)]
    case 'approvalForAll':
      return [full('row.spender', decoded.operator), full('row.contract', decoded.token)]
    case 'described':
      return [full('row.contract', decoded.to), ...describedFacts(around, decoded.described)]
    case 'unknown':
      return [full('row.contract', decoded.to), { label: 'row.method', value: text(decoded.selector) }]
    default:
      return [full('row.contract', decoded.to)]
  }
}

/** Money that goes along with a call whose sentence does not speak of it. */
export const valueFacts = (
  chain: ChainInfo,
  { value }: Pick<TransactionRequest, 'value'>,
  { kind }: DecodedCall,
): Fact[] =>
  value === 0n || saysValue(kind) ? [] : [{ label: 'row.value', value: nativeAmount(chain, value) }]

/** Who may take something afterwards and is not named by the call itself. */
export function spenderFacts(from: string, facts: CallFacts): Fact[] {
  const { decoded } = facts
  const named =
    decoded.kind === 'approval'
      ? decoded.spender
      : decoded.kind === 'approvalForAll'
        ? decoded.operator
        : null
  const spenders = permissionsGiven(facts, from).map(({ spender }) => spender)
  return [...new Set(spenders)]
    .filter((spender) => !sameAddress(spender, named))
    .map((spender) => ({ label: 'row.spender', value: addressValue(spender), long: true }))
}

/** The most that can be paid, and how much of the fee is for storing the transaction on Ethereum. */
function feeNote(chain: ChainInfo, { most, storing = 0n }: Fee): Phrase {
  const amount = nativeAmount(chain, most, 'up')
  if (storing === 'unknown') return { key: 'value.atMostAndStoring', values: { amount } }
  if (storing === 0n) return { key: 'value.atMost', values: { amount } }
  return {
    key: 'value.atMostWithStoring',
    values: { amount, storing: nativeAmount(chain, storing, 'nearest') },
  }
}

/** What is expected to be paid, and the most that can be. */
export const feeFact = (chain: ChainInfo, fee: Fee): Fact => ({
  label: 'row.fee',
  value: nativeAmount(chain, fee.expected, 'nearest'),
  note: feeNote(chain, fee),
})

const wishOf = ({ wish, wanted }: TransactionViewInput): FeeWish => wish ?? { speed: firstSpeed(wanted) }

/** Amounts that the person may lower before signing. */
function capsOfView({ asked, wanted, facts }: TransactionViewInput): readonly Cap[] {
  const { tokens, balances = new Map() } = facts
  return capsOf({ asked: [asked ?? wanted], current: [wanted], tokens, balances })
}

/** Why the network would not take it. */
function stopOf({ chain, wanted, transaction, facts }: TransactionViewInput, fee: Fee): Notice | null {
  const need = transaction.value + neededFor(fee)
  if (facts.balance < need)
    return fundsStop(
      chain.nativeCurrency.symbol,
      nativeAmount(chain, facts.balance),
      nativeAmount(chain, need),
    )
  if (facts.gas.ok || wanted.gas !== undefined) return null
  return refusedStop(facts.gas.reason === null ? 'stop.reverted' : { quote: facts.gas.reason })
}

/** The transaction as JSON, for whoever wants to see it. */
export const rawOf = (transaction: object): string =>
  JSON.stringify(
    transaction,
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  )

/** What can be shown before the network answered. */
export function pendingTransactionView(
  chain: ChainInfo,
  wanted: TransactionRequest,
  decoded: DecodedCall,
): ApprovalView {
  return {
    ...pendingHeadlineOf(chain, decoded, wanted.from),
    changes: { status: 'loading' },
    facts: [
      ...valueFacts(chain, wanted, decoded),
      ...partyFacts(decoded, { chain, tokens: new Map() }),
      networkFact(chain),
      accountFact(wanted.from),
    ],
    warnings: [],
    stop: null,
    approve: 'approve.approve',
    raw: rawOf(wanted),
  }
}

/** The whole screen of a transaction. */
export function transactionView(input: TransactionViewInput): ApprovalView {
  const { chain, wanted, transaction, facts } = input
  const fee = feeOf(transaction, facts)
  const stop = stopOf(input, fee)
  const caps = capsOfView(input)
  const pending = pendingNotice(facts.pending ?? [])
  const failing = stop && !facts.gas.ok && wanted.gas === undefined
  const calls = innerRows(chain, wanted.from, facts.decoded, facts.tokens)
  return {
    ...headlineOf(chain, facts.decoded, facts.tokens, wanted.from),
    changes: changesOf(chain, wanted, facts),
    ...(calls.length > 0 ? { calls } : {}),
    facts: [
      ...valueFacts(chain, wanted, facts.decoded),
      ...partyFacts(facts.decoded, { chain, tokens: facts.tokens }),
      ...spenderFacts(wanted.from, facts),
      networkFact(chain),
      ...(failing ? [] : [{ ...feeFact(chain, fee), editable: 'fee' as const }]),
      accountFact(wanted.from),
    ],
    ...(failing ? {} : { fee: feeChoice(chain, wanted, facts, wishOf(input)) }),
    ...(caps.length > 0 ? { caps } : {}),
    ...(pending ? { pending } : {}),
    warnings: stop ? [] : worstFirst(transactionWarnings(input, fee)),
    stop,
    approve: 'approve.approve',
    raw: rawOf(transaction),
  }
}

/** What a transaction would cost at each speed; what the site set is one more, and the first one chosen. */
function feeChoice(
  chain: ChainInfo,
  wanted: TransactionRequest,
  facts: TransactionFacts,
  wish: FeeWish,
): FeeChoice {
  const optionOf = (speed: FeeSpeed): FeeOption => {
    const transaction = completeTransaction(wanted, chain.id, facts, { ...wish, speed })
    const { expected, most } = feeOf(transaction, facts)
    return {
      speed,
      expected: nativeAmount(chain, expected, 'nearest'),
      most: nativeAmount(chain, most, 'up'),
    }
  }
  const speeds: FeeSpeed[] = ['slow', 'normal', 'fast', ...(isFeeSet(wanted) ? (['site'] as const) : [])]
  const storingUnknown = facts.l1 === 'unknown'
  return { chosen: wish.speed, options: speeds.map(optionOf), ...(storingUnknown ? { storingUnknown } : {}) }
}
