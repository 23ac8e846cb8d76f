import { flattenCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall, Permission, TokenInfo, TransactionRequest } from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { ChangeRow, Changes, Fact, Value, Warning } from '../../../approvals/ApprovalView.ts'
import {
  addressValue,
  distinct,
  makeWarning,
  nativeAmount,
  symbolInAmount,
  symbolOf,
  text,
  tokenAmount,
} from '../../../approvals/phrases.ts'
import { plainText } from '../../../site/plainText.ts'
import { spenderWarnings } from '../allowances/allowances.ts'
import { describedAddresses, describedWarnings, recipientOf } from '../clearSigning/describedView.ts'
import { usualFee } from '../fees/fees.ts'
import type {
  CallFacts,
  Fee,
  ShownCalls,
  TransactionFacts,
  TransactionViewInput,
} from '../model/transaction.ts'
import { tokenImitation } from '../parties/knownParties.ts'
import { lookalikeWarnings, unreadWarnings } from './suspicions.ts'

/** Whether any step of a call cannot be read. */
const hasUnreadStep = (decoded: DecodedCall): boolean =>
  decoded.kind === 'batch' &&
  flattenCalls(decoded).some(({ kind }) => kind === 'unknown' || kind === 'create')

/**
 * Whether more money goes along than the steps speak of: nobody knows then what it is for, however plain the steps are. A
 * contract that a descriptor of this build covers is known to need it.
 */
function hasUntoldMoney(decoded: DecodedCall): boolean {
  if (decoded.kind !== 'batch') return false
  const { to, value, calls } = decoded
  const told = calls.reduce((sum, call) => sum + ('value' in call ? call.value : 0n), 0n)
  return value > told && !calls.some((call) => call.kind === 'described' && sameAddress(call.to, to))
}

type Moving = Pick<TransactionFacts, 'decoded' | 'simulation' | 'tokens'>

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount)

/**
 * The contract of a token, where nothing else on the screen tells it apart from one that took the same symbol. Without a
 * symbol the address stands beside the amount already.
 */
function contractOf(address: string, { decoded, tokens }: Moving): { token?: string } {
  const named = 'token' in decoded && sameAddress(decoded.token, address)
  return named || symbolOf(tokens.get(address.toLowerCase())) === '' ? {} : { token: address }
}

const itemText = (token: TokenInfo | undefined, id: bigint, times = ''): Value =>
  text(plainText(`${times}${symbolInAmount(token)} #${id}`, 60))

/** What the simulation moved. */
function movedRows(chain: ChainInfo, facts: Moving): ChangeRow[] {
  return (facts.simulation?.changes ?? []).map(({ asset, amount, tokenId }) => {
    const direction = amount < 0n ? 'out' : 'in'
    if (asset === null) return { direction, value: nativeAmount(chain, absolute(amount)) }
    const token = facts.tokens.get(asset.toLowerCase())
    const contract = contractOf(asset, facts)
    if (tokenId === undefined)
      return { direction, value: tokenAmount(token, absolute(amount), asset), ...contract }
    const times = absolute(amount) === 1n ? '' : `${absolute(amount)} × `
    return { direction, value: itemText(token, tokenId, times), ...contract }
  })
}

function givenRow({ kind, token, amount, unlimited }: Permission, facts: Moving): ChangeRow {
  const info = facts.tokens.get(token.toLowerCase())
  const contract = contractOf(token, facts)
  if (kind === 'all') return { direction: 'gives', value: { kind: 'message', key: 'value.everyItem' }, token }
  if (kind === 'item') return { direction: 'gives', value: itemText(info, amount), ...contract }
  const value = tokenAmount(info, amount, token)
  return { direction: 'gives', value, ...(unlimited ? { unlimited } : {}), ...contract }
}

/**
 * What the balances and allowances will be changed by: simulated where the network can, else what the call itself tells.
 * Whatever money goes along stands there in any case.
 */
export function changesOf(
  chain: ChainInfo,
  wanted: Pick<TransactionRequest, 'from' | 'value'>,
  facts: Moving,
): Changes {
  const given = permissionsGiven(facts, wanted.from).map((permission) => givenRow(permission, facts))
  const { decoded, simulation } = facts
  if (simulation?.status === 'success')
    return {
      // What differs from block to block is not all that can happen.
      status: simulation.differs ? 'unknown' : 'known',
      rows: [...movedRows(chain, facts), ...given],
    }
  if (decoded.kind === 'approval' || decoded.kind === 'approvalForAll')
    return { status: 'exact', rows: given }
  const sent: ChangeRow[] =
    wanted.value === 0n ? [] : [{ direction: 'out', value: nativeAmount(chain, wanted.value) }]
  if (decoded.kind === 'nativeTransfer') return { status: 'exact', rows: sent }
  return { status: 'unknown', rows: [...sent, ...given] }
}

const isNobody = (address: string) => /^0x0{40}$/.test(address)

/** What one step says that it gives away of the account's own. */
function permissionsOfCall(call: DecodedCall, { tokens }: Moving, own: string): Permission[] {
  if (call.kind === 'approvalForAll')
    return call.approved
      ? [
          {
            token: call.token,
            spender: call.operator,
            kind: 'all',
            amount: 1n,
            unlimited: true,
            expiresAt: null,
          },
        ]
      : []
  if (call.kind !== 'approval' || call.change === 'decrease') return []
  if (call.owner !== null && !sameAddress(call.owner, own)) return []
  const { token, spender, amount, unlimited, expiresAt = null } = call
  if (tokens.get(token.toLowerCase())?.collectible)
    return isNobody(spender) ? [] : [{ token, spender, kind: 'item', amount, unlimited: false, expiresAt }]
  return amount === 0n ? [] : [{ token, spender, kind: 'amount', amount, unlimited, expiresAt }]
}

const keyOf = ({ kind, token, spender, amount }: Permission) =>
  `${kind}/${token}/${spender}/${kind === 'item' ? amount : ''}`.toLowerCase()

/**
 * What others may take afterwards: what the call says by itself, and whatever else the simulation shows, so that an
 * approval under another name is seen as well. An amount that the call sets counts; one that it raises is what the
 * token says it comes to.
 */
function permissionsGiven(facts: Moving, own: string): readonly Permission[] {
  const calls = flattenCalls(facts.decoded)
  const given = new Map<string, Permission>()
  for (const call of calls)
    for (const permission of permissionsOfCall(call, facts, own)) given.set(keyOf(permission), permission)
  const raised = calls.some((call) => call.kind === 'approval' && call.change === 'increase')
  for (const seen of facts.simulation?.permissions ?? []) {
    const said = given.get(keyOf(seen))
    given.set(keyOf(seen), said && !raised ? { ...said, unlimited: said.unlimited || seen.unlimited } : seen)
  }
  return [...given.values()]
}

/** What a transaction does, without what carries it. */
export const callsOf = ({ transaction, ...input }: TransactionViewInput): ShownCalls => ({
  ...input,
  from: transaction.from,
  value: transaction.value,
})

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

/** Somebody whom a described step names, and who imitates somebody. */
const describedLookalikes = ({ facts, known, from }: ShownCalls): Warning[] =>
  describedAddresses(facts.decoded).flatMap((address) => lookalikeWarnings(address, { known, from }))

type Step = ReturnType<typeof flattenCalls>[number]

/** What tells who gets something by calls. */
type Recipients = Pick<ShownCalls, 'from' | 'known' | 'own'> & {
  facts: Pick<CallFacts, 'decoded' | 'suspicions' | 'recipientUnused'>
}

/** What is odd about who gets something by one step, and about what they get. */
function stepWarnings(step: Step, input: Recipients): Warning[] {
  const to = recipientOf(step)
  if (to === null) return []
  const { from, facts } = input
  const warnings = lookalikeWarnings(to, input)
  if (facts.suspicions?.planted.includes(to.toLowerCase()))
    warnings.push(makeWarning('danger', 'planted', undefined, 'risk.lookalike'))
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

/** What is odd about who gets something. */
export function recipientWarnings(input: Recipients): Warning[] {
  const { from, facts, known, own } = input
  const { decoded, recipientUnused } = facts
  const warnings = flattenCalls(decoded).flatMap((step) => stepWarnings(step, input))
  const to = recipientOf(decoded)
  if (to === null) return warnings
  const isKnown = [...known].some((one) => sameAddress(one, to))
  if (sameAddress(to, from))
    return own === 'cancel' ? warnings : [...warnings, makeWarning('info', 'ownAddress')]
  if (recipientUnused) return [...warnings, makeWarning('info', 'newRecipient')]
  // What is odd about somebody says more than that they are new.
  return warnings.length > 0 || isKnown ? warnings : [makeWarning('info', 'firstTime')]
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
  return [
    ...(hasUntoldMoney(decoded) ? [makeWarning('danger', 'unknownCallValue', undefined, 'risk.lost')] : []),
    ...(hasUnreadStep(decoded) ? [makeWarning('danger', 'innerCalls', undefined, 'risk.lost')] : []),
  ]
}

/** Whether it is expected to fail. */
function outcomeWarnings({ simulation, gas = { ok: true, units: 0n } }: CallFacts): Warning[] {
  if (simulation?.differs) return [makeWarning('danger', 'differs', undefined, 'risk.differs')]
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
export function contentWarnings(calls: ShownCalls): Warning[] {
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
    ...unreadWarnings(calls),
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
