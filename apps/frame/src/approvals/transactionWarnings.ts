import { findLookalike, flattenCalls, type Permission, sameAddress } from '@latchkey/chain-evm/decode'
import { plainText } from '../site/plainText.ts'
import type { Value, Warning } from './ApprovalView.ts'
import type { Fee } from './completeTransaction.ts'
import { distinct } from './distinct.ts'
import { feeWarnings } from './feeWarnings.ts'
import { makeWarning } from './makeWarning.ts'
import { recipientOf } from './partiesOf.ts'
import { permissionsGiven } from './permissionsGiven.ts'
import { spenderWarnings } from './spenderWarnings.ts'
import { hasUnreadStep, type TransactionFacts } from './transactionFacts.ts'
import type { TransactionViewInput } from './transactionView.ts'
import { addressValue, symbolOf, text } from './values.ts'

/** What is dangerous about letting somebody take something later. */
function permissionWarnings(given: Permission, facts: TransactionFacts): Warning[] {
  const { kind, unlimited, expiresAt } = given
  if (kind === 'all') return [makeWarning('danger', 'approvalAll', undefined, 'risk.approvalAll')]
  const spender = spenderWarnings({
    unlimited,
    symbol: symbolOf(facts.tokens.get(given.token.toLowerCase())),
    isContract: facts.contracts.get(given.spender.toLowerCase()),
    expiresAt,
    now: facts.simulatedAt,
  })
  return kind === 'item'
    ? [makeWarning('danger', 'approvalItem', undefined, 'risk.item'), ...spender]
    : spender
}

function recipientWarnings({ transaction, facts, known }: TransactionViewInput): Warning[] {
  const { decoded, recipientUnused } = facts
  const to = recipientOf(decoded)
  if (to === null) return []
  const warnings: Warning[] = []
  const lookalike = findLookalike(to, [...known, transaction.from])
  if (lookalike !== undefined)
    warnings.push(makeWarning('danger', 'lookalike', { known: addressValue(lookalike) }, 'risk.lookalike'))
  if ('token' in decoded && sameAddress(to, decoded.token))
    warnings.push(makeWarning('danger', 'toToken', undefined, 'risk.lost'))
  if (sameAddress(to, transaction.from)) warnings.push(makeWarning('info', 'ownAddress'))
  else if (recipientUnused) warnings.push(makeWarning('info', 'newRecipient'))
  if (decoded.kind === 'tokenTransfer' && decoded.from && !sameAddress(decoded.from, transaction.from))
    warnings.push(makeWarning('warning', 'fromOther', { from: addressValue(decoded.from) }))
  return warnings
}

/** What the shape of the call hides. */
function blindWarnings({ facts, transaction }: TransactionViewInput): Warning[] {
  const { decoded } = facts
  if (decoded.kind === 'unknown')
    return decoded.value === 0n
      ? [makeWarning('warning', 'unknownCall')]
      : [makeWarning('danger', 'unknownCallValue', undefined, 'risk.lost')]
  if (decoded.kind === 'create')
    return [
      transaction.value === 0n
        ? makeWarning('warning', 'create')
        : makeWarning('danger', 'create', undefined, 'risk.lost'),
    ]
  return hasUnreadStep(decoded) ? [makeWarning('warning', 'innerCalls')] : []
}

/** Whether it is expected to fail. */
function outcomeWarnings({ simulation, gas }: TransactionFacts): Warning[] {
  if (simulation?.status !== 'reverted' && gas.ok) return []
  const reason = simulation?.revertReason ?? (gas.ok ? null : gas.reason)
  const value: Value =
    reason === null
      ? { kind: 'message', key: 'value.unknown' }
      : { kind: 'quote', text: plainText(reason, 200) }
  return [makeWarning('warning', 'reverts', { reason: value })]
}

/** A number that the site chose: it could replace a transaction, or wait until the account gets there. */
function nonceWarnings({ transaction, facts }: TransactionViewInput): Warning[] {
  if (transaction.nonce === facts.nonce) return []
  const values = { nonce: text(String(transaction.nonce)), next: text(String(facts.nonce)) }
  return [makeWarning('danger', 'nonce', values, 'risk.nonce')]
}

/** Everything that a person should know before approving a transaction. */
export function transactionWarnings(input: TransactionViewInput, fee: Fee): Warning[] {
  const { facts, transaction } = input
  const controls = flattenCalls(facts.decoded).some(({ kind }) => kind === 'control')
  return distinct([
    ...recipientWarnings(input),
    ...permissionsGiven(facts, transaction.from).flatMap((given) => permissionWarnings(given, facts)),
    ...(controls ? [makeWarning('danger', 'control', undefined, 'risk.control')] : []),
    ...blindWarnings(input),
    ...nonceWarnings(input),
    ...feeWarnings(input, fee),
    ...outcomeWarnings(facts),
  ])
}
