import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { caip2, nothing, plainText } from '../schema/primitives.ts'

/** Where the picture of a collectible is, on the service's own origin. */
export const NFT_IMAGE_PATH = '/public/getNftImage'

/** One collectible of an account (ERC-721, ERC-1155). Its words are its maker's, cleaned by the service. */
const collectible = /* @__PURE__ */ once(() =>
  z.strictObject({
    chainId: caip2(),
    contract: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
    tokenId: z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/)),
    standard: z.enum(['erc721', 'erc1155']),
    /** How many of it the account has. */
    amount: z.string().check(z.regex(/^[1-9][0-9]{0,77}$/)),
    name: plainText(64),
    collection: z.optional(plainText(64)),
    description: z.optional(plainText(512)),
    /** Path of its picture on the service's origin; absent where it has none that is shown. */
    image: z.optional(z.string().check(z.regex(/^\/public\/getNftImage\/[A-Za-z0-9._-]{1,256}$/))),
  }),
)
export type Collectible = z.output<ReturnType<typeof collectible>>

/** What `GET /v1/account/{address}/nfts` can be asked. */
export const nftsQuery = /* @__PURE__ */ once(() => z.strictObject({ chainId: caip2() }))

/** The collectibles that an account of this service has on a network, newest first. */
export const getAccountNfts = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/account/:address/nfts',
  body: nothing,
  reply: () =>
    z.strictObject({
      nfts: z.array(collectible()).check(z.maxLength(48)),
      /** There are more than are told. */
      hasMore: z.boolean(),
    }),
  auth: 'none',
})
