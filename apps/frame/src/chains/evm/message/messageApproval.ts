import {
  doubtsOfSiwe,
  isMessageSignedBy,
  parseMessageRequest,
  refusalOfSiwe,
  sameAddress,
} from '@latchkey/chain-evm/decode'
import type { MessageRequest, SiweDoubt, SiweMessage } from '@latchkey/chain-evm/decode/model'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import {
  type Approval,
  type ApprovalView,
  type Fact,
  type Value,
  type Warning,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import {
  accountFact,
  addressValue,
  fitsRow,
  makeWarning,
  networkFact,
  networkStopFor,
  quoted,
  rowText,
  text,
} from '../../../approvals/phrases.ts'
import { approvalOf, type Steps } from '../../../approvals/pipeline.ts'
import { block, parseOrRefuse } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import { hasHidden } from '../../../site/visibleText.ts'
import { loadMessageHash } from '../accounts/accountsOf.ts'
import { readDeployed, type Signable, signAsContract, withSigner } from '../accounts/contractSignature.ts'
import type { ApprovalContext } from '../model/transaction.ts'

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

/** A URI as the grammar of the message allows it: no character that could deceive. */
const plain = (label: Fact['label'], uri: string): Fact => ({ label, value: text(rowText(uri)) })

export type SignInInput = { message: MessageRequest; request: RpcRequest; doubts: readonly SiweDoubt[] }

/**
 * The screen of a sign-in: domain, address, statement and resources, as ERC-4361 demands. Of one with doubts, or with more
 * than a row holds, the whole text stands there too.
 */
export function signInView(siwe: SiweMessage, { message, request, doubts }: SignInInput): ApprovalView {
  const { domain, statement, resources, expirationTime } = siwe
  const facts: Fact[] = [
    { label: 'row.site', value: text(domain) },
    { label: 'row.address', value: addressValue(message.address), long: true },
    ...(statement === null ? [] : [{ label: 'row.statement', value: quoted(statement) } as const]),
    ...(doubts.includes('uri') ? [plain('row.uri', siwe.uri)] : []),
    ...resources.map((resource) => plain('row.resources', resource)),
    networkFact(request.chain),
  ]
  if (expirationTime !== null) facts.push({ label: 'row.expires', value: dateOf(expirationTime) })
  const content = message.text ?? message.hex
  const isWhole = [statement ?? '', ...resources].every(fitsRow)
  const hidden = hasHidden(content) ? [makeWarning('warning', 'hidden')] : []
  return {
    title: 'signIn.title',
    sentence: { key: 'signIn.say', values: { site: text(domain) } },
    facts,
    ...(doubts.length === 0 && isWhole
      ? {}
      : { text: { heading: 'message.heading', content, mono: false } as const }),
    warnings: worstFirst([...doubts.map((doubt) => warningOf(doubt, siwe)), ...hidden]),
    signsIn: true,
    stop: null,
    approve: 'approve.approve',
    raw: content,
  }
}

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
  const view = siwe
    ? signInView(siwe, { message, request, doubts: doubtsOfSiwe(siwe, asked) })
    : messageView(message, request)
  const steps: Steps<null, { deployed: boolean | null }, Signable<MessageRequest>> = {
    first: null,
    pending: () => view,
    gather: async (_, signal) => ({ deployed: await readDeployed(frame, context, signal) }),
    stopFor: networkStopFor,
    show: (_, { deployed }) => ({ payload: deepFreeze({ ...message, deployed }), view }),
    async sign(payload, _, onSigned) {
      if (payload.deployed === null) return signAsKey(frame, payload, onSigned)
      const hash = (await loadMessageHash())(payload.hex)
      return signAsContract(frame, context, hash, payload.deployed, onSigned)
    },
  }
  return approvalOf(withSigner(steps, context))
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
