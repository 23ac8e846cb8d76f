import type { DecodedCall, TransactionRequest } from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import {
  type ApprovalView,
  type Cap,
  type FeeChoice,
  type FeeOption,
  type FeeSpeed,
  type Notice,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import { accountFact, fundsStop, nativeAmount, networkFact, refusedStop } from '../../../approvals/phrases.ts'
import { capsOf } from '../allowances/allowances.ts'
import { neededFor } from '../fees/fees.ts'
import type { Fee, FeeWish, TransactionFacts, TransactionViewInput } from '../model/transaction.ts'
import { pendingNotice } from '../pending/pendingTransactions.ts'
import {
  feeFact,
  headlineOf,
  innerRows,
  partyFacts,
  pendingHeadlineOf,
  rawOf,
  valueFacts,
} from './callRows.ts'
import { completeTransaction, feeOf, firstSpeed, isFeeSet } from './completeTransaction.ts'
import { changesOf, spenderFacts, transactionWarnings } from './transactionWarnings.ts'

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
