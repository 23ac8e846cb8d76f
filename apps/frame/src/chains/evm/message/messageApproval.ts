import {
  doubtsOfSiwe,
  isMessageSignedBy,
  parseMessageRequest,
  refusalOfSiwe,
  sameAddress,
} from '@latchkey/chain-evm/decode'
import type { MessageRequest } from '@latchkey/chain-evm/decode/types'
import type { Approval } from '../../../approvals/Approval.ts'
import type { ApprovalView } from '../../../approvals/ApprovalView.ts'
import { block, parseOrRefuse } from '../../../approvals/refusals.ts'
import { accountFact, networkFact } from '../../../approvals/values.ts'
import { makeWarning } from '../../../approvals/warnings.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import { hasHidden } from '../../../site/visibleText.ts'
import { prepareSigner, type Signable, showSigner, signAsContract } from '../accounts/contractSignature.ts'
import type { ApprovalContext } from '../accounts/FrameAccounts.ts'
import { loadMessageHash } from '../accounts/loadAccountKind.ts'
import { signInView } from './signInView.ts'

/** Signs by the account's own key (EIP-191 version 0x45). */
async function signAsKey(frame: ChainContext, { address, hex }: MessageRequest, onSigned: () => void) {
  const answer = await askKeys(frame.keys, 'signMessage', { address, message: hex })
  onSigned()
  const signature = answer.signature as `0x${string}`
  if (!(await isMessageSignedBy(address, hex, signature))) block('signatureMismatch')
  return signature
}

/**
 * `personal_sign`: a text, bytes, or a sign-in (ERC-4361) which must name the very origin that asks, and the account that
 * signs.
 *
 * @throws RequestBlockedError, SignInDomainError, SignInUriError, SignInAddressError, RpcParamsError
 */
export function messageApproval(
  frame: ChainContext,
  request: RpcRequest,
  context: ApprovalContext,
): Approval<Signable<MessageRequest>> {
  const { account } = context
  const params = Array.isArray(request.params) ? request.params : []
  const message = parseOrRefuse(() =>
    parseMessageRequest(params, { hashes: frame.config.hashMessages === true }),
  )
  if (!sameAddress(message.address, account)) block('wrongAccount')
  const { siwe } = message
  const asked = { origin: frame.origin, address: account, chainId: request.chain.id, now: frame.now() }
  const refusal = siwe && refusalOfSiwe(siwe, asked)
  if (refusal) block(refusal)
  const bare = siwe
    ? signInView(siwe, { message, request, doubts: doubtsOfSiwe(siwe, asked) })
    : messageView(message, request)
  const view = showSigner(bare, context)
  return {
    view,
    prepare: (signal) => prepareSigner(frame, context, { payload: message, view }, signal),
    async sign(payload, onSigned) {
      if (payload.deployed === null) return signAsKey(frame, payload, onSigned)
      const hash = (await loadMessageHash())(payload.hex)
      return signAsContract(frame, context, hash, payload.deployed, onSigned)
    },
  }
}

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
