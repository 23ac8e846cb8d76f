import { RpcParamsError } from '@latchkey/protocol/frame'
import { decodeBase58 } from '@latchkey/std/base58'
import { parseSolanaTransaction, type SolanaTransaction } from '@latchkey/std/solana/transaction'
import * as z from 'zod/mini'
import { block } from '../../../approvals/refusals.ts'
import type { TransactionRequest } from '../model/solanaRequest.ts'

/** Characters of base58 that the longest transaction has. */
const LONGEST = 1_700
/** More would not be read by anybody. */
const MOST = 20

const wire = z.string().check(z.minLength(1), z.maxLength(LONGEST))
/** Spec 5: what a preflight may be told. */
const commitment = z.enum([
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
])
const uint = z.int().check(z.gte(0))
const options = z.strictObject({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(commitment),
  maxRetries: z.optional(uint),
  minContextSlot: z.optional(uint),
})
const one = z.strictObject({ transaction: wire })
const several = z.strictObject({ transactions: z.array(wire).check(z.minLength(1), z.maxLength(MOST)) })
const sending = z.strictObject({ transaction: wire, options: z.optional(z.nullable(options)) })

function readOne(text: string, account: string): SolanaTransaction {
  const bytes = decodeBase58(text, LONGEST)
  const transaction = bytes && parseSolanaTransaction(bytes)
  if (!transaction) throw new RpcParamsError({ data: { reason: 'transaction' } })
  const { accounts, requiredSignatures } = transaction.message
  if (!accounts.slice(0, requiredSignatures).includes(account)) block('wrongAccount')
  return transaction
}

function read<T>(schema: z.ZodMiniType<T>, params: unknown): T {
  // Libraries put the object into an array.
  const given: unknown = Array.isArray(params) && params.length === 1 ? params[0] : params
  const parsed = schema.safeParse(given)
  if (!parsed.success)
    throw new RpcParamsError({ data: { reason: String(parsed.error.issues[0]?.path[0] ?? 'paramType') } })
  return parsed.data
}

/** JSON members that are there; a strict schema answers with `undefined` for those that are not. */
const present = (given: object | null | undefined) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined))

const isMissing = (signature: Uint8Array) => signature.every((byte) => byte === 0)

/**
 * Reads a request for signatures of transactions: base58 as the field writes them.
 *
 * @param account who is to sign
 * @throws RpcParamsError with `data.reason`; RequestBlockedError when the account is none of the signers
 */
export function parseTransactions(method: string, params: unknown, account: string): TransactionRequest {
  if (method === 'solana_signAllTransactions') {
    const { transactions } = read(several, params)
    const parsed = transactions.map((text) => readOne(text, account))
    return { way: 'signAll', account, transactions: parsed, options: {}, raw: transactions.join('\n') }
  }
  if (method === 'solana_signTransaction') {
    const { transaction } = read(one, params)
    return {
      way: 'sign',
      account,
      transactions: [readOne(transaction, account)],
      options: {},
      raw: transaction,
    }
  }
  const { transaction, options: wanted } = read(sending, params)
  const parsed = readOne(transaction, account)
  const { accounts } = parsed.message
  // Who sends it needs every signature, and only this account's is made here.
  if (parsed.signatures.some((signature, at) => isMissing(signature) && accounts[at] !== account))
    throw new RpcParamsError({ data: { reason: 'signatures' } })
  return { way: 'send', account, transactions: [parsed], options: present(wanted), raw: transaction }
}
