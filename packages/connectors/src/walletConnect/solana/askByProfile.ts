import type { RequestArguments } from '@latchkey/core/connector'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { isRecord } from '@latchkey/std/isRecord'
import { joinSolanaTransaction, parseSolanaTransaction } from '@latchkey/std/solana/transaction'
import { InvalidWalletAnswerError, UncertainSendError } from '../../answer/errors.ts'

/** Characters of a transaction: far more than one packet of the network holds. */
const LONGEST = 6_000

/** The bytes of a transaction of the page. @throws -32602 */
function bytesIn(text: unknown): Uint8Array {
  const bytes = typeof text === 'string' ? decodeBase58(text, LONGEST) : undefined
  if (!bytes) throw Object.assign(new Error('A transaction is expected in base58.'), { code: -32_602 })
  return bytes
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Base64 of a wallet, in base58. @throws InvalidWalletAnswerError */
function inBase58(text: unknown): string {
  const isBase64 =
    typeof text === 'string' &&
    text.length <= LONGEST &&
    text.length % 4 === 0 &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(text)
  if (!isBase64) throw new InvalidWalletAnswerError()
  return encodeBase58(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
}

/** Puts a signature that came alone into the transaction that it is for. @throws InvalidWalletAnswerError */
function withSignature(wire: Uint8Array, signer: unknown, text: unknown): string {
  const signature = typeof text === 'string' ? decodeBase58(text) : undefined
  const asked = parseSolanaTransaction(wire)
  const place = asked?.message.accounts.indexOf(String(signer)) ?? -1
  if (signature?.length !== 64 || !asked?.signatures[place]) throw new InvalidWalletAnswerError()
  const signatures = asked.signatures.map((one, at) => (at === place ? signature : one))
  return encodeBase58(joinSolanaTransaction(signatures, asked.messageBytes))
}

/** The transaction as the wallet has signed it, in base58, and its signature where the wallet tells it. */
async function signedBy(given: Record<string, unknown>, { ask, signer }: SolanaSession) {
  const wire = bytesIn(given.transaction)
  const params = { ...given, transaction: toBase64(wire) }
  const answer = await ask({ method: 'solana_signTransaction', params })
  const { transaction, signature } = isRecord(answer) ? answer : {}
  const isWhole = transaction !== undefined && transaction !== null
  return {
    ...(signature === undefined ? {} : { signature }),
    transaction: isWhole ? inBase58(transaction) : withSignature(wire, given.pubkey ?? signer, signature),
  }
}

/** What a wallet has sent goes by its signature. @throws UncertainSendError */
function idIn(answer: unknown): { signature: string } {
  const signature = isRecord(answer) ? answer.signature : undefined
  const isId = typeof signature === 'string' && decodeBase58(signature)?.length === 64
  // It did not fail, so it may have sent it all the same.
  if (!isId) throw new UncertainSendError()
  return { signature }
}

/** Has the wallet send, or sends what it signs where the session allows no more than that. */
async function sentBy(given: Record<string, unknown>, session: SolanaSession) {
  const { options, ...others } = given
  const method = 'solana_signAndSendTransaction'
  if (!session.allows(method)) {
    const wire = bytesIn((await signedBy(others, session)).transaction)
    return { signature: await session.send(wire, isRecord(options) ? options : {}) }
  }
  const params = { ...others, transaction: toBase64(bytesIn(given.transaction)) }
  return idIn(
    await session.ask({ method, params: { ...params, ...(options ? { sendOptions: options } : {}) } }),
  )
}

/** What stands behind a request to a wallet of Solana. */
export type SolanaSession = {
  /** The account that signs, where the request names none. */
  signer: string | undefined
  allows(method: string): boolean
  ask(args: RequestArguments): Promise<unknown>
  /** Sends what is only signed. */
  send(wire: Uint8Array, options: object): Promise<string>
}

/**
 * Asks a wallet by WalletConnect's profile of Solana: there a transaction is base64, the options of sending are
 * `sendOptions`, and a signed transaction may come back as its signature alone. The page speaks base58, as with every
 * other wallet; and as with every other, what a wallet only signs is sent by the service.
 *
 * @throws InvalidWalletAnswerError; UncertainSendError; -32602 for params that are no base58; what the wallet answers with
 */
export async function askByProfile(
  { method, params }: RequestArguments,
  session: SolanaSession,
): Promise<unknown> {
  const given = isRecord(params) ? params : {}
  switch (method) {
    case 'solana_signTransaction':
      return signedBy(given, session)
    case 'solana_signAllTransactions': {
      const transactions = (Array.isArray(given.transactions) ? given.transactions : [undefined]).map(bytesIn)
      const asked = { ...given, transactions: transactions.map(toBase64) }
      const answer = await session.ask({ method, params: asked })
      const told = isRecord(answer) ? answer.transactions : undefined
      if (!Array.isArray(told) || told.length !== transactions.length) throw new InvalidWalletAnswerError()
      return { transactions: told.map(inBase58) }
    }
    case 'solana_signAndSendTransaction':
      return sentBy(given, session)
    default:
      return session.ask(params ? { method, params } : { method })
  }
}
