import {
  doubtsOfSiwe,
  isMessageSignedBy,
  type MessageRequest,
  parseMessageRequest,
  refusalOfSiwe,
  sameAddress,
} from '@latchkey/chain-evm/decode'
import type { Frame } from '../Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import { loadMessageHash } from '../smartAccount/loadMessageHash.ts'
import type { Approval, ApprovalContext } from './Approval.ts'
import { prepareSigner, type Signable, showSigner, signAsContract } from './contractSignature.ts'
import { messageView } from './messageView.ts'
import { block, parseOrRefuse } from './refusals.ts'
import { signInView } from './signInView.ts'

/** Signs by the account's own key (EIP-191 version 0x45). */
async function signAsKey(frame: Frame, { address, hex }: MessageRequest, onSigned: () => void) {
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
  frame: Frame,
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
