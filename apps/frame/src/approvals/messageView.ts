import type { MessageRequest } from '@latchkey/chain-evm/decode'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import { hasHidden } from '../site/visibleText.ts'
import type { ApprovalView } from './ApprovalView.ts'
import { makeWarning } from './makeWarning.ts'
import { accountFact, networkFact } from './values.ts'

const warningsOf = (text: string | null) => {
  if (text === null) return [makeWarning('warning', 'bytes')]
  return hasHidden(text) ? [makeWarning('warning', 'hidden')] : []
}

/** The screen of a message that is not a sign-in. */
export function messageView({ hex, text, address }: MessageRequest, request: RpcRequest): ApprovalView {
  const isText = text !== null
  return {
    title: 'message.title',
    sentence: { key: isText ? 'message.say' : 'message.bytes' },
    text: { heading: 'message.heading', content: text ?? hex, mono: !isText },
    facts: [accountFact(address), networkFact(request.chain)],
    warnings: warningsOf(text),
    stop: null,
    approve: 'approve.approve',
    raw: hex,
  }
}
