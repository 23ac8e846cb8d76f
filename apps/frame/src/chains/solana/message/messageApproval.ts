import { isSolanaSignature } from '@latchkey/chain-solana/decode/verify'
import { RpcParamsError } from '@latchkey/protocol/frame'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import { looksLikeSolanaTransaction } from '@latchkey/std/solana/transaction'
import * as z from 'zod/mini'
import type { Approval, ApprovalView, Fact } from '../../../approvals/ApprovalView.ts'
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
import { approvalOf } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import { readSignIn, requireOwnSignIn, type SignInText } from '../../../approvals/signInText.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import { hasHidden } from '../../../site/visibleText.ts'

/** Bytes and characters of the longest message that is read. */
const LONGEST_BYTES = 4_096
const LONGEST = 5_700

const ACCOUNTS = { label: 'Solana', address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }

const wanted = z.strictObject({
  message: z.string().check(z.maxLength(LONGEST)),
  pubkey: z.optional(z.string().check(z.maxLength(44))),
})

/** What is signed: these bytes, in base64url, by that account. */
export type MessagePayload = { account: string; bytes: string }
type Message = MessagePayload & { text: string | null; raw: string }

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Reads a request for a signature of a message.
 *
 * @throws RpcParamsError with `data.reason`; RequestBlockedError for another account, and for what could be taken for a transaction
 */
export function parseMessage(params: unknown, account: string): Message {
  const given: unknown = Array.isArray(params) && params.length === 1 ? params[0] : params
  const parsed = wanted.safeParse(given)
  if (!parsed.success)
    throw new RpcParamsError({ data: { reason: String(parsed.error.issues[0]?.path[0] ?? 'paramType') } })
  const { message, pubkey = account } = parsed.data
  if (pubkey !== account) block('wrongAccount')
  const bytes = decodeBase58(message, LONGEST)
  if (!bytes || bytes.length > LONGEST_BYTES) throw new RpcParamsError({ data: { reason: 'message' } })
  if (looksLikeSolanaTransaction(bytes)) block('transactionLikeMessage')
  return deepFreeze({ account, bytes: encodeBase64url(bytes), text: textOf(bytes), raw: message })
}

/** Whether bytes that are no text hold a sign-in all the same, as one in the envelope of hardware wallets: nobody would read it. */
const holdsSignIn = (bytes: string): boolean =>
  readSignIn(new TextDecoder().decode(decodeBase64url(bytes)), ACCOUNTS) !== undefined

/** The screen of a sign-in. Where more than its rows would have to be read the whole text stands there too. */
function signInView(signIn: SignInText, message: Message, { chain }: RpcRequest): ApprovalView {
  const { domain, statement, resources, isPlain } = signIn
  const facts: Fact[] = [
    { label: 'row.site', value: text(domain) },
    { label: 'row.address', value: addressValue(message.account), long: true },
    ...(statement === null ? [] : [{ label: 'row.statement', value: quoted(statement) } as const]),
    ...resources.map((one): Fact => ({ label: 'row.resources', value: text(rowText(one)) })),
    networkFact(chain),
  ]
  const content = message.text ?? ''
  const isWhole = isPlain && [statement ?? '', ...resources].every(fitsRow)
  return {
    title: 'signIn.title',
    sentence: { key: 'signIn.say', values: { site: text(domain) } },
    facts,
    ...(isWhole ? {} : { text: { heading: 'message.heading', content, mono: false } as const }),
    warnings: hasHidden(content) ? [makeWarning('warning', 'hidden')] : [],
    signsIn: true,
    stop: null,
    approve: 'approve.approve',
    raw: content,
  }
}

/** The screen of a message that is not a sign-in. */
export function messageView({ account, text: content, raw }: Message, { chain }: RpcRequest): ApprovalView {
  const isText = content !== null
  const hidden = isText && hasHidden(content) ? [makeWarning('warning', 'hidden')] : []
  return {
    title: 'message.title',
    sentence: { key: isText ? 'message.say' : 'message.bytes' },
    text: { heading: 'message.heading', content: isText ? content : raw, mono: !isText },
    facts: [accountFact(account), networkFact(chain)],
    warnings: isText ? hidden : [makeWarning('warning', 'bytes')],
    stop: null,
    approve: 'approve.approve',
    raw,
  }
}

/**
 * `solana_signMessage`: a text, bytes, or a sign-in, which must name the very origin that asks and the account that signs.
 *
 * @throws RequestBlockedError, SignInDomainError, SignInUriError, SignInAddressError, RpcParamsError
 */
export function messageApproval(
  frame: ChainContext,
  request: RpcRequest,
  account: string,
): Approval<MessagePayload> {
  const message = parseMessage(request.params, account)
  const signIn = message.text === null ? undefined : readSignIn(message.text, ACCOUNTS)
  if (signIn === 'malformed' || (message.text === null && holdsSignIn(message.bytes)))
    block('signInMalformed')
  if (signIn) requireOwnSignIn(signIn, frame, account)
  const view = signIn ? signInView(signIn, message, request) : messageView(message, request)
  const { bytes } = message
  return approvalOf<null, object, MessagePayload>({
    first: null,
    pending: () => view,
    gather: async () => ({}),
    stopFor: networkStopFor,
    show: () => ({ payload: deepFreeze({ account, bytes }), view }),
    async sign(payload, _, onSigned) {
      const asked = {
        account: `${request.chain.caip2}:${payload.account}`,
        kind: 'message',
        bytes: payload.bytes,
      } as const
      const signature = decodeBase64url((await askKeys(frame.keys, 'signBytes', asked)).signature)
      onSigned()
      const isOwn = await isSolanaSignature(payload.account, signature, decodeBase64url(payload.bytes))
      if (!isOwn) block('signatureMismatch')
      return { signature: encodeBase58(signature) }
    },
  })
}
