import type { CaipNetworkId, RequestArguments } from '@latchkey/core/connector'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { isRecord } from '@latchkey/std/isRecord'
import {
  InvalidWalletAnswerError,
  MethodNotApprovedError,
  NoAccountError,
  UncertainSendError,
} from '../answer/errors.ts'
import type { StandardWallet } from '../standard/readStandardWallet.ts'
import { standardChainOf } from './standardChains.ts'
import type { StandardAccount } from './standardWallet.ts'

/** What a request is answered with: the wallet, the account in use, the network, and a way to send what is signed alone. */
export type SolanaRequest = RequestArguments & {
  wallet: StandardWallet
  account: StandardAccount | undefined
  caipNetworkId: CaipNetworkId
  send(wire: Uint8Array, options: object): Promise<string>
}

/** Bytes of the largest transaction, and of a message, in base58. */
const LONGEST = 6_000
const SIGNATURE_LENGTH = 64
const INVALID_PARAMS = -32_602

const invalid = (reason: string) => Object.assign(new Error(reason), { code: INVALID_PARAMS })

function bytesIn(params: Record<string, unknown>, name: string): Uint8Array {
  const text = params[name]
  const bytes = typeof text === 'string' ? decodeBase58(text, LONGEST) : undefined
  if (!bytes) throw invalid(`${name} is expected in base58.`)
  return bytes
}

/** The bytes in the first answer of a feature's method. */
function bytesOf(answer: unknown, name: string): Uint8Array {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined
  const bytes = isRecord(first) ? first[name] : undefined
  if (bytes instanceof Uint8Array && bytes.length > 0) return bytes
  // Of an extension's own realm: an object with numbers.
  if (ArrayBuffer.isView(bytes))
    return Uint8Array.from(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  throw new InvalidWalletAnswerError()
}

function signatureOf(answer: unknown): string {
  const bytes = bytesOf(answer, 'signature')
  if (bytes.length !== SIGNATURE_LENGTH) throw new InvalidWalletAnswerError()
  return encodeBase58(bytes)
}

function methodOf({ wallet }: SolanaRequest, feature: string, name: string) {
  const run = wallet.method(feature, name)
  if (!run) throw new MethodNotApprovedError({ data: { rpcCode: 4200 } })
  return run
}

/** The account in use, which must be the one that the page names, if it names one. */
function accountFor({ account }: SolanaRequest, params: Record<string, unknown>): StandardAccount {
  const { pubkey = account?.address } = params
  if (!account || pubkey !== account.address) throw new NoAccountError({ data: { rpcCode: 4100 } })
  return account
}

async function sign(request: SolanaRequest, params: Record<string, unknown>, wire: Uint8Array) {
  const run = methodOf(request, 'solana:signTransaction', 'signTransaction')
  const chain = standardChainOf(request.caipNetworkId)
  const input = { account: accountFor(request, params), transaction: wire, chain }
  return bytesOf(await run(input), 'signedTransaction')
}

async function signAll(request: SolanaRequest, params: Record<string, unknown>) {
  const { transactions } = params
  if (!Array.isArray(transactions)) throw invalid('transactions is expected as a list.')
  const run = methodOf(request, 'solana:signTransaction', 'signTransaction')
  const account = accountFor(request, params)
  const chain = standardChainOf(request.caipNetworkId)
  const inputs = transactions.map((one) => ({ account, chain, transaction: bytesIn({ one }, 'one') }))
  // All at once: a wallet shows them together.
  const answer = await run(...inputs)
  if (!Array.isArray(answer) || answer.length !== inputs.length) throw new InvalidWalletAnswerError()
  return { transactions: answer.map((one) => encodeBase58(bytesOf([one], 'signedTransaction'))) }
}

async function signAndSend(request: SolanaRequest, params: Record<string, unknown>) {
  const wire = bytesIn(params, 'transaction')
  const options = isRecord(params.options) ? params.options : {}
  const run = request.wallet.method('solana:signAndSendTransaction', 'signAndSendTransaction')
  if (!run) return { signature: await request.send(await sign(request, params, wire), options) }
  const chain = standardChainOf(request.caipNetworkId)
  const answer = await run({ account: accountFor(request, params), transaction: wire, chain, options })
  try {
    return { signature: signatureOf(answer) }
  } catch (cause) {
    // It did not fail, so it may have sent it all the same.
    throw new UncertainSendError({ cause })
  }
}

async function signIn(request: SolanaRequest, params: Record<string, unknown>) {
  const answer = await methodOf(request, 'solana:signIn', 'signIn')(params)
  return {
    address: request.account?.address,
    signedMessage: encodeBase58(bytesOf(answer, 'signedMessage')),
    signature: signatureOf(answer),
  }
}

/**
 * Answers one of Solana's wallet methods (spec 6; byte strings are base58) by a wallet of the Wallet Standard.
 *
 * @throws MethodNotApprovedError (4200) for a method that the wallet has not, NoAccountError for an account that is not in
 *   use, InvalidWalletAnswerError, UncertainSendError where it does not tell what it has sent, or what the wallet answers
 */
export async function answerSolana(request: SolanaRequest): Promise<unknown> {
  const params = isRecord(request.params) ? request.params : {}
  switch (request.method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts':
      return request.account ? [{ pubkey: request.account.address }] : []
    case 'solana_signMessage': {
      const account = accountFor(request, params)
      const run = methodOf(request, 'solana:signMessage', 'signMessage')
      return { signature: signatureOf(await run({ account, message: bytesIn(params, 'message') })) }
    }
    case 'solana_signTransaction':
      return { transaction: encodeBase58(await sign(request, params, bytesIn(params, 'transaction'))) }
    case 'solana_signAllTransactions':
      return signAll(request, params)
    case 'solana_signAndSendTransaction':
      return signAndSend(request, params)
    case 'solana_signIn':
      return signIn(request, params)
    default:
      throw new MethodNotApprovedError({ data: { rpcCode: 4200 } })
  }
}
