import { type DecodedCall, findLookalike, flattenCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { MessageKey } from '../locales/Locale.ts'
import { plainText } from '../site/plainText.ts'
import type { Value, Warning } from './ApprovalView.ts'
import type { Fee } from './completeTransaction.ts'
import { recipientOf } from './partiesOf.ts'
import { spenderWarnings } from './spenderWarnings.ts'
import { hasUnreadStep, type TransactionFacts } from './transactionFacts.ts'
import type { TransactionViewInput } from './transactionView.ts'
import { addressValue, symbolOf } from './values.ts'

type Named =
  | 'toToken'
  | 'newRecipient'
  | 'ownAddress'
  | 'unknownCall'
  | 'unknownCallValue'
  | 'innerCalls'
  | 'control'
  | 'create'
  | 'approvalAll'
  | 'approvalItem'
  | 'lookalike'
  | 'fee'
  | 'reverts'
  | 'fromOther'

function warning(
  level: Warning['level'],
  name: Named,
  values?: Readonly<Record<string, Value>>,
  risk?: MessageKey,
): Warning {
  return {
    level,
    title: { key: `warn.${name}` },
    body: { key: `warn.${name}.body`, ...(values ? { values } : {}) },
    ...(risk ? { risk: { key: risk } } : {}),
  }
}

/** Of one step: what is dangerous in it by itself. */
function callWarnings(call: DecodedCall, facts: TransactionFacts, now: number): Warning[] {
  switch (call.kind) {
    case 'approval':
      return approvalWarnings(call, facts, now)
    case 'approvalForAll':
      return call.approved ? [warning('danger', 'approvalAll', undefined, 'risk.approvalAll')] : []
    case 'control':
      return [warning('danger', 'control', undefined, 'risk.control')]
    default:
      return []
  }
}

function approvalWarnings(
  call: Extract<DecodedCall, { kind: 'approval' }>,
  facts: TransactionFacts,
  now: number,
): Warning[] {
  const token = facts.tokens.get(call.token.toLowerCase())
  if (call.change === 'decrease' || call.owner !== null) return []
  const isContract = facts.contracts.get(call.spender.toLowerCase())
  const symbol = symbolOf(token)
  if (token?.collectible) {
    const person = spenderWarnings({ unlimited: false, symbol, isContract, expiresAt: null, now })
    const unset = /^0x0{40}$/.test(call.spender)
    return unset ? [] : [warning('danger', 'approvalItem', undefined, 'risk.item'), ...person]
  }
  if (call.amount === 0n) return []
  return spenderWarnings({ unlimited: call.unlimited, symbol, isContract, expiresAt: null, now })
}

function recipientWarnings({ transaction, facts, known }: TransactionViewInput): Warning[] {
  const { decoded, recipientUnused } = facts
  const to = recipientOf(decoded)
  if (to === null) return []
  const warnings: Warning[] = []
  const lookalike = findLookalike(to, [...known, transaction.from])
  if (lookalike !== undefined)
    warnings.push(warning('danger', 'lookalike', { known: addressValue(lookalike) }, 'risk.lookalike'))
  if ('token' in decoded && sameAddress(to, decoded.token))
    warnings.push(warning('danger', 'toToken', undefined, 'risk.lost'))
  if (sameAddress(to, transaction.from)) warnings.push(warning('info', 'ownAddress'))
  else if (recipientUnused) warnings.push(warning('info', 'newRecipient'))
  if (decoded.kind === 'tokenTransfer' && decoded.from && !sameAddress(decoded.from, transaction.from))
    warnings.push(warning('warning', 'fromOther', { from: addressValue(decoded.from) }))
  return warnings
}

/** What the shape of the call hides. */
function blindWarnings({ facts, transaction }: TransactionViewInput): Warning[] {
  const { decoded } = facts
  if (decoded.kind === 'unknown')
    return decoded.value === 0n
      ? [warning('warning', 'unknownCall')]
      : [warning('danger', 'unknownCallValue', undefined, 'risk.lost')]
  if (decoded.kind === 'create')
    return [
      transaction.value === 0n
        ? warning('warning', 'create')
        : warning('danger', 'create', undefined, 'risk.lost'),
    ]
  return hasUnreadStep(decoded) ? [warning('warning', 'innerCalls')] : []
}

function outcomeWarnings({ facts, transaction }: TransactionViewInput, fee: Fee): Warning[] {
  const warnings: Warning[] = []
  const { simulation, gas } = facts
  const failsAlone = !gas.ok
  if (simulation?.status === 'reverted' || failsAlone) {
    const reason = simulation?.revertReason ?? (gas.ok ? null : gas.reason)
    const value: Value =
      reason === null
        ? { kind: 'message', key: 'value.unknown' }
        : { kind: 'quote', text: plainText(reason, 200) }
    warnings.push(warning('warning', 'reverts', { reason: value }))
  }
  if (transaction.value > 0n && fee.expected * 20n > transaction.value)
    warnings.push(warning('warning', 'fee'))
  return warnings
}

/** Steps that repeat a warning say it once. */
const once = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((one) => [JSON.stringify(one), one])).values(),
]

/** Everything that a person should know before approving a transaction. `now` is the time of the simulation. */
export function transactionWarnings(input: TransactionViewInput, fee: Fee): Warning[] {
  const { facts } = input
  return once([
    ...recipientWarnings(input),
    ...flattenCalls(facts.decoded).flatMap((call) => callWarnings(call, facts, facts.simulatedAt)),
    ...blindWarnings(input),
    ...outcomeWarnings(input, fee),
  ])
}
