import type { MessageRequest } from '@latchkey/chain-evm/decode'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import type { ApprovalView, Warning } from './ApprovalView.ts'
import { accountFact, networkFact } from './values.ts'

const notText: Warning = {
  level: 'warning',
  title: { key: 'warn.bytes' },
  body: { key: 'warn.bytes.body' },
}

/** The screen of a message that is not a sign-in. */
export function messageView({ hex, text, address }: MessageRequest, request: RpcRequest): ApprovalView {
  const isText = text !== null
  return {
    title: 'message.title',
    sentence: { key: isText ? 'message.say' : 'message.bytes' },
    text: { heading: 'message.heading', content: text ?? hex, mono: !isText },
    facts: [accountFact(address), networkFact(request.chain)],
    warnings: isText ? [] : [notText],
    stop: null,
    approve: 'approve.approve',
    raw: hex,
  }
}
