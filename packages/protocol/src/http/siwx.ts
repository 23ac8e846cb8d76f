import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { caip2, foreignText, id128, nothing, projectId, timestamp } from '../schema/primitives.ts'

/** An address without its network: hex, base58 or bech32. */
export const siwxAddress = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[-.%a-zA-Z0-9]{1,128}$/)))
/** CAIP-10 */
export const caipAccount = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/)),
)
/** Proves that whoever presents a signature has asked for its nonce. */
const nonceToken = () => z.string().check(z.regex(/^[0-9a-z]{1,12}\.[A-Za-z0-9_-]{43}$/))
/** 256 random bits in unpadded base64url. */
const bearer = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** Hex, base58 or base64; a witness of Bitcoin (BIP-322) may come in hex without `0x`. A counterfactual wallet's signature carries the calls that make it. */
const signature = () =>
  z.string().check(z.maxLength(32_768), z.regex(/^(?:0x(?:[0-9a-fA-F]{2})*|(?!0x)[A-Za-z0-9+/=]{1,512})$/))

/**
 * A nonce for a sign-in message. Query: `projectId`, and `account` (CAIP-10) where it is known: the nonce then serves that
 * account alone, once. Without it, it serves each network once (WalletConnect one-click). The keys app's own nonces (RFC
 * 9449) come from the same path; the origin tells which is asked for.
 */
export const getSiwxNonce = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/auth/v1/nonce',
  body: nothing,
  reply: () =>
    z.strictObject({
      nonce: z.string().check(z.regex(/^[A-Za-z0-9]{8,64}$/)),
      token: nonceToken(),
      /** By the service's clock, RFC 3339: the message's `Issued At`. */
      issuedAt: foreignText(40),
      /** ms since the epoch; the signature must be there by then */
      expiresAt: timestamp(),
      /** The account as the message must write it (EIP-55). */
      account: z.nullable(caipAccount()),
    }),
  auth: 'none',
})
/** Begins a session for a signed message. */
export const authenticateSiwx = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/authenticate',
  body: () =>
    z.strictObject({ message: foreignText(8_192), signature: signature(), nonceToken: nonceToken() }),
  reply: () =>
    z.strictObject({
      /** Bearer token of the session. */
      token: bearer(),
      sessionId: id128(),
      /** ms since the epoch */
      expiresAt: timestamp(),
      /** `key`: signed by the account's own key. `contract`: by its contract on that network, which proves nothing elsewhere. */
      proof: z.enum(['key', 'contract']),
    }),
  auth: 'none',
})
const sessionFields = () => ({
  chainId: caip2(),
  /** Host and port of the site. */
  domain: foreignText(255),
  /** ms since the epoch */
  issuedAt: timestamp(),
  expiresAt: timestamp(),
})
/** Whose session a bearer token is of. Back ends ask it without an `Origin`. */
export const getSiwxAccount = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/auth/v1/me',
  body: nothing,
  reply: () =>
    z.strictObject({
      ...sessionFields(),
      sessionId: id128(),
      projectId: projectId(),
      address: siwxAddress(),
      proof: z.enum(['key', 'contract']),
    }),
  auth: 'none',
})
/** Sign-in sessions of an account within the project, newest first; with a bearer token of that account. */
export const listSiwxSessions = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/auth/v1/sessions/:address',
  body: nothing,
  reply: () =>
    z.strictObject({
      sessions: z
        .array(z.strictObject({ ...sessionFields(), pci: id128(), current: z.boolean() }))
        .check(z.maxLength(100)),
    }),
  auth: 'none',
})
/** Ends a sign-in session. Either a bearer token of the account, or the account's signature of `revocationText`. */
export const revokeSiwxSession = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/sessions/:address/revoke',
  body: () => z.strictObject({ pci: id128(), signature: z.optional(signature()) }),
  reply: nothing,
  auth: 'none',
})

/**
 * The text whose signature ends one session. It names the one session for good, so that it does no harm when it is seen.
 *
 * @param apiOrigin of the service
 * @param address as the caller writes it in the path
 */
export const revocationText = (apiOrigin: string, address: string, pci: string): string =>
  `End a sign-in session.\n\nService: ${apiOrigin}\nAccount: ${address}\nSession: ${pci}`

export type SiwxProof = 'key' | 'contract'
