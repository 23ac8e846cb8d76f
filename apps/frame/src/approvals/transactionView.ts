import {
  type DecodedCall,
  type ShownTransaction,
  sameAddress,
  type TransactionRequest,
} from '@latchkey/chain-evm/decode'
import type { ChainInfo } from '@latchkey/protocol'
import { type ApprovalView, type Fact, type Notice, worstFirst } from './ApprovalView.ts'
import { type Fee, feeOf } from './completeTransaction.ts'
import { permissionsGiven } from './permissionsGiven.ts'
import { fundsStop, refusedStop } from './stops.ts'
import { changesOf } from './transactionChanges.ts'
import type { TransactionFacts } from './transactionFacts.ts'
import { headlineOf } from './transactionHeadline.ts'
import { transactionWarnings } from './transactionWarnings.ts'
import { accountFact, addressValue, nativeAmount, networkFact, text } from './values.ts'

export type TransactionViewInput = {
  chain: ChainInfo
  wanted: TransactionRequest
  transaction: ShownTransaction
  facts: TransactionFacts
  /** Whom this session sent to. */
  known: Iterable<string>
}

/** Whom the transaction concerns, in full, since addresses are what gets swapped. */
function partyFacts(decoded: DecodedCall): Fact[] {
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
    case 'unknown':
      return [full('row.contract', decoded.to), { label: 'row.method', value: text(decoded.selector) }]
    default:
      return [full('row.contract', decoded.to)]
  }
}

/** Money that goes along with a call whose sentence does not speak of it. */
const valueFacts = (chain: ChainInfo, { value }: TransactionRequest, { kind }: DecodedCall): Fact[] =>
  value === 0n || kind === 'nativeTransfer' || kind === 'unknown'
    ? []
    : [{ label: 'row.value', value: nativeAmount(chain, value) }]

/** Who may take something afterwards and is not named by the call itself. */
function spenderFacts({ wanted, facts }: TransactionViewInput): Fact[] {
  const { decoded } = facts
  const named =
    decoded.kind === 'approval'
      ? decoded.spender
      : decoded.kind === 'approvalForAll'
        ? decoded.operator
        : null
  const spenders = permissionsGiven(facts, wanted.from).map(({ spender }) => spender)
  return [...new Set(spenders)]
    .filter((spender) => !sameAddress(spender, named))
    .map((spender) => ({ label: 'row.spender', value: addressValue(spender), long: true }))
}

const feeFact = (chain: ChainInfo, { expected, most }: Fee): Fact => ({
  label: 'row.fee',
  value: nativeAmount(chain, expected, 'nearest'),
  note: { key: 'value.atMost', values: { amount: nativeAmount(chain, most, 'up') } },
})

/** Why the network would not take it. */
function stopOf({ chain, wanted, transaction, facts }: TransactionViewInput, fee: Fee): Notice | null {
  const need = transaction.value + fee.most
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
const rawOf = (transaction: object): string =>
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
    ...headlineOf(chain, decoded, new Map(), wanted.from),
    changes: { status: 'loading' },
    facts: [
      ...valueFacts(chain, wanted, decoded),
      ...partyFacts(decoded),
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
  return {
    ...headlineOf(chain, facts.decoded, facts.tokens, wanted.from),
    changes: changesOf(chain, wanted, facts),
    facts: [
      ...valueFacts(chain, wanted, facts.decoded),
      ...partyFacts(facts.decoded),
      ...spenderFacts(input),
      networkFact(chain),
      ...(stop && !facts.gas.ok && wanted.gas === undefined ? [] : [feeFact(chain, fee)]),
      accountFact(wanted.from),
    ],
    warnings: stop ? [] : worstFirst(transactionWarnings(input, fee)),
    stop,
    approve: 'approve.approve',
    raw: rawOf(transaction),
  }
}
