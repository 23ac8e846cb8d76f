import { type TypedDataRequest, treeOf } from '@latchkey/chain-evm/decode'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import { plainText } from '../site/plainText.ts'
import type { ApprovalView, Fact, Warning } from './ApprovalView.ts'
import { accountFact, addressValue, networkFact } from './values.ts'

const unknownData: Warning = {
  level: 'warning',
  title: { key: 'warn.typed' },
  body: { key: 'warn.typed.body' },
}
const noNetwork: Warning = {
  level: 'warning',
  title: { key: 'warn.noNetwork' },
  body: { key: 'warn.noNetwork.body' },
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

/** The whole of typed data: every leaf that gets signed. */
export function typedDataView(request: RpcRequest, data: TypedDataRequest): ApprovalView {
  const name = data.domain.name ?? data.primaryType
  return {
    title: 'typed.title',
    sentence: { key: 'typed.say', values: { name: { kind: 'quote', text: plainText(name, 40) } } },
    tree: { heading: 'typed.heading', node: treeOf(data) },
    facts: [...domainFacts(data), networkFact(request.chain), accountFact(data.address)],
    warnings: data.domain.chainId === undefined ? [unknownData, noNetwork] : [unknownData],
    stop: null,
    approve: 'approve.approve',
    raw: data.json,
  }
}
