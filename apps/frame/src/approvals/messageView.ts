import type { MessageRequest } from '@latchkey/chain-evm/decode'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import { hasHidden } from '../site/visibleText.ts'
import type { ApprovalView } from './ApprovalView.ts'
import { makeWarning } from './makeWarning.ts'
import { accountFact, networkFact } from './values.ts'

const warningsOf = ({ text, isHash }: MessageRequest) => {
  // Safe takes an owner's signature of a message for one of a transaction's hash.
  if (isHash) return [makeWarning('danger', 'hash', undefined, 'risk.hash')]
  if (text === null) return [makeWarning('warning', 'bytes')]
  return hasHidden(text) ? [makeWarning('warning', 'hidden')] : []
}

/** The screen of a message that is not a sign-in. */
export function messageView(message: MessageRequest, request: RpcRequest): ApprovalView {
  const { hex, text, address, isHash } = message
  const isText = text !== null && !isHash
  return {
    title: 'message.title',
    sentence: { key: isHash ? 'message.hash' : isText ? 'message.say' : 'message.bytes' },
    text: { heading: 'message.heading', content: isText ? text : hex, mono: !isText },
    facts: [accountFact(address), networkFact(request.chain)],
    warnings: warningsOf(message),
    stop: null,
    approve: 'approve.approve',
    raw: hex,
  }
}
