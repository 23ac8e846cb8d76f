import { isBitcoinSignature } from '@latchkey/chain-bitcoin/decode'
import { NotAvailableError } from '@latchkey/protocol/frame'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import { bytesToHex } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import type { Approval, ApprovalView } from '../../../approvals/ApprovalView.ts'
import { accountFact, makeWarning, networkFact, networkStopFor, text } from '../../../approvals/phrases.ts'
import { approvalOf } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import { readSignIn, requireOwnSignIn, type SignInText } from '../../../approvals/signInText.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import { hasHidden } from '../../../site/visibleText.ts'
import { accountNamed, type BitcoinAccount, chainNamed } from '../accounts/bitcoinAccounts.ts'
import { readParams } from '../accounts/readParams.ts'

/** Characters of the longest message that is read. */
const LONGEST = 4_096

const address = z.optional(z.string().check(z.maxLength(90)))
const wanted = z.strictObject({
  message: z.string().check(z.maxLength(LONGEST)),
  account: address,
  address,
  protocol: z.optional(z.enum(['ecdsa', 'bip322'])),
})

/** What is signed: these bytes, in base64url, by that account. */
type MessagePayload = { account: string; bytes: string }

const ACCOUNTS = { label: 'Bitcoin', address: /^[0-9A-Za-z]{14,90}$/ }

/** A sign-in stands there as it is, so nothing may be in it that is none of a sign-in's. @throws as `block` */
function ownSignIn(
  message: string,
  frame: ChainContext,
  { address }: BitcoinAccount,
): SignInText | undefined {
  const signIn = readSignIn(message, ACCOUNTS)
  if (signIn === undefined) return undefined
  if (signIn === 'malformed') return block('signInMalformed')
  if (!signIn.isPlain || !signIn.resources.every((one) => /^[!-~]+$/.test(one))) block('signInMalformed')
  requireOwnSignIn(signIn, frame, address)
  return signIn
}

/** The screen of a message. A sign-in to the very site that asks says so, and stands there as it is. */
export function messageView(
  message: string,
  { address: account }: Pick<BitcoinAccount, 'address'>,
  { chain }: Pick<RpcRequest, 'chain'>,
  signIn?: Pick<SignInText, 'domain'>,
): ApprovalView {
  return {
    ...(signIn
      ? ({
          title: 'signIn.title',
          sentence: { key: 'signIn.say', values: { site: text(signIn.domain) } },
          signsIn: true,
        } as const)
      : ({ title: 'message.title', sentence: { key: 'message.say' } } as const)),
    text: { heading: 'message.heading', content: message, mono: false },
    facts: [accountFact(account), networkFact(chain)],
    warnings: hasHidden(message) ? [makeWarning('warning', 'hidden')] : [],
    stop: null,
    approve: 'approve.approve',
    raw: message,
  }
}

/** Base64 as verifiers of BIP-322 take it. */
const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/**
 * `signMessage`: a text by BIP-322. A signature of the older kind is for addresses that this wallet does not have.
 *
 * @throws RpcParamsError with `data.reason`; NotAvailableError for `protocol: 'ecdsa'`; RequestBlockedError for an account that is
 *   none of the person's, and for a sign-in to another site
 */
export function messageApproval(
  frame: ChainContext,
  request: RpcRequest,
  accounts: readonly [BitcoinAccount, ...BitcoinAccount[]],
): Approval<MessagePayload> {
  const { message, account: named, address: signer = named, protocol } = readParams(wanted, request.params)
  if (protocol === 'ecdsa')
    throw new NotAvailableError({
      message: 'The wallet signs messages of Bitcoin by BIP-322. Ask without a protocol, or for “bip322”.',
    })
  if (named !== undefined) accountNamed(accounts, named)
  const account = accountNamed(accounts, signer)
  const signIn = ownSignIn(message, frame, account)
  const view = messageView(message, account, request, signIn)
  const chain = chainNamed(request.chain.caip2)
  return approvalOf<null, object, MessagePayload>({
    first: null,
    pending: () => view,
    gather: async () => ({}),
    stopFor: networkStopFor,
    show: () => {
      const bytes = encodeBase64url(new TextEncoder().encode(message))
      return { payload: deepFreeze({ account: account.id, bytes }), view }
    },
    async sign(payload, _, onSigned) {
      const asked = { ...payload, kind: 'message' } as const
      const witness = decodeBase64url((await askKeys(frame.keys, 'signBytes', asked)).signature)
      onSigned()
      const bytes = decodeBase64url(payload.bytes)
      const { address: by } = account
      if (!isBitcoinSignature({ address: by, chain, message: bytes, signature: base64Of(witness) }))
        block('signatureMismatch')
      return { address: by, signature: bytesToHex(witness).slice(2) }
    },
  })
}
