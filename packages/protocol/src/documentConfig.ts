import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { base64url, caip2, evmAddress, origin, projectId } from './schema/primitives.ts'

/** An allowed origin of a project; `*` stands for exactly one left-most label. */
export const originPattern = /* @__PURE__ */ once(() =>
  z.strictObject({
    pattern: z.string().check(z.maxLength(255)),
    /** The public suffix of the pattern's host, from the service's list: one more label is the registrable domain. */
    publicSuffix: z.string().check(z.maxLength(255)),
    /** Where requests of its pages are approved: in the wallet's own window or within the page. `auto` when left out. */
    approvals: z.optional(z.enum(['auto', 'window', 'frame'])),
  }),
)

/** Smart accounts (ERC-4337) on a network; a network without it has plain accounts alone. */
const smartAccountsInfo = /* @__PURE__ */ once(() =>
  z.strictObject({
    entryPoint: z.enum(['0.7']),
    /** Who pays for the operations of the project's people, in words for the screen; nobody when left out. */
    sponsor: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    /** The contract that enforces permissions (ERC-7710 delegation manager); none are given when left out. */
    permissionManager: z.optional(evmAddress()),
  }),
)

const chainInfo = /* @__PURE__ */ once(() =>
  z
    .strictObject({
      /** The number of an EVM network (EIP-155); 0: a network of another namespace, which has none. */
      id: z.int().check(z.gte(0)),
      caip2: caip2(),
      name: z.string().check(z.maxLength(64)),
      nativeCurrency: z.strictObject({
        name: z.string().check(z.maxLength(64)),
        symbol: z.string().check(z.maxLength(16)),
        decimals: z.int().check(z.gte(0), z.lte(36)),
      }),
      testnet: z.boolean(),
      explorerUrl: z.optional(z.string().check(z.maxLength(255))),
      smartAccounts: z.optional(smartAccountsInfo()),
      /** A fee for storing transactions on Ethereum, besides gas, and who tells it: the GasPriceOracle of the OP Stack. None when left out. */
      l1Fee: z.optional(z.enum(['opStack'])),
    })
    // The reference of an EVM network is its number.
    .check(z.refine(({ id, caip2: name }) => id > 0 || !/:[0-9]+$/.test(name))),
)

const shared = () => ({
  v: z.literal(1),
  projectId: projectId(),
  apiOrigin: origin(),
  walletOrigin: origin(),
  keysOrigin: origin(),
  allowedOrigins: z.array(originPattern()).check(z.maxLength(200)),
  /** Messages of 32 bytes, which may be a hash of anything, are put before the person; refused when left out. */
  hashMessages: z.optional(z.boolean()),
})

/** What the service writes into the frame document's `<meta name="latchkey-config">`. */
export const frameDocumentConfig = /* @__PURE__ */ once(() =>
  z.strictObject({
    ...shared(),
    projectName: z.string().check(z.maxLength(64)),
    /** The wallet's own name, shown in the trust strip. */
    walletName: z.string().check(z.maxLength(32)),
    /** The host may collect codes itself (project setting, off by default). */
    headlessOtp: z.boolean(),
    chains: z.array(chainInfo()).check(z.minLength(1), z.maxLength(200)),
    /** Networks that sign in here: the operator has credentials for them, and the project offers them. None when left out. */
    socials: z.optional(z.array(z.string().check(z.regex(/^[a-z]{1,32}$/))).check(z.maxLength(16))),
    /** Passkeys work on the keys origin. Not when left out. */
    passkeys: z.optional(z.boolean()),
    /** Paymaster services (ERC-7677) that the project has registered; the service asks them, never the browser. */
    paymasters: z.optional(
      z.array(z.string().check(z.regex(/^https?:\/\//), z.maxLength(512))).check(z.maxLength(16)),
    ),
  }),
)

/** What the service writes into the keys document's `<meta name="latchkey-config">`. */
export const keysDocumentConfig = /* @__PURE__ */ once(() =>
  z.strictObject({
    ...shared(),
    /** The service's HPKE public key (raw P-256 point): shares are sealed to it. */
    channelKey: base64url(),
    /** `own`: the wallet's account page embeds it, and nobody else. `embedded`, also when left out: a host page does. */
    place: z.optional(z.enum(['embedded', 'own'])),
  }),
)

export type ChainInfo = z.output<ReturnType<typeof chainInfo>>
export type OriginPattern = z.output<ReturnType<typeof originPattern>>
export type FrameDocumentConfig = z.output<ReturnType<typeof frameDocumentConfig>>
export type KeysDocumentConfig = z.output<ReturnType<typeof keysDocumentConfig>>
