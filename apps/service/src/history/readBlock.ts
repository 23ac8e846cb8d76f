import { hexToNumber } from 'viem'
import * as z from 'zod'
import { isTooLong, type UpstreamRequest } from '../upstreams/rpc/upstream.ts'
import { hexAddress, hexHash, hexQuantity } from '../userOperations/userOperation.ts'
import { TOPICS } from './events.ts'

/** Asks one network. @throws when it does not answer */
export type AskChain = (call: UpstreamRequest) => Promise<unknown>

/** The network answers in a form that is not read here. */
export class UnreadableBlockError extends Error {
  override name = 'UnreadableBlockError'
}

const lower = hexAddress.transform((text) => text.toLowerCase())
const hash = hexHash.transform((text) => text.toLowerCase())
const count = hexQuantity.transform((text, context) => {
  const value = BigInt(text)
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value)
  context.issues.push({ code: 'custom', input: text, message: 'is beyond safe integers' })
  return z.NEVER
})
const bytes = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/)

const transactionSchema = z.object({
  hash,
  from: lower,
  to: lower.nullish().transform((to) => to ?? null),
  value: hexQuantity.transform(BigInt),
  nonce: count,
  input: bytes,
  transactionIndex: count,
})
export type ChainTransaction = z.output<typeof transactionSchema>

const blockSchema = z.object({
  hash,
  parentHash: hash,
  number: count,
  timestamp: count,
  transactions: z.array(transactionSchema),
})
const headerSchema = blockSchema.omit({ transactions: true })
export type Header = z.output<typeof headerSchema>

const logSchema = z.object({
  address: lower,
  topics: z.array(hash).max(4),
  data: bytes,
  transactionIndex: count,
  logIndex: count,
  blockHash: hash,
})
export type ChainLog = z.output<typeof logSchema>

/** One block with what its transactions are and moved. */
export type Block = z.output<typeof blockSchema> & { logs: ChainLog[] }

const receiptSchema = z.object({
  blockHash: hash,
  status: hexQuantity.transform((text) => hexToNumber(text) === 1),
  contractAddress: lower.nullish().transform((address) => address ?? null),
})
export type Receipt = z.output<typeof receiptSchema>

function parse<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  throw new UnreadableBlockError(
    `The network gave ${result.error.issues[0]?.path.join('.')} in no known form.`,
  )
}

const toHex = (number: number) => `0x${number.toString(16)}`

/** The header of a block; null where the network has none of that height. */
export async function readHeader(ask: AskChain, at: number | 'latest'): Promise<Header | null> {
  const answer = await ask({
    method: 'eth_getBlockByNumber',
    params: [at === 'latest' ? at : toHex(at), false],
  })
  return answer === null ? null : parse(headerSchema, answer)
}

/** Nothing in place of an answer that is longer than is read: it would be as long the next time. @throws any other error */
function nothingOf(error: unknown): null {
  if (isTooLong(error)) return null
  throw error
}

/**
 * A whole block. Its logs are asked for by its hash (EIP-234), so both are of the same block whatever the network does. Of
 * what is longer than is read nothing is told, and what comes after it is: a block can be filled for little money.
 *
 * @returns null where the network has none of that height any more
 * @throws UnreadableBlockError, and what `ask` throws
 */
export async function readBlock(ask: AskChain, at: number): Promise<Block | null> {
  const whole = { method: 'eth_getBlockByNumber', params: [toHex(at), true] }
  const answer = await ask(whole).then((found) => ({ found }), nothingOf)
  if (answer === null) {
    const header = await readHeader(ask, at)
    return header && { ...header, transactions: [], logs: [] }
  }
  if (answer.found === null) return null
  const block = parse(blockSchema, answer.found)
  if (block.transactions.length === 0) return { ...block, logs: [] }
  const question = [{ blockHash: block.hash, topics: [Object.values(TOPICS)] }]
  const logs = (await ask({ method: 'eth_getLogs', params: question }).catch(nothingOf)) ?? []
  const parsed = parse(z.array(logSchema), logs)
  if (parsed.some(({ blockHash }) => blockHash !== block.hash))
    throw new UnreadableBlockError('The network gave logs of another block.')
  return { ...block, logs: parsed }
}

/** How a transaction of a block ended. @throws UnreadableBlockError when it stands in another block by now */
export async function readReceipt(ask: AskChain, block: Header, transaction: string): Promise<Receipt> {
  const receipt = parse(
    receiptSchema,
    await ask({ method: 'eth_getTransactionReceipt', params: [transaction] }),
  )
  if (receipt.blockHash !== block.hash)
    throw new UnreadableBlockError('The transaction stands in another block by now.')
  return receipt
}
