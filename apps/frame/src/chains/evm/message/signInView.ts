import type { MessageRequest, SiweDoubt, SiweMessage } from '@latchkey/chain-evm/decode/types'
import {
  type ApprovalView,
  type Fact,
  type Value,
  type Warning,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import { addressValue, networkFact, text } from '../../../approvals/values.ts'
import { makeWarning } from '../../../approvals/warnings.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { plainText } from '../../../site/plainText.ts'
import { hasHidden } from '../../../site/visibleText.ts'

/** What is said of each doubt. The chain id and the time are the message's own. */
function warningOf(doubt: SiweDoubt, { chainId, issuedAt }: SiweMessage): Warning {
  switch (doubt) {
    case 'network':
      return makeWarning('warning', 'signInNetwork', { id: text(String(chainId)) })
    case 'time':
      return makeWarning('warning', 'signInTime', { time: dateOf(issuedAt) })
    case 'uri':
      return makeWarning('warning', 'foreignUri')
    case 'nonce':
      return makeWarning('warning', 'signInNonce')
    case 'checksum':
      return makeWarning('info', 'signInChecksum')
    case 'characters':
      return makeWarning('info', 'signInCharacters')
  }
}

const dateOf = (time: string): Value => ({
  kind: 'date',
  seconds: BigInt(Math.floor(Date.parse(time.toUpperCase()) / 1_000)),
})

const quoted = (label: Fact['label'], value: string): Fact => ({
  label,
  value: { kind: 'quote', text: plainText(value, 300) },
})

/** A URI as the grammar of the message allows it: no character that could deceive. */
const plain = (label: Fact['label'], uri: string): Fact => ({ label, value: text(plainText(uri, 300)) })

export type SignInInput = { message: MessageRequest; request: RpcRequest; doubts: readonly SiweDoubt[] }

/**
 * The screen of a sign-in: domain, address, statement and resources, as ERC-4361 demands. Of one with doubts the whole text
 * stands there too.
 */
export function signInView(siwe: SiweMessage, { message, request, doubts }: SignInInput): ApprovalView {
  const { domain, statement, resources, expirationTime } = siwe
  const facts: Fact[] = [
    { label: 'row.site', value: text(domain) },
    { label: 'row.address', value: addressValue(message.address), long: true },
    ...(statement === null ? [] : [quoted('row.statement', statement)]),
    ...(doubts.includes('uri') ? [plain('row.uri', siwe.uri)] : []),
    ...resources.map((resource) => plain('row.resources', resource)),
    networkFact(request.chain),
  ]
  if (expirationTime !== null) facts.push({ label: 'row.expires', value: dateOf(expirationTime) })
  const content = message.text ?? message.hex
  const hidden = hasHidden(content) ? [makeWarning('warning', 'hidden')] : []
  return {
    title: 'signIn.title',
    sentence: { key: 'signIn.say', values: { site: text(domain) } },
    facts,
    ...(doubts.length === 0 ? {} : { text: { heading: 'message.heading', content, mono: false } as const }),
    warnings: worstFirst([...doubts.map((doubt) => warningOf(doubt, siwe)), ...hidden]),
    stop: null,
    approve: 'approve.approve',
    raw: content,
  }
}
