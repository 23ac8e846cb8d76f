import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { SOCIAL_PROVIDERS } from './socials.ts'

/** `0x` and an even number of hex digits, at most 128 KiB of them. */
export const hexData = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/), z.maxLength(131_074)),
)
export const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** 20 bytes in hex; the checksum is checked where it matters (EIP-55). */
export const evmAddress = /* @__PURE__ */ once(() => z.string().check(z.regex(EVM_ADDRESS)))
/** 32 bytes in hex. */
export const hash32 = /* @__PURE__ */ once(() => z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)))
/** A quantity of the Ethereum JSON-RPC: `0x`, no leading zeros. */
export const quantity = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/)),
)
export const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
/** CAIP-2 network id, such as `eip155:1`. */
export const caip2 = /* @__PURE__ */ once(() => z.string().check(z.regex(CAIP2)))
/** A number for EVM networks, or a CAIP-2 id. */
export const chainId = /* @__PURE__ */ once(() => z.union([z.int().check(z.gte(1)), caip2()]))
/**
 * RFC 5321 length; the shape is checked loosely here and by delivery in the end. Controls and characters that hide or
 * reorder text are refused: a site names the address, and its first character stands on the wallet's screen.
 */
export const email = /* @__PURE__ */ once(() =>
  z
    .string()
    .check(
      z.maxLength(254),
      z.regex(
        /^[^\s\p{Cc}\p{Cf}\p{Cs}@<>()",;:\\[\]]{1,64}@(?:[^\s\p{Cc}\p{Cf}\p{Cs}@.<>()",;:\\[\]]{1,63}\.)+[^\s\p{Cc}\p{Cf}\p{Cs}@.<>()",;:\\[\]]{2,63}$/u,
      ),
    ),
)
/** What a person types from a mail: 6 digits, or 8 characters of Crockford's base 32. */
export const otp = /* @__PURE__ */ once(() =>
  z.string().check(z.regex(/^(?:[0-9]{6}|[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{8})$/)),
)
export const ORIGIN = /^https?:\/\/[^/?#@\s]+$/
/** An origin as `URL.origin` prints it. */
export const origin = /* @__PURE__ */ once(() => z.string().check(z.maxLength(255), z.regex(ORIGIN)))
export const BASE64URL = /^[A-Za-z0-9_-]{1,8192}$/
/** Unpadded base64url (RFC 7515 section 2). */
export const base64url = /* @__PURE__ */ once(() => z.string().check(z.regex(BASE64URL)))
/** 128 random bits in unpadded base64url. */
export const id128 = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)))
/** Milliseconds since the Unix epoch. */
export const timestamp = /* @__PURE__ */ once(() => z.int().check(z.gte(0)))
/** Text that another party wrote; it is quoted and capped wherever it is shown. */
export const foreignText = (max: number) => z.string().check(z.maxLength(max))
export const accountType = /* @__PURE__ */ once(() => z.enum(['eoa', 'smartAccount', 'payment', 'ordinal']))
export const account = /* @__PURE__ */ once(() =>
  z.strictObject({
    namespace: z.enum(['eip155', 'solana', 'bip122']),
    address: z.string().check(z.regex(/^[-.%a-zA-Z0-9]{1,128}$/)),
    type: accountType(),
  }),
)
export const PROJECT_ID = /^[A-Za-z0-9_-]{1,64}$/
export const projectId = /* @__PURE__ */ once(() => z.string().check(z.regex(PROJECT_ID)))
export const nothing = /* @__PURE__ */ once(() => z.strictObject({}))

/** Whether the operator could rebuild the key (`standard`) or not (`protected`). */
export const tier = /* @__PURE__ */ once(() => z.enum(['standard', 'protected']))
export const recoveryKind = /* @__PURE__ */ once(() => z.enum(['passkey', 'code']))
export const wallet = /* @__PURE__ */ once(() =>
  z.strictObject({
    id: id128(),
    /** `pending` until the keys app has proven that the stored shares give the key back. */
    status: z.enum(['pending', 'active']),
    accounts: z.array(account()).check(z.maxLength(16)),
    tier: tier(),
    /** What opens a protected wallet on a new device; empty for a standard one. */
    recovery: z.array(recoveryKind()).check(z.maxLength(2)),
  }),
)
/** How somebody proves who they are. */
export const identityProvider = /* @__PURE__ */ once(() => z.enum(['email', ...SOCIAL_PROVIDERS, 'passkey']))
export const user = /* @__PURE__ */ once(() =>
  z.strictObject({
    id: id128(),
    /** null: the account has none, as after a social login that shares none. */
    email: z.nullable(email()),
    emailHint: z.nullable(foreignText(254)),
    /** What the social network calls the person: shown, never trusted. */
    userName: z.nullable(foreignText(64)),
    /** How this session was signed in. */
    provider: identityProvider(),
  }),
)

export type Account = z.output<ReturnType<typeof account>>
export type AccountType = z.output<ReturnType<typeof accountType>>

/** What spec 7 says of a network of Ethereum's namespace, under that name. */
export const ofEvm = <Schema>(schema: Schema): { eip155: Schema } => ({ eip155: schema })

/** Plain text of a token's or a name's own, cleaned by the service: no markup, no controls, nothing that hides text. */
export const plainText = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^(?! )[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]*(?<! )$/u))
