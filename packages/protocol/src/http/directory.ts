import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { isHttpsLink, isWalletLink } from '../schema/links.ts'
import { caip2, nothing } from '../schema/primitives.ts'

const walletLink = () => z.string().check(z.refine(isWalletLink))
const httpsLink = /* @__PURE__ */ once(() => z.string().check(z.refine(isHttpsLink)))

/** The explorer's 64 hex digits or a reverse domain name. It never holds a comma. */
export const walletId = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/)),
)
/** Names a picture for good: a changed picture has another id. */
export const imageId = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)),
)
/** Reverse domain name (EIP-6963). */
export const rdns = /* @__PURE__ */ once(() =>
  z.string().check(z.maxLength(128), z.regex(/^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+$/)),
)
/** Plain text: no markup, no controls, nothing that hides or reorders text. */
export const walletName = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^(?! )[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]{1,64}(?<! )$/u)),
)

/** Spec 3, wallet listing. A field that is absent is not known. */
export const walletListing = /* @__PURE__ */ once(() =>
  z.strictObject({
    id: walletId(),
    name: walletName(),
    image_id: z.optional(imageId()),
    /** Opens the phone's app: a scheme of its own where it has one. */
    mobile_link: z.optional(walletLink()),
    /** The universal link of the phone's app, where `mobile_link` is a scheme. */
    link_mode: z.optional(httpsLink()),
    desktop_link: z.optional(walletLink()),
    webapp_link: z.optional(httpsLink()),
    rdns: z.optional(rdns()),
    /** CAIP-2 ids; an empty list means that the wallet's networks are not stated. */
    chains: z.array(caip2()).check(z.maxLength(200)),
    homepage: z.optional(httpsLink()),
    badge_type: z.optional(z.enum(['certified'])),
    /** Place in the default order, from 1. */
    order: z.int().check(z.gte(1)),
  }),
)
export type WalletListing = z.output<ReturnType<typeof walletListing>>

const ids = () => z.array(walletId()).check(z.minLength(1), z.maxLength(100))

/** What `GET /getWallets` can be asked; in the address, lists are joined by commas. */
export const walletsQuery = /* @__PURE__ */ once(() =>
  z.strictObject({
    /** From 1. */
    page: z.int().check(z.gte(1), z.lte(10_000)),
    /** Wallets a page. */
    entries: z.int().check(z.gte(1), z.lte(100)),
    /** These alone. */
    include: z.optional(ids()),
    /** All but these. */
    exclude: z.optional(ids()),
    /** Wallets that serve the namespace of one of these, or that do not state their networks. */
    chains: z.optional(z.array(caip2()).check(z.minLength(1), z.maxLength(50))),
    /** Part of a name or of an rdns. */
    search: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** Wallets with this badge alone. */
    badge_type: z.optional(z.enum(['certified'])),
  }),
)
export type WalletsQuery = z.output<ReturnType<typeof walletsQuery>>

/** Spec 7, wallet directory: one page of wallets, and how many there are on all pages. */
export const getWallets = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/getWallets',
  body: nothing,
  reply: () =>
    z.strictObject({
      data: z.array(walletListing()).check(z.maxLength(100)),
      count: z.int().check(z.gte(0)),
    }),
  auth: 'none',
})

/**
 * Writes a query as the parameters of `GET /getWallets`, without those that every call has (projectId, st, sv).
 *
 * @example
 * writeWalletsQuery({ page: 1, entries: 40, search: 'rain' }) // { page: '1', entries: '40', search: 'rain' }
 */
export function writeWalletsQuery(query: WalletsQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** Spec 7: the icon of a wallet, a WebP of 96 × 96. */
export const WALLET_IMAGE_PATH = '/getWalletImage'
/** Spec 7: the mark of a network or a connector, a WebP of 96 × 96. */
export const ASSET_IMAGE_PATH = '/public/getAssetImage'
/** Spec 7: the mark of a token, a WebP of 96 × 96. Its id is that of a picture: it proves nothing of the token. */
export const TOKEN_IMAGE_PATH = '/public/getTokenImage'
/** Spec 7: the picture of a currency by its code (ISO 4217), a WebP of 96 × 96. */
export const CURRENCY_IMAGE_PATH = '/public/getCurrencyImage'
