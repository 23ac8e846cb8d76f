import { isSolanaSignature } from '@latchkey/chain-solana/decode/verify'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainRefusedError, UncertainBroadcastError } from '@latchkey/protocol/frame'
import { encodeBase58 } from '@latchkey/std/base58'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import { joinSolanaTransaction } from '@latchkey/std/solana/transaction'
import type { Approval, Prepared } from '../../../approvals/ApprovalView.ts'
import { networkStopFor } from '../../../approvals/phrases.ts'
import { approvalOf, type Steps } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import type { Facts } from '../model/facts.ts'
import type { SignablePayload, TransactionRequest } from '../model/solanaRequest.ts'
import { type Place, send, statusOf } from '../rpc/readSolana.ts'
import { expired, gatherFacts, isStillFresh } from './gatherFacts.ts'
import { parseTransactions } from './parseTransactions.ts'
import { pendingView, transactionView } from './transactionView.ts'

/** What is signed: the very messages that the screen was made from. */
export const payloadOf = ({ way, account, transactions, options }: TransactionRequest): SignablePayload =>
  deepFreeze({
    way,
    account,
    messages: transactions.map(({ messageBytes }) => encodeBase64url(messageBytes)),
    signatures: transactions.map(({ signatures }) =>
      signatures.map((one) => (one.every((byte) => byte === 0) ? '' : encodeBase64url(one))),
    ),
    options,
  })

/** A signed transaction, and the signature by which the network knows it. */
type Signed = { bytes: Uint8Array<ArrayBuffer>; id: string }

/** Has keys sign one message, checks what it signed, and puts the signature into its place. */
async function signOne(
  frame: ChainContext,
  chain: ChainInfo,
  request: TransactionRequest,
  payload: SignablePayload,
  at: number,
): Promise<Signed> {
  const { account } = payload
  const bytes = payload.messages[at] ?? ''
  const answer = await askKeys(frame.keys, 'signBytes', {
    account: `${chain.caip2}:${account}`,
    kind: 'transaction',
    bytes,
  })
  const message = decodeBase64url(bytes)
  const own = decodeBase64url(answer.signature)
  if (!(await isSolanaSignature(account, own, message))) block('signatureMismatch')
  const signers = request.transactions[at]?.message.accounts ?? []
  const all = (payload.signatures[at] ?? []).map((given, place) => {
    if (signers[place] === account) return own
    return given === '' ? new Uint8Array(64) : decodeBase64url(given)
  })
  return { bytes: joinSolanaTransaction(all, message), id: encodeBase58(all[0] ?? own) }
}

const isRefusal = (error: unknown): boolean => (error as { code?: unknown })?.code === ChainRefusedError.code

/**
 * Sends what is signed. Where the network did not say whether it took it, it is asked, and where it refuses, too: the second try of
 * one whose answer was lost is refused as done already, and who is told so pays again.
 *
 * @throws ChainRefusedError; UncertainBroadcastError with `data.hash` when nobody can tell
 */
async function sendSigned(place: Place, { bytes, id }: Signed, options: object): Promise<void> {
  try {
    await send(place, bytes, options)
  } catch (error) {
    const found = await statusOf(place, id).catch(() => null)
    if (found !== null) return
    throw isRefusal(error) ? error : new UncertainBroadcastError({ data: { hash: id } })
  }
}

function show(chain: ChainInfo, request: TransactionRequest, facts: Facts): Prepared<SignablePayload> {
  const view = transactionView(chain, request, facts)
  if (!view.stop) return { payload: payloadOf(request), view }
  return { payload: null, view, refusal: new ChainRefusedError({ data: { reason: 'funds' } }) }
}

/**
 * `solana_signTransaction`, `solana_signAllTransactions` and `solana_signAndSendTransaction`: read, resolved, simulated, shown;
 * signed by keys, and sent by the frame where that is asked for.
 *
 * @throws RpcParamsError, RequestBlockedError
 */
export function transactionApproval(
  frame: ChainContext,
  { method, params, chain }: RpcRequest,
  account: string,
): Approval<SignablePayload> {
  const request = parseTransactions(method, params, account)
  const place = (signal?: AbortSignal): Place => ({ frame, chain, signal })
  const steps: Steps<null, Facts, SignablePayload> = {
    first: null,
    pending: () => pendingView(chain, request),
    gather: (_, signal) => gatherFacts(place(signal), request),
    stopFor: networkStopFor,
    show: (_, facts) => show(chain, request, facts),
    async refresh({ facts }, signal) {
      const decoded = facts.transactions.map((one) => one.decoded)
      return (await isStillFresh(place(signal), decoded)) ? facts : expired()
    },
    async sign(payload, _, onSigned) {
      const signed: Signed[] = []
      for (const at of payload.messages.keys()) signed.push(await signOne(frame, chain, request, payload, at))
      onSigned()
      const [only] = signed as [Signed]
      if (payload.way === 'signAll') return { transactions: signed.map(({ bytes }) => encodeBase58(bytes)) }
      if (payload.way === 'sign') return { transaction: encodeBase58(only.bytes) }
      await sendSigned(place(), only, payload.options)
      return { signature: only.id }
    },
  }
  return approvalOf(steps)
}
