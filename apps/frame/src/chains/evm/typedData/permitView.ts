import { sameAddress, treeOf } from '@latchkey/chain-evm/decode'
import type { Allowance, TokenInfo, TypedDataRequest, TypedPurpose } from '@latchkey/chain-evm/decode/types'
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
  networkFact,
  symbolOf,
  tokenAmount,
  tokenName,
} from '../../../approvals/values.ts'
import { distinct, makeWarning } from '../../../approvals/warnings.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { expiryFact, spenderWarnings } from '../allowances/spenderWarnings.ts'
import type { Known } from '../rpc/askChain.ts'
import { hiddenWarnings } from './typedDataView.ts'

type Permit = Exclude<TypedPurpose, { kind: 'unknown' }>
export type PermitKnowledge = { tokens: Known<TokenInfo>; contracts: Known<boolean> }

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
  if (permit.owner !== null && !sameAddress(permit.owner, data.address))
    warnings.push({
      level: 'warning',
      title: { key: 'warn.otherOwner' },
      body: { key: 'warn.otherOwner.body' },
    })
  return warnings
}

/** Until when a signature can be handed in, where that is not how long the allowance lasts. Zero: no end (DAI). */
function deadlineFact({ standard, kind }: Permit, { message }: TypedDataRequest): Fact[] {
  const deadline =
    standard === 'dai' ? message.expiry : standard === 'permit2' ? message.sigDeadline : message.deadline
  if (kind === 'transfer' || typeof deadline !== 'string') return []
  const seconds = BigInt(deadline)
  return [{ ...expiryFact(standard === 'dai' && seconds === 0n ? null : seconds), label: 'row.deadline' }]
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
    ...(first && permit.standard === 'permit2' ? [expiryFact(first.expiresAt)] : []),
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
