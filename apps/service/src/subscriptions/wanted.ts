import * as z from 'zod'
import { hexAddress, hexHash } from '../userOperations/userOperation.ts'

/** Addresses of one filter, and topics of one place in it. */
const MOST_CHOICES = 20
const MOST_TOPICS = 4

const lower = (text: string) => text.toLowerCase()
const choices = <Schema extends z.ZodType<string>>(one: Schema) =>
  z
    .union([one.transform((text) => [text]), z.array(one).min(1).max(MOST_CHOICES)])
    .transform((some) => [...new Set(some.map(lower))].toSorted())

/** Blocks are not for the visitor to choose: what is told begins now. */
const filterSchema = z.strictObject({
  address: choices(hexAddress).nullish(),
  topics: z.array(choices(hexHash).nullable()).max(MOST_TOPICS).nullish(),
})

const wantedSchema = z.union([
  // web3 adds an empty object.
  z
    .tuple([z.literal('newHeads'), z.strictObject({}).optional()])
    .transform((_) => ({ kind: 'newHeads' as const })),
  z
    .tuple([z.literal('newPendingTransactions')])
    .transform((_) => ({ kind: 'newPendingTransactions' as const })),
  z.tuple([z.literal('logs'), filterSchema.optional()]).transform(([, filter]) => ({
    kind: 'logs' as const,
    filter: {
      ...(filter?.address ? { address: filter.address } : {}),
      ...(filter?.topics?.length ? { topics: filter.topics } : {}),
    },
  })),
])

/** What somebody wants to be told. Equal wishes are the same text in JSON. */
export type Wanted = z.output<typeof wantedSchema>

/**
 * Reads the params of `eth_subscribe`.
 *
 * @returns null for any others
 * @example
 * readWanted(['logs', { address: '0x…' }])
 */
export const readWanted = (params: unknown): Wanted | null => wantedSchema.safeParse(params).data ?? null
