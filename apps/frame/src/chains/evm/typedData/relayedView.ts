import { innerCalls, sameAddress, treeOf } from '@latchkey/chain-evm/decode'
import type { DecodedCall, TypedDataRequest, TypedPurpose } from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import {
  type ApprovalView,
  type ChangeRow,
  type Changes,
  type Fact,
  type Warning,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import { accountFact, distinct, makeWarning, networkFact, tokenAmount } from '../../../approvals/phrases.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { expiryFact } from '../allowances/allowances.ts'
import type { CallFacts, KnownParties, ShownCalls } from '../model/transaction.ts'
import { headlineOf, innerRows, partyFacts, valueFacts } from '../transaction/callRows.ts'
import { changesOf, contentWarnings, spenderFacts } from '../transaction/transactionWarnings.ts'
import { domainFacts, hiddenWarnings, otherOwnerWarnings } from './typedDataView.ts'

type Relayed = Extract<TypedPurpose, { kind: 'relayed' }>

/** What is known around calls that typed data comes to. */
export type RelayedKnowledge = Pick<CallFacts, 'tokens' | 'contracts' | 'suspicions'> & {
  /** Whom the account dealt with. */
  known: KnownParties
  /** ms since the epoch */
  now: number
}

/** Calls that typed data comes to, as the parts of a screen take them. */
function shownCalls(
  chain: ChainInfo,
  actor: `0x${string}`,
  decoded: DecodedCall,
  { known, now, ...told }: RelayedKnowledge,
): ShownCalls {
  const facts = { ...told, decoded, balance: 0n, simulation: undefined, simulatedAt: now }
  return { chain, from: actor, value: 0n, facts, known: known.recipients, knownTokens: known.tokens }
}

const stepsOf = (call: DecodedCall): readonly DecodedCall[] => [call, ...innerCalls(call).flatMap(stepsOf)]

/** What the calls move of the actor's and let others take, as they say it themselves. */
function changesOfCalls({ chain, from, facts }: ShownCalls, status: Changes['status']): Changes {
  const sent = stepsOf(facts.decoded).flatMap((call): ChangeRow[] => {
    if (call.kind !== 'tokenTransfer' || (call.from !== null && !sameAddress(call.from, from))) return []
    const value = tokenAmount(facts.tokens.get(call.token.toLowerCase()), call.amount, call.token)
    return [{ direction: 'out', value, token: call.token }]
  })
  const given = changesOf(chain, { from, value: 0n }, facts)
  const rows = 'rows' in given ? given.rows : []
  return { status: status === 'exact' ? 'exact' : 'unknown', rows: [...sent, ...rows] }
}

/** What an unknown document would come to, if anybody took its structs for what they look like. */
export function unknownCallsView(
  { chain }: RpcRequest,
  account: `0x${string}`,
  calls: readonly DecodedCall[],
  known: RelayedKnowledge,
): Pick<ApprovalView, 'changes' | 'calls' | 'facts' | 'warnings'> {
  const decoded: DecodedCall = { kind: 'batch', to: account, value: 0n, calls }
  const shown = shownCalls(chain, account, decoded, known)
  return {
    changes: changesOfCalls(shown, 'unknown'),
    calls: innerRows(chain, account, decoded, known.tokens),
    facts: spenderFacts(account, shown.facts),
    warnings: [makeWarning('danger', 'typedCalls', undefined, 'risk.typed'), ...contentWarnings(shown)],
  }
}

const monthSeconds = 30n * 24n * 3_600n

/** That it is out of the person's hands once it is signed. */
function relayWarnings({ deadline }: Relayed, now: number): Warning[] {
  const isLong = deadline === null || deadline > BigInt(Math.floor(now / 1_000)) + monthSeconds
  return [
    makeWarning('danger', 'relayed', undefined, 'risk.relayed'),
    ...(isLong ? [makeWarning('danger', 'long', undefined, 'risk.long')] : []),
  ]
}

function dateFacts({ validAfter, deadline }: Relayed, now: number): Fact[] {
  const starts = validAfter !== null && validAfter > BigInt(Math.floor(now / 1_000))
  return [
    ...(starts ? [{ ...expiryFact(validAfter), label: 'row.validFrom' } as const] : []),
    { ...expiryFact(deadline), label: 'row.deadline' },
  ]
}

/**
 * The screen of typed data by which somebody else can have a call made: what the call does, as the screen of a transaction
 * would say it, with its dangers, and that it happens when others want it.
 */
export function relayedView(
  { chain }: RpcRequest,
  data: TypedDataRequest,
  purpose: Relayed,
  known: RelayedKnowledge,
): ApprovalView {
  const { call, standard } = purpose
  const actor = purpose.actor ?? data.address
  const shown = shownCalls(chain, actor, call, known)
  const calls = innerRows(chain, actor, call, known.tokens)
  const carried = 'value' in call ? { value: call.value } : { value: 0n }
  return {
    title: 'relayed.title',
    sentence: headlineOf(chain, call, known.tokens, actor).sentence,
    changes: changesOfCalls(shown, standard === 'request' ? 'unknown' : 'exact'),
    ...(calls.length > 0 ? { calls } : {}),
    tree: { heading: 'typed.heading', node: treeOf(data), folded: standard !== 'request' },
    facts: [
      ...valueFacts(chain, carried, call),
      ...partyFacts(call, { chain, tokens: known.tokens }),
      ...spenderFacts(actor, shown.facts),
      ...dateFacts(purpose, known.now),
      ...domainFacts(data),
      networkFact(chain),
      accountFact(data.address),
    ],
    warnings: worstFirst(
      distinct([
        ...relayWarnings(purpose, known.now),
        ...contentWarnings(shown),
        ...otherOwnerWarnings(purpose.actor, data),
        ...(data.domain.chainId === undefined ? [makeWarning('warning', 'noNetwork')] : []),
        ...hiddenWarnings(data),
      ]),
    ),
    stop: null,
    approve: 'approve.approve',
    raw: data.json,
  }
}

/** The screen of an authorisation that is called back: it takes nothing. */
export const cancelView = (
  { chain }: RpcRequest,
  data: TypedDataRequest,
  { owner }: Extract<TypedPurpose, { kind: 'cancel' }>,
): ApprovalView => ({
  title: 'relayed.cancel',
  sentence: { key: 'relayed.cancelSay' },
  tree: { heading: 'typed.heading', node: treeOf(data) },
  facts: [...domainFacts(data), networkFact(chain), accountFact(data.address)],
  warnings: [...otherOwnerWarnings(owner, data), ...hiddenWarnings(data)],
  stop: null,
  approve: 'approve.approve',
  raw: data.json,
})
