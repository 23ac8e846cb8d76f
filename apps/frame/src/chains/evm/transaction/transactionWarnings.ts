import { findLookalike, flattenCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { Permission } from '@latchkey/chain-evm/decode/types'
import type { Value, Warning } from '../../../approvals/ApprovalView.ts'
import { addressValue, nativeAmount, symbolOf, text } from '../../../approvals/values.ts'
import { distinct, makeWarning } from '../../../approvals/warnings.ts'
import { plainText } from '../../../site/plainText.ts'
import { spenderWarnings } from '../allowances/spenderWarnings.ts'
import { describedAddresses, describedWarnings } from '../clearSigning/describedView.ts'
import { recipientOf } from '../clearSigning/partiesOf.ts'
import type { Fee } from '../fees/l1Part.ts'
import { tokenImitation } from '../parties/tokenImitation.ts'
import { usualFee } from './completeTransaction.ts'
import { permissionsGiven } from './transactionChanges.ts'
import { hasUnreadStep, type TransactionFacts } from './transactionFacts.ts'
import { type CallFacts, callsOf, type ShownCalls, type TransactionViewInput } from './viewInput.ts'

/** What is dangerous about letting somebody take something later. */
function permissionWarnings(given: Permission, facts: CallFacts): Warning[] {
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

/** A recipient that imitates somebody: which group of four tells them apart has to be typed. */
function lookalikeWarning(to: string, known: string): Warning {
  const groups = (address: string) => address.slice(2).toLowerCase().match(/.{4}/g) ?? []
  const imitated = groups(known)
  const at = groups(to).findIndex((group, index) => group !== imitated[index])
  const typed = { group: at + 1, text: groups(to)[at] ?? '' }
  return { ...makeWarning('danger', 'lookalike', { known: addressValue(known) }, 'risk.lookalike'), typed }
}

/** Somebody whom a described step names, and who imitates somebody. */
const describedLookalikes = ({ facts, known, from }: ShownCalls): Warning[] =>
  describedAddresses(facts.decoded).flatMap((address) => {
    const imitated = findLookalike(address, [...known, from])
    return imitated === undefined ? [] : [lookalikeWarning(address, imitated)]
  })

/** Whoever gets something, or may take something, and imitates somebody whom the account sent to. */
function lookalikeWarnings(party: string, { known, from }: ShownCalls): Warning[] {
  const imitated = findLookalike(party, [...known, from])
  return imitated === undefined ? [] : [lookalikeWarning(party, imitated)]
}

type Step = ReturnType<typeof flattenCalls>[number]

/** What is odd about who gets something by one step, and about what they get. */
function stepWarnings(step: Step, input: ShownCalls): Warning[] {
  const to = recipientOf(step)
  if (to === null) return []
  const { from } = input
  const warnings = lookalikeWarnings(to, input)
  if ('token' in step && sameAddress(to, step.token))
    warnings.push(makeWarning('danger', 'toToken', undefined, 'risk.lost'))
  if (step.kind !== 'tokenTransfer') return warnings
  if (step.amount === 0n) warnings.push(makeWarning('warning', 'nothingSent'))
  if (step.from && !sameAddress(step.from, from))
    warnings.push(makeWarning('warning', 'fromOther', { from: addressValue(step.from) }))
  return warnings
}

/** A token that passes itself off as another: by its symbol, which anybody can choose. */
export function tokenWarnings({
  chain,
  facts,
  knownTokens = [],
}: Pick<ShownCalls, 'chain' | 'knownTokens'> & {
  facts: Pick<CallFacts, 'tokens'>
}): Warning[] {
  const native = chain.nativeCurrency.symbol
  return [...facts.tokens].flatMap(([address, info]) => {
    const symbol = symbolOf(info)
    const kind = tokenImitation({ address, symbol, chainId: chain.id, native, known: knownTokens })
    if (kind === null) return []
    const values = { symbol: { kind: 'quote', text: symbol } as const, token: addressValue(address) }
    return [
      makeWarning(
        kind === 'letters' ? 'warning' : 'danger',
        `token.${kind}`,
        values,
        kind === 'letters' ? undefined : 'risk.token',
      ),
    ]
  })
}

function recipientWarnings(input: ShownCalls): Warning[] {
  const { from, facts, own } = input
  const { decoded, recipientUnused } = facts
  const warnings = flattenCalls(decoded).flatMap((step) => stepWarnings(step, input))
  const to = recipientOf(decoded)
  if (to !== null && sameAddress(to, from) && own !== 'cancel')
    warnings.push(makeWarning('info', 'ownAddress'))
  else if (recipientUnused) warnings.push(makeWarning('info', 'newRecipient'))
  return warnings
}

/** What the shape of the call hides. */
function blindWarnings({ facts, value }: ShownCalls): Warning[] {
  const { decoded } = facts
  if (decoded.kind === 'unknown')
    return decoded.value === 0n
      ? [makeWarning('warning', 'unknownCall')]
      : [makeWarning('danger', 'unknownCallValue', undefined, 'risk.lost')]
  if (decoded.kind === 'create')
    return [
      value === 0n
        ? makeWarning('warning', 'create')
        : makeWarning('danger', 'create', undefined, 'risk.lost'),
    ]
  return hasUnreadStep(decoded) ? [makeWarning('danger', 'innerCalls', undefined, 'risk.lost')] : []
}

/** Whether it is expected to fail. */
function outcomeWarnings({ simulation, gas = { ok: true, units: 0n } }: CallFacts): Warning[] {
  if (simulation?.status !== 'reverted' && gas.ok) return []
  const reason = simulation?.revertReason ?? (gas.ok ? null : gas.reason)
  const value: Value =
    reason === null
      ? { kind: 'message', key: 'value.unknown' }
      : { kind: 'quote', text: plainText(reason, 200) }
  return [makeWarning('warning', 'reverts', { reason: value })]
}

/** Below what nodes ask of a transaction that takes another's place. */
const isTooCheap = ({ transaction, wish }: TransactionViewInput): boolean =>
  wish?.floor !== undefined &&
  (transaction.maxFeePerGas < wish.floor.maxFeePerGas ||
    transaction.maxPriorityFeePerGas < wish.floor.maxPriorityFeePerGas)

/** A number that the site chose: it could replace a transaction, or wait until the account gets there. */
function nonceWarnings(input: TransactionViewInput): Warning[] {
  const { transaction, facts, own } = input
  if (own !== undefined || transaction.nonce === facts.nonce) return []
  const nonce = text(String(transaction.nonce))
  const waits = facts.pending?.some((one) => one.nonce === transaction.nonce)
  const cheap = isTooCheap(input) ? [makeWarning('warning', 'replaceCheap')] : []
  if (waits) return [makeWarning('danger', 'replaces', { nonce }, 'risk.replaces'), ...cheap]
  return [makeWarning('danger', 'nonce', { nonce, next: text(String(facts.nonce)) }, 'risk.nonce')]
}

/** What is odd about calls by themselves, whatever carries them. */
function contentWarnings(calls: ShownCalls): Warning[] {
  const { facts, from } = calls
  const controls = flattenCalls(facts.decoded).some(({ kind }) => kind === 'control')
  return [
    ...recipientWarnings(calls),
    ...tokenWarnings(calls),
    ...permissionsGiven(facts, from).flatMap((given) => [
      ...lookalikeWarnings(given.spender, calls),
      ...permissionWarnings(given, facts),
    ]),
    ...(controls ? [makeWarning('danger', 'control', undefined, 'risk.control')] : []),
    ...describedWarnings(facts.decoded, from),
    ...describedLookalikes(calls),
    ...blindWarnings(calls),
  ]
}

/** Everything that a person should know before approving calls whose number and fees are the wallet's own choice. */
export const callsWarnings = (calls: ShownCalls, fee: Fee): Warning[] =>
  distinct([...contentWarnings(calls), ...feeWarnings(calls, fee), ...outcomeWarnings(calls.facts)])

/** Everything that a person should know before approving a transaction. */
export function transactionWarnings(input: TransactionViewInput, fee: Fee): Warning[] {
  const calls = callsOf(input)
  return distinct([
    ...contentWarnings(calls),
    ...nonceWarnings(input),
    ...feeWarnings(calls, fee, feeSetWarnings(input, fee)),
    ...outcomeWarnings(input.facts),
  ])
}

/** How many times the network's price a site may ask for. */
const priceLimit = 3n

/** How many times the network's estimate of gas a site may ask for. */
const gasLimit = 2n

/** wei; a network that is nearly free is no measure below this. */
const leastPrice = 10_000_000n

const above = (price: bigint, usual: bigint) => price > priceLimit * (usual > leastPrice ? usual : leastPrice)

/** Whether what the site chose for gas and fees is far from what the network asks. */
function isUnusual({ wanted }: TransactionViewInput, { baseFee, tip, gas }: TransactionFacts): boolean {
  const { maxFeePerGas, maxPriorityFeePerGas } = wanted
  if (maxFeePerGas !== undefined && above(maxFeePerGas, baseFee * 2n + tip)) return true
  if (maxPriorityFeePerGas !== undefined && above(baseFee + maxPriorityFeePerGas, baseFee + tip)) return true
  return wanted.gas !== undefined && gas.ok && wanted.gas > gasLimit * gas.units
}

/** What the site chose for gas and fees. */
function feeSetWarnings(input: TransactionViewInput, fee: Fee): Warning[] {
  const { chain, transaction, facts } = input
  if (!isUnusual(input, facts)) return []
  const most = nativeAmount(chain, fee.most, 'up')
  const usual = nativeAmount(chain, usualFee(transaction, facts), 'up')
  return [makeWarning('danger', 'feeSet', { most, usual }, 'risk.fee')]
}

/** The fee by itself, beside what is sent, and beside what there is when nothing is sent. */
function feeWarnings({ value, facts }: ShownCalls, fee: Fee, ofSite: readonly Warning[] = []): Warning[] {
  const warnings = [...(fee.storing === 'unknown' ? [makeWarning('warning', 'feeStoring')] : []), ...ofSite]
  if (value > 0n && fee.expected * 20n > value) warnings.push(makeWarning('warning', 'fee'))
  if (value === 0n && fee.expected * 20n > facts.balance) warnings.push(makeWarning('warning', 'feeBalance'))
  return warnings
}
