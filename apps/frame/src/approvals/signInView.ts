import type { MessageRequest, SiweMessage } from '@latchkey/chain-evm/decode'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import { plainText } from '../site/plainText.ts'
import type { ApprovalView, Fact, Warning } from './ApprovalView.ts'
import { addressValue, networkFact, text } from './values.ts'

const foreignUriWarning: Warning = {
  level: 'warning',
  title: { key: 'warn.foreignUri' },
  body: { key: 'warn.foreignUri.body' },
}

const quoted = (label: Fact['label'], value: string): Fact => ({
  label,
  value: { kind: 'quote', text: plainText(value, 300) },
})

/** A URI as the grammar of the message allows it: no character that could deceive. */
const plain = (label: Fact['label'], uri: string): Fact => ({ label, value: text(plainText(uri, 300)) })

/** The screen of a sign-in: domain, address, statement and resources, as ERC-4361 demands. */
export function signInView(
  siwe: SiweMessage,
  { message, request, foreignUri }: { message: MessageRequest; request: RpcRequest; foreignUri: boolean },
): ApprovalView {
  const { domain, statement, resources, expirationTime } = siwe
  const facts: Fact[] = [
    { label: 'row.site', value: text(domain) },
    { label: 'row.address', value: addressValue(message.address), long: true },
    ...(statement === null ? [] : [quoted('row.statement', statement)]),
    ...(foreignUri ? [plain('row.uri', siwe.uri)] : []),
    ...resources.map((resource) => plain('row.resources', resource)),
    networkFact(request.chain),
  ]
  if (expirationTime !== null) {
    const seconds = BigInt(Math.floor(Date.parse(expirationTime) / 1_000))
    facts.push({ label: 'row.expires', value: { kind: 'date', seconds } })
  }
  return {
    title: 'signIn.title',
    sentence: { key: 'signIn.say', values: { site: text(domain) } },
    facts,
    warnings: foreignUri ? [foreignUriWarning] : [],
    stop: null,
    approve: 'approve.approve',
    raw: message.text ?? message.hex,
  }
}
