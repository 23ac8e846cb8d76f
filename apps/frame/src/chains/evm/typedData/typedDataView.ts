import { isGiveaway, treeOf } from '@latchkey/chain-evm/decode'
import type { TypedDataRequest, TypedNode } from '@latchkey/chain-evm/decode/types'
import type { ApprovalView, Fact, Warning } from '../../../approvals/ApprovalView.ts'
import { accountFact, addressValue, networkFact } from '../../../approvals/values.ts'
import { makeWarning } from '../../../approvals/warnings.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { plainText } from '../../../site/plainText.ts'
import { hasHidden } from '../../../site/visibleText.ts'

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
