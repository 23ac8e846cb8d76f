import { decodeCall, flattenCalls, innerCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall, Simulation, TokenInfo, TransactionRequest } from '@latchkey/chain-evm/decode/model'
import type { Call } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { ApprovalView, CallRow, Fact, Phrase, Value, Warning } from '../../../approvals/ApprovalView.ts'
import {
  addressValue,
  nativeAmount,
  symbolOf,
  text,
  tokenAmount,
  tokenName,
} from '../../../approvals/phrases.ts'
import { expiryFact } from '../allowances/allowances.ts'
import {
  type Around,
  describedFacts,
  describedHeadline,
  recipientOf,
  saysValue,
} from '../clearSigning/describedView.ts'
import type { Fee, Known } from '../model/transaction.ts'

type Headline = Pick<ApprovalView, 'title' | 'sentence' | 'asset'>
type CallOf<Kind extends DecodedCall['kind']> = Extract<DecodedCall, { kind: Kind }>

/** A network's own coin stands under the zero address. */
const nativeAsset = ({ caip2 }: ChainInfo): string => `${caip2}:0x${'0'.repeat(40)}`

const itemId = (id: bigint): Value => text(`#${id}`)

function transferHeadline(
  { caip2 }: ChainInfo,
  call: CallOf<'tokenTransfer'>,
  token: TokenInfo | undefined,
  own: string,
): Headline {
  const to = addressValue(call.to)
  if (token?.collectible)
    return { title: 'send.title', sentence: { key: 'send.item', values: { id: itemId(call.amount), to } } }
  const amount = tokenAmount(token, call.amount, call.token)
  if (call.from === null || sameAddress(call.from, own))
    return {
      title: 'send.title',
      sentence: { key: 'send.token', values: { amount, to } },
      asset: `${caip2}:${call.token.toLowerCase()}`,
    }
  const from = addressValue(call.from)
  return { title: 'send.title', sentence: { key: 'send.tokenFrom', values: { amount, from, to } } }
}

function approvalSentence(call: CallOf<'approval'>, token: TokenInfo | undefined): Phrase {
  const spender = addressValue(call.spender)
  const amount: Value = tokenAmount(token, call.amount, call.token)
  if (call.owner !== null)
    return { key: 'approval.sayPermit', values: { owner: addressValue(call.owner), spender, amount } }
  if (call.change === 'increase' && !call.unlimited)
    return { key: 'approval.sayMore', values: { spender, amount } }
  if (call.change === 'decrease') return { key: 'approval.sayLess', values: { spender, amount } }
  if (token?.collectible) return { key: 'approval.sayItem', values: { spender, id: itemId(call.amount) } }
  if (call.amount === 0n) return { key: 'approval.revoke', values: { spender } }
  if (call.unlimited)
    return { key: 'approval.sayAll', values: { spender, token: tokenName(symbolOf(token)) } }
  return { key: 'approval.say', values: { spender, amount } }
}

function collectibleHeadline({ to, items }: CallOf<'collectibleTransfer'>): Headline {
  const [only] = items
  const recipient = addressValue(to)
  const sentence: Phrase =
    only && items.length === 1 && only.amount === 1n
      ? { key: 'send.item', values: { id: itemId(only.id), to: recipient } }
      : { key: 'send.items_other', values: { count: { kind: 'count', count: items.length }, to: recipient } }
  return { title: 'send.title', sentence }
}

function allHeadline({ operator, approved }: CallOf<'approvalForAll'>): Headline {
  const values = { spender: addressValue(operator) }
  return {
    title: 'approvalAll.title',
    sentence: { key: approved ? 'approvalAll.say' : 'approvalAll.revoke', values },
  }
}

function unknownHeadline(chain: ChainInfo, { to, value }: CallOf<'unknown'>): Headline {
  const target = addressValue(to)
  const sentence: Phrase =
    value === 0n
      ? { key: 'unknown.say', values: { to: target } }
      : { key: 'unknown.sayValue', values: { to: target, amount: nativeAmount(chain, value) } }
  return { title: 'unknown.title', sentence }
}

/** The same before anybody has looked for a descriptor: it does not say yet that a call cannot be read. */
export function pendingHeadlineOf(chain: ChainInfo, call: DecodedCall, own: string): Headline {
  if (call.kind !== 'unknown') return headlineOf(chain, call, new Map(), own)
  const to = addressValue(call.to)
  const sentence: Phrase =
    call.value === 0n
      ? { key: 'unknown.use', values: { to } }
      : { key: 'unknown.useValue', values: { to, amount: nativeAmount(chain, call.value) } }
  return { title: 'unknown.title', sentence }
}

/** The title and the one sentence that say what a call will do. */
export function headlineOf(
  chain: ChainInfo,
  call: DecodedCall,
  tokens: Known<TokenInfo>,
  own: string,
): Headline {
  const token = 'token' in call ? tokens.get(call.token.toLowerCase()) : undefined
  switch (call.kind) {
    case 'create':
      return { title: 'create.title', sentence: { key: 'create.say' } }
    case 'nativeTransfer': {
      const values = { amount: nativeAmount(chain, call.value), to: addressValue(call.to) }
      return { title: 'send.title', sentence: { key: 'send.native', values }, asset: nativeAsset(chain) }
    }
    case 'tokenTransfer':
      return transferHeadline(chain, call, token, own)
    case 'approval':
      return { title: 'approval.title', sentence: approvalSentence(call, token) }
    case 'approvalForAll':
      return allHeadline(call)
    case 'collectibleTransfer':
      return collectibleHeadline(call)
    case 'control': {
      const values = { name: text(call.name), to: addressValue(call.to) }
      return { title: 'control.title', sentence: { key: 'control.say', values } }
    }
    case 'batch': {
      const count: Value = { kind: 'count', count: call.calls.length }
      return { title: 'batch.title', sentence: { key: 'batch.say_other', values: { count } } }
    }
    case 'described':
      return describedHeadline({ chain, tokens }, call.described)
    case 'unknown':
      return unknownHeadline(chain, call)
  }
}

type Step = ReturnType<typeof flattenCalls>[number]

/** Steps that are a danger by themselves, whatever else is known. */
const isDanger = (step: Step): boolean => {
  if (step.kind === 'approval') return step.unlimited
  if (step.kind === 'approvalForAll') return step.approved
  return step.kind === 'unknown' || step.kind === 'create' || step.kind === 'control'
}

function partyOf(step: Step): string | null {
  if (step.kind === 'create') return null
  if (step.kind === 'approval') return step.spender
  if (step.kind === 'approvalForAll') return step.operator
  return recipientOf(step) ?? ('to' in step ? step.to : null)
}

/**
 * The steps that one call carries, each as a row, those of steps within steps included. Empty for a call that carries none.
 *
 * @param own the account that makes the call
 */
export const innerRows = (
  chain: ChainInfo,
  own: string,
  call: DecodedCall,
  tokens: Known<TokenInfo>,
): readonly CallRow[] =>
  innerCalls(call)
    .flatMap(flattenCalls)
    .map((step) => ({
      sentence: headlineOf(chain, step, tokens, own).sentence,
      to: partyOf(step),
      ...('token' in step ? { contract: step.token } : {}),
      ...(isDanger(step) ? { level: 'danger' as const } : {}),
    }))

/** What each call would do, in order. */
export const decodeEach = (calls: readonly Call[]): readonly DecodedCall[] =>
  calls.map((call) => decodeCall(call))

/** Several calls as one that carries them; a single one stays what it is. */
export function decodedTogether(account: `0x${string}`, decoded: readonly DecodedCall[]): DecodedCall {
  const [only] = decoded
  return only && decoded.length === 1 ? only : { kind: 'batch', to: account, value: 0n, calls: decoded }
}

/** wei that goes along with all of them. */
export const sumOfValues = (calls: readonly Pick<Call, 'value'>[]): bigint =>
  calls.reduce((sum, { value }) => sum + value, 0n)

/** wei that leaves the account by them: as simulated, or what they carry where that is not known. Never below nought. */
export function nativeSent(
  calls: readonly Pick<Call, 'value'>[],
  simulation: Simulation | undefined,
): bigint {
  if (simulation?.status !== 'success') return sumOfValues(calls)
  const native = simulation.changes.find(({ asset }) => asset === null)?.amount ?? 0n
  return native < 0n ? -native : 0n
}

/** Of several calls each row warns of its own steps. */
export const withoutUnreadSteps = (warnings: readonly Warning[]): Warning[] =>
  warnings.filter(({ title }) => title.key !== 'warn.innerCalls')

const worst = (warnings: readonly Warning[]): Warning['level'] | undefined =>
  (['danger', 'warning', 'info'] as const).find((level) => warnings.some((one) => one.level === level))

/**
 * The row of one call. It says what the call would do as the whole screen of it would, with whom it concerns in full.
 *
 * @param warnings of this call alone
 */
export function callRow(
  chain: ChainInfo,
  account: string,
  call: { to: string | null; value: bigint },
  decoded: DecodedCall,
  tokens: Known<TokenInfo>,
  warnings: readonly Warning[],
): CallRow {
  const party = decoded.kind === 'approval' ? decoded.spender : (recipientOf(decoded) ?? call.to)
  const level = worst(warnings)
  return {
    sentence: headlineOf(chain, decoded, tokens, account).sentence,
    to: party,
    ...(call.to !== null && !sameAddress(party, call.to) ? { contract: call.to } : {}),
    ...(call.value > 0n && !saysValue(decoded.kind) ? { value: nativeAmount(chain, call.value) } : {}),
    ...(level ? { level } : {}),
  }
}

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
      return [full('row.spender', decoded.spender), full('row.token', decoded.token), ...endFacts(decoded)]
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

/** Until when an allowance of Permit2 holds. Nothing given has no end; one with the end zero holds in its own block alone. */
const endFacts = ({ amount, expiresAt = 0n }: CallOf<'approval'>): Fact[] =>
  amount > 0n && expiresAt > 0n ? [expiryFact(expiresAt)] : []

/** Money that goes along with a call whose sentence does not speak of it. */
export const valueFacts = (
  chain: ChainInfo,
  { value }: Pick<TransactionRequest, 'value'>,
  { kind }: DecodedCall,
): Fact[] =>
  value === 0n || saysValue(kind) ? [] : [{ label: 'row.value', value: nativeAmount(chain, value) }]

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

/** The transaction as JSON, for whoever wants to see it. */
export const rawOf = (transaction: object): string =>
  JSON.stringify(
    transaction,
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  )
