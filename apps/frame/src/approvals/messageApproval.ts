import {
  hasForeignUri,
  isMessageSignedBy,
  type MessageRequest,
  parseMessageRequest,
  refusalOfSiwe,
  sameAddress,
} from '@latchkey/chain-evm/decode'
import type { Frame } from '../Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import type { Approval, ApprovalContext } from './Approval.ts'
import { messageView } from './messageView.ts'
import { block, parseOrRefuse } from './refusals.ts'
import { signInView } from './signInView.ts'

/**
 * `personal_sign`: a text, bytes, or a sign-in (ERC-4361) which must name the very origin that asks.
 *
 * @throws RequestBlockedError, RpcParamsError
 */
export function messageApproval(
  frame: Frame,
  request: RpcRequest,
  { account }: ApprovalContext,
): Approval<MessageRequest> {
  const params = Array.isArray(request.params) ? request.params : []
  const message = parseOrRefuse(() => parseMessageRequest(params))
  if (!sameAddress(message.address, account)) block('wrongAccount')
  const { siwe } = message
  const context = { origin: frame.origin, address: account, chainId: request.chain.id, now: frame.now() }
  const refusal = siwe && refusalOfSiwe(siwe, context)
  if (refusal) block(refusal)
  const view = siwe
    ? signInView(siwe, { message, request, foreignUri: hasForeignUri(siwe, frame.origin) })
    : messageView(message, request)
  return {
    view,
    prepare: async () => ({ payload: message, view }),
    async sign({ address, hex }, onSigned) {
      const answer = await askKeys(frame.keys, 'signMessage', { address, message: hex })
      onSigned()
      const signature = answer.signature as `0x${string}`
      if (!(await isMessageSignedBy(address, hex, signature))) block('signatureMismatch')
      return signature
    },
  }
}
