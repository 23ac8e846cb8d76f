import * as z from 'zod/mini'
import { base64url, caip2, origin, projectId } from './primitives.ts'

/** An allowed origin of a project; `*` stands for exactly one left-most label. */
export const originPattern = z.strictObject({
  pattern: z.string().check(z.maxLength(255)),
  /** The public suffix of the pattern's host, from the service's list: one more label is the registrable domain. */
  publicSuffix: z.string().check(z.maxLength(255)),
})

export const chainInfo = z.strictObject({
  id: z.int().check(z.gte(1)),
  caip2,
  name: z.string().check(z.maxLength(64)),
  nativeCurrency: z.strictObject({
    name: z.string().check(z.maxLength(64)),
    symbol: z.string().check(z.maxLength(16)),
    decimals: z.int().check(z.gte(0), z.lte(36)),
  }),
  testnet: z.boolean(),
  explorerUrl: z.optional(z.string().check(z.maxLength(255))),
})

const shared = {
  v: z.literal(1),
  projectId,
  apiOrigin: origin,
  walletOrigin: origin,
  keysOrigin: origin,
  allowedOrigins: z.array(originPattern).check(z.maxLength(200)),
}

/** What the service writes into the frame document's `<meta name="latchkey-config">`. */
export const frameDocumentConfig = z.strictObject({
  ...shared,
  projectName: z.string().check(z.maxLength(64)),
  /** The wallet's own name, shown in the trust strip. */
  walletName: z.string().check(z.maxLength(32)),
  /** The host may collect codes itself (project setting, off by default). */
  headlessOtp: z.boolean(),
  chains: z.array(chainInfo).check(z.minLength(1), z.maxLength(200)),
})

/** What the service writes into the keys document's `<meta name="latchkey-config">`. */
export const keysDocumentConfig = z.strictObject({
  ...shared,
  /** The service's HPKE public key (raw P-256 point): shares are sealed to it. */
  channelKey: base64url,
})

export type ChainInfo = z.output<typeof chainInfo>
export type OriginPattern = z.output<typeof originPattern>
export type FrameDocumentConfig = z.output<typeof frameDocumentConfig>
export type KeysDocumentConfig = z.output<typeof keysDocumentConfig>
