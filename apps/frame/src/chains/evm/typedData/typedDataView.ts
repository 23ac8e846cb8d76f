import { isGiveaway, sameAddress, treeOf } from '@latchkey/chain-evm/decode'
import type {
  Allowance,
  TokenInfo,
  TypedDataRequest,
  TypedNode,
  TypedPurpose,
} from '@latchkey/chain-evm/decode/model'
import {
  type ApprovalView,
  type ChangeRow,
  type Fact,
  type Phrase,
  type Warning,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import {
  accountFact,
  addressValue,
  distinct,
  makeWarning,
  networkFact,
  symbolOf,
  tokenAmount,
  tokenName,
} from '../../../approvals/phrases.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { plainText } from '../../../site/plainText.ts'
import { hasHidden } from '../../../site/visibleText.ts'
import { expiryFact, spenderWarnings } from '../allowances/allowances.ts'
import type { Known } from '../model/transaction.ts'
import { lookalikeWarnings } from '../transaction/suspicions.ts'

const holdsHidden = (node: TypedNode): boolean =>
  'value' in node ? hasHidden(node.value) : node.children.some(holdsHidden)

/** Characters that nobody would see, in what is signed or in what it says it is meant for. */
export function hiddenWarnings(data: TypedDataRequest): Warning[] {
  const { name = '', version = '' } = data.domain
  const hidden = hasHidden(name) || hasHidden(version) || holdsHidden(treeOf(data))
  return hidden ? [makeWarning('warning', 'hidden')] : []
}

/** Whom the data is meant for, as its domain says. */
export function domainFacts({ domain }: TypedDataRequest): Fact[] {
  const facts: Fact[] = []
  if (domain.name !== undefined)
    facts.push({ label: 'row.appName', value: { kind: 'quote', text: plainText(domain.name, 60) } })
  if (domain.version !== undefined)
    facts.push({ label: 'row.appVersion', value: { kind: 'quote', text: plainText(domain.version, 30) } })
  if (domain.verifyingContract !== undefined)
    facts.push({ label: 'row.contract', value: addressValue(domain.verifyingContract), long: true })
  return facts
}

/** Whom typed data concerns, wherever it is shown. */
export const typedFacts = (request: RpcRequest, data: TypedDataRequest): Fact[] => [
  ...domainFacts(data),
  networkFact(request.chain),
  accountFact(data.address),
]

/** An order by which the account gives something and gets nothing. */
export const orderWarnings = (data: TypedDataRequest): Warning[] =>
  isGiveaway(data) ? [makeWarning('danger', 'giveaway', undefined, 'risk.giveaway')] : []

/** The whole of typed data: every leaf that gets signed. */
export function typedDataView(request: RpcRequest, data: TypedDataRequest): ApprovalView {
  const name = data.domain.name ?? data.primaryType
  return {
    title: 'typed.title',
    sentence: { key: 'typed.say', values: { name: { kind: 'quote', text: plainText(name, 40) } } },
    tree: { heading: 'typed.heading', node: treeOf(data) },
    facts: typedFacts(request, data),
    warnings: [
      ...orderWarnings(data),
      makeWarning('warning', 'typed'),
      ...(data.domain.chainId === undefined ? [makeWarning('warning', 'noNetwork')] : []),
      ...hiddenWarnings(data),
    ],
    stop: null,
    approve: 'approve.approve',
    raw: data.json,
  }
}

type Permit = Extract<TypedPurpose, { allowances: unknown }>
export type PermitKnowledge = {
  tokens: Known<TokenInfo>
  contracts: Known<boolean>
  /** Whom the account sent to. */
  recipients?: readonly string[]
}

const tokenOf = ({ tokens }: PermitKnowledge, { token }: Allowance) => tokens.get(token.toLowerCase())

function sentenceOf({ kind, allowances }: Permit, known: PermitKnowledge): Phrase {
  const [first] = allowances
  if (!first) return { key: 'permit.title' }
  const spender = addressValue(first.spender)
  if (kind === 'revoke') return { key: 'permit.revoke', values: { spender } }
  if (allowances.length > 1) return { key: 'permit.sayMany', values: { spender } }
  const token = tokenOf(known, first)
  if (kind === 'permit' && first.unlimited)
    return { key: 'permit.sayAll', values: { spender, token: tokenName(symbolOf(token)) } }
  const amount = tokenAmount(token, first.amount, first.token)
  return { key: kind === 'transfer' ? 'permit.sayTransfer' : 'permit.say', values: { spender, amount } }
}

const rowOf = (allowance: Allowance, known: PermitKnowledge): ChangeRow => ({
  direction: 'gives',
  value: tokenAmount(tokenOf(known, allowance), allowance.amount, allowance.token),
  ...(allowance.unlimited ? { unlimited: true } : {}),
})

function warningsOf(now: number, data: TypedDataRequest, permit: Permit, known: PermitKnowledge): Warning[] {
  const warnings =
    permit.kind === 'revoke'
      ? []
      : permit.allowances.flatMap((allowance) =>
          spenderWarnings({
            unlimited: allowance.unlimited,
            symbol: symbolOf(tokenOf(known, allowance)),
            isContract: known.contracts.get(allowance.spender.toLowerCase()),
            expiresAt: allowance.expiresAt,
            now: now,
          }),
        )
  // The site puts the numbers into its own call: lowered here, the signature would not fit it.
  if (permit.kind !== 'revoke' && permit.allowances.some(({ unlimited }) => unlimited))
    warnings.push(makeWarning('info', 'permitFixed'))
  const { recipients = [] } = known
  for (const { spender } of permit.kind === 'revoke' ? [] : permit.allowances)
    warnings.push(...lookalikeWarnings(spender, { known: recipients, from: data.address }))
  return [...warnings, ...otherOwnerWarnings(permit.owner, data)]
}

/** It is about what belongs to somebody else. */
export const otherOwnerWarnings = (owner: string | null, data: TypedDataRequest): Warning[] =>
  owner === null || sameAddress(owner, data.address) ? [] : [makeWarning('warning', 'otherOwner')]

/** Until when a signature can be handed in, where that is not how long the allowance lasts. Zero: no end (DAI). */
function deadlineFact({ standard, kind }: Permit, { message }: TypedDataRequest): Fact[] {
  const deadline =
    standard === 'dai' ? message.expiry : standard === 'permit2' ? message.sigDeadline : message.deadline
  if (kind === 'transfer' || typeof deadline !== 'string') return []
  const seconds = BigInt(deadline)
  return [{ ...expiryFact(standard === 'dai' && seconds === 0n ? null : seconds), label: 'row.deadline' }]
}

/** The end of what lasts longest: each token of a batch can have an end of its own. Nothing given has none. */
function lastEnd({ allowances }: Permit): bigint | null {
  const given = allowances.filter(({ amount }) => amount > 0n)
  const ends = (given.length > 0 ? given : allowances).map(({ expiresAt }) => expiresAt)
  return ends.reduce((last, end) => (last === null || end === null ? null : end > last ? end : last), 0n)
}

function factsOf(permit: Permit, data: TypedDataRequest, request: RpcRequest): Fact[] {
  const [first] = permit.allowances
  const tokens = permit.allowances.map(
    ({ token }): Fact => ({
      label: 'row.token',
      value: addressValue(token),
      long: permit.allowances.length < 4,
    }),
  )
  return [
    ...(first ? [{ label: 'row.spender', value: addressValue(first.spender), long: true } as const] : []),
    ...tokens,
    ...(first && permit.standard === 'permit2' ? [expiryFact(lastEnd(permit))] : []),
    ...deadlineFact(permit, data),
    networkFact(request.chain),
    accountFact(data.address),
  ]
}

/**
 * The screen of a permit: who may spend what of which token, and until when.
 *
 * Its amounts cannot be changed here, other than those of a transaction. A permit (ERC-2612, DAI, Permit2) is handed in by
 * the site, in a call that repeats the amount, the spender and the deadline: a signature over other numbers is refused by
 * the contract, and the person would have approved something that never works. What can be done is said instead.
 *
 * @param now ms since the epoch
 */
export function permitView(
  now: number,
  request: RpcRequest,
  data: TypedDataRequest,
  permit: Permit,
  known: PermitKnowledge,
): ApprovalView {
  return {
    title: 'permit.title',
    sentence: sentenceOf(permit, known),
    changes: { status: 'exact', rows: permit.allowances.map((allowance) => rowOf(allowance, known)) },
    // A witness is signed as well, and only the tree shows it.
    tree: { heading: 'typed.heading', node: treeOf(data), folded: !permit.witness },
    facts: factsOf(permit, data, request),
    warnings: worstFirst(distinct([...warningsOf(now, data, permit, known), ...hiddenWarnings(data)])),
    stop: null,
    approve: 'approve.approve',
    raw: data.json,
  }
}

/** The same before the network told anything: nothing is warned of that may turn out otherwise. */
export function pendingPermitView(
  now: number,
  request: RpcRequest,
  data: TypedDataRequest,
  permit: Permit,
): ApprovalView {
  const view = permitView(now, request, data, permit, { tokens: new Map(), contracts: new Map() })
  return { ...view, changes: { status: 'loading' }, warnings: [] }
}
