import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { isHttpsLink } from '../schema/links.ts'
import { caip2, hash32, nothing, plainText, timestamp } from '../schema/primitives.ts'

/** An account's address in the form of its namespace, without the network. */
const plainAddress = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[-.%a-zA-Z0-9]{1,128}$/)))
/** CAIP-10 account id: `eip155:1:0x…`. */
export const caip10 = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/)),
)
/** An amount in whole units as an exact decimal without exponent, such as `1.5`: 78 digits before and after the point. */
export const decimalAmount = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})(?:\.[0-9]{1,78})?$/)),
)
/** Number of decimals of a token as text, as the spec has it. */
const decimals = () => z.string().check(z.regex(/^(?:0|[1-9][0-9]?)$/))
/** A picture that the service serves, or another `https:` one; the local stack's is on `http:`. */
export const pictureUrl = /* @__PURE__ */ once(() =>
  z.string().check(
    z.maxLength(512),
    z.refine(
      (text) =>
        isHttpsLink(text) ||
        /^http:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1)(?::\d+)?\/[\x21-\x7e]*$/.test(text),
    ),
  ),
)
const fiat = /* @__PURE__ */ once(() => z.number().check(z.gte(0)))
/** Where the next page begins: the service's own text, which nobody else reads. */
const cursor = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,2048}$/))

/** Networks (CAIP-2) whose chain data the service has: by HTTP, and by WebSocket. */
export const getSupportedChains = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/supported-chains',
  body: nothing,
  reply: () =>
    z.strictObject({
      http: z.array(caip2()).check(z.maxLength(1_000)),
      ws: z.array(caip2()).check(z.maxLength(1_000)),
    }),
  auth: 'none',
})

/** Spec 3, token balance. `address` (CAIP-10) is absent for the native token; `value` and `price` where no price is known. */
export const tokenBalance = /* @__PURE__ */ once(() =>
  z.strictObject({
    name: plainText(64),
    symbol: plainText(32),
    chainId: caip2(),
    address: z.optional(caip10()),
    /** Worth of the whole amount in US dollars. */
    value: z.optional(fiat()),
    /** US dollars a whole unit. */
    price: z.optional(fiat()),
    quantity: z.strictObject({ decimals: decimals(), numeric: decimalAmount() }),
    iconUrl: z.optional(pictureUrl()),
  }),
)
export type TokenBalance = z.output<ReturnType<typeof tokenBalance>>

/** What `GET /v1/account/{address}/balance` can be asked. */
export const balanceQuery = /* @__PURE__ */ once(() =>
  z.strictObject({
    currency: z.literal('usd'),
    /** Absent: every network of the service. */
    chainId: z.optional(caip2()),
    /** CAIP-10 ids of tokens, joined by commas, whose kept balances are not good enough. */
    forceUpdate: z.optional(z.string().check(z.maxLength(4_096))),
  }),
)

/**
 * Native and token balances of an account, the native one of a network first. Tokens without decimals, and what the
 * account has nothing of, are left out.
 */
export const getAccountBalance = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/account/:address/balance',
  body: nothing,
  reply: () =>
    z.strictObject({
      balances: z.array(tokenBalance()).check(z.maxLength(1_000)),
      /** Networks that did not answer, where others did: of these nothing is known. */
      unavailable: z.optional(z.array(caip2()).check(z.minLength(1), z.maxLength(1_000))),
    }),
  auth: 'none',
})

/** Price of a token. Absent from the reply where none is known. */
export const fungiblePrice = /* @__PURE__ */ once(() =>
  z.strictObject({
    address: caip10(),
    name: plainText(64),
    symbol: plainText(32),
    iconUrl: z.optional(pictureUrl()),
    /** US dollars a whole unit. */
    price: fiat(),
  }),
)

/** Prices in US dollars of tokens named by CAIP-10 ids; a network's native token stands under the zero address. */
export const getFungiblePrice = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/v1/fungible/price',
  body: () =>
    z.strictObject({
      currency: z.literal('usd'),
      addresses: z.array(caip10()).check(z.minLength(1), z.maxLength(100)),
      projectId: z.optional(z.string().check(z.maxLength(64))),
    }),
  reply: () => z.strictObject({ fungibles: z.array(fungiblePrice()).check(z.maxLength(100)) }),
  auth: 'none',
})

/** What `GET /v1/identity/{address}` can be asked: `sender` is the account that asks. */
export const identityQuery = /* @__PURE__ */ once(() =>
  z.strictObject({ sender: z.optional(plainAddress()) }),
)

/** Name of an address, verified in both directions, and its picture, or null. */
export const getIdentity = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/identity/:address',
  body: nothing,
  reply: () => z.strictObject({ name: z.nullable(plainText(255)), avatar: z.nullable(pictureUrl()) }),
  auth: 'none',
})

const fungibleInfo = /* @__PURE__ */ once(() =>
  z.strictObject({
    name: plainText(64),
    symbol: plainText(32),
    icon: z.optional(z.strictObject({ url: pictureUrl() })),
  }),
)
const nftInfo = /* @__PURE__ */ once(() =>
  z.strictObject({
    name: plainText(128),
    content: z.optional(
      z.strictObject({
        preview: z.optional(z.strictObject({ url: pictureUrl() })),
        detail: z.optional(z.strictObject({ url: pictureUrl() })),
      }),
    ),
    flags: z.strictObject({ is_spam: z.boolean() }),
  }),
)
/** One movement of a transaction, seen from the account asked for. */
export const transfer = /* @__PURE__ */ once(() =>
  z.strictObject({
    fungible_info: z.optional(fungibleInfo()),
    nft_info: z.optional(nftInfo()),
    direction: z.enum(['in', 'out', 'self']),
    quantity: z.strictObject({ numeric: decimalAmount() }),
    /** Worth in US dollars today. */
    value: z.optional(fiat()),
    price: z.optional(fiat()),
  }),
)
/** Spec 3, transaction. */
export const transaction = /* @__PURE__ */ once(() =>
  z.strictObject({
    /** Stable: `<chain>:<hash>`. */
    id: z.string().check(z.maxLength(128)),
    metadata: z.strictObject({
      operationType: z.enum(['send', 'receive', 'trade', 'approve', 'deploy', 'execute']),
      hash: hash32(),
      chain: caip2(),
      /** ISO 8601, UTC. */
      minedAt: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/)),
      sentFrom: plainAddress(),
      sentTo: plainAddress(),
      status: z.enum(['confirmed', 'failed', 'pending']),
      nonce: z.int().check(z.gte(0)),
    }),
    transfers: z.array(transfer()).check(z.maxLength(200)),
  }),
)
export type Transaction = z.output<ReturnType<typeof transaction>>

/** What `GET /v1/account/{account}/history` can be asked. */
export const historyQuery = /* @__PURE__ */ once(() =>
  z.strictObject({
    cursor: z.optional(cursor()),
    chainId: z.optional(caip2()),
    /** Name of a provider: purchases through it alone. */
    onramp: z.optional(z.string().check(z.maxLength(32))),
  }),
)

/** One page of an account's transactions, newest first. `next` null: that was the last. */
export const getAccountHistory = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/account/:account/history',
  body: nothing,
  reply: () =>
    z.strictObject({
      data: z.array(transaction()).check(z.maxLength(100)),
      next: z.nullable(cursor()),
      /** Up to which time the service has seen everything, ms since the epoch. Absent for a network that nobody follows. */
      seenUntil: z.optional(timestamp()),
      /** Of all networks together: those whose explorer did not answer, so that their older transactions are not here. */
      missing: z.optional(z.array(caip2()).check(z.maxLength(64))),
    }),
  auth: 'none',
})

/**
 * Spec 7: permissions that an account has given to others (smart sessions), by their ids. The wallet keeps those that it gives, and
 * this service knows of none, so that it does not learn whom an account trusts.
 */
export const listSmartSessions = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/sessions/:address',
  body: nothing,
  reply: () => z.strictObject({ pcis: z.array(z.string().check(z.maxLength(128))).check(z.maxLength(100)) }),
  auth: 'none',
})

/** Spec 7: takes a permission back. @throws SmartSessionUnknownError, since the wallet that gave it takes it back */
export const revokeSmartSession = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/v1/sessions/:address/revoke',
  body: () =>
    z.strictObject({
      pci: z.string().check(z.minLength(1), z.maxLength(128)),
      signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{2,16384}$/)),
    }),
  reply: nothing,
  auth: 'none',
})
