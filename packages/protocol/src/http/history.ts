import * as z from 'zod/mini'
import { caip2, hash32, nothing, timestamp } from '../schema/primitives.ts'
import { decimalAmount, pictureUrl, plainAddress, plainText } from './chainData.ts'
import { defineRoute } from './defineRoute.ts'

const fiat = z.number().check(z.gte(0))
/** Where the next page begins: the service's own text, which nobody else reads. */
const cursor = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,512}$/))

const fungibleInfo = z.strictObject({
  name: plainText(64),
  symbol: plainText(32),
  icon: z.optional(z.strictObject({ url: pictureUrl })),
})
const nftInfo = z.strictObject({
  name: plainText(128),
  content: z.optional(
    z.strictObject({
      preview: z.optional(z.strictObject({ url: pictureUrl })),
      detail: z.optional(z.strictObject({ url: pictureUrl })),
    }),
  ),
  flags: z.strictObject({ is_spam: z.boolean() }),
})
/** One movement of a transaction, seen from the account asked for. */
export const transfer = z.strictObject({
  fungible_info: z.optional(fungibleInfo),
  nft_info: z.optional(nftInfo),
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.strictObject({ numeric: decimalAmount }),
  /** Worth in US dollars today. */
  value: z.optional(fiat),
  price: z.optional(fiat),
})
/** Spec 3, transaction. */
export const transaction = z.strictObject({
  /** Stable: `<chain>:<hash>`. */
  id: z.string().check(z.maxLength(128)),
  metadata: z.strictObject({
    operationType: z.enum(['send', 'receive', 'trade', 'approve', 'deploy', 'execute']),
    hash: hash32,
    chain: caip2,
    /** ISO 8601, UTC. */
    minedAt: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/)),
    sentFrom: plainAddress,
    sentTo: plainAddress,
    status: z.enum(['confirmed', 'failed', 'pending']),
    nonce: z.int().check(z.gte(0)),
  }),
  transfers: z.array(transfer).check(z.maxLength(200)),
})
export type Transaction = z.output<typeof transaction>

/** What `GET /v1/account/{account}/history` can be asked. */
export const historyQuery = z.strictObject({
  cursor: z.optional(cursor),
  chainId: z.optional(caip2),
  /** Name of a provider: purchases through it alone. */
  onramp: z.optional(z.string().check(z.maxLength(32))),
})

/** One page of an account's transactions, newest first. `next` null: that was the last. */
export const getAccountHistory = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/account/:account/history',
  body: nothing,
  reply: z.strictObject({
    data: z.array(transaction).check(z.maxLength(100)),
    next: z.nullable(cursor),
    /** Up to which time the service has seen everything, ms since the epoch. Absent for a network that nobody follows. */
    seenUntil: z.optional(timestamp),
  }),
  auth: 'none',
})
