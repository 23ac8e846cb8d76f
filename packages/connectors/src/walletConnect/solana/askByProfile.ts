import type { RequestArguments } from '@latchkey/core/connector'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { isRecord } from '@latchkey/std/isRecord'
import { joinSolanaTransaction, parseSolanaTransaction } from '@latchkey/std/solana/transaction'
import { InvalidWalletAnswerError } from '../../answer/errors.ts'

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

/**
 * Asks a wallet by WalletConnect's profile of Solana: there a transaction is base64, the options of sending are
 * `sendOptions`, and a signed transaction may come back as its signature alone. The page speaks base58, as with every
 * other wallet.
 *
 * @param signer the account that signs, where the request names none
 * @throws InvalidWalletAnswerError; -32602 for params that are no base58; what the wallet answers with
 */
export async function askByProfile(
  { method, params }: RequestArguments,
  signer: string | undefined,
  ask: (args: RequestArguments) => Promise<unknown>,
): Promise<unknown> {
  const given = isRecord(params) ? params : {}
  switch (method) {
    case 'solana_signTransaction': {
      const wire = bytesIn(given.transaction)
      const answer = await ask({ method, params: { ...given, transaction: toBase64(wire) } })
      const { transaction, signature } = isRecord(answer) ? answer : {}
      const isWhole = transaction !== undefined && transaction !== null
      const signed = isWhole ? inBase58(transaction) : withSignature(wire, given.pubkey ?? signer, signature)
      return { ...(signature === undefined ? {} : { signature }), transaction: signed }
    }
    case 'solana_signAllTransactions': {
      const transactions = (Array.isArray(given.transactions) ? given.transactions : [undefined]).map(bytesIn)
      const answer = await ask({ method, params: { ...given, transactions: transactions.map(toBase64) } })
      const told = isRecord(answer) ? answer.transactions : undefined
      if (!Array.isArray(told) || told.length !== transactions.length) throw new InvalidWalletAnswerError()
      return { transactions: told.map(inBase58) }
    }
    case 'solana_signAndSendTransaction': {
      const { options: sendOptions, ...others } = given
      const transaction = toBase64(bytesIn(given.transaction))
      return ask({ method, params: { ...others, transaction, ...(sendOptions ? { sendOptions } : {}) } })
    }
    default:
      return ask(params ? { method, params } : { method })
  }
}
