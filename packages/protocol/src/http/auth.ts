import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import {
  base64url,
  email,
  foreignText,
  id128,
  type identityProvider,
  nothing,
  origin,
  otp,
  projectId,
  type recoveryKind,
  timestamp,
  user,
  wallet,
} from '../schema/primitives.ts'

export const tokens = /* @__PURE__ */ once(() =>
  z.strictObject({
    accessToken: base64url(),
    /** ms since the epoch */
    accessExpiresAt: timestamp(),
    refreshToken: base64url(),
  }),
)
export const session = /* @__PURE__ */ once(() =>
  z.strictObject({
    user: user(),
    wallet: z.nullable(wallet()),
    /** Origins that this user connected. */
    grants: z.array(origin()).check(z.maxLength(1000)),
    /** Those of them that this user lets know the e-mail address; left out: none. */
    emailSharedWith: z.optional(z.array(origin()).check(z.maxLength(1000))),
  }),
)

/**
 * Sends a code. The answer never tells whether an account exists. A page of a project that has turned e-mail off gets
 * SocialUnavailableError.
 */
export const startEmail = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email/start',
  body: () =>
    z.strictObject({
      projectId: projectId(),
      hostOrigin: origin(),
      email: email(),
      /** `account`: for the wallet's own account page, which can export and change how one recovers; always the long code. */
      purpose: z.enum(['login', 'account']),
      locale: z.optional(z.string().check(z.maxLength(35))),
      /**
       * Proof of work, after a RateLimitedError with `task` and `bits`: SHA-256 of `<task>.<solution>` begins with so many
       * zero bits.
       */
      work: z.optional(
        z.strictObject({
          task: z.string().check(z.maxLength(160)),
          solution: z.string().check(z.regex(/^[0-9]{1,12}$/)),
        }),
      ),
    }),
  reply: () =>
    z.strictObject({
      action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      /** Of the code, or with VERIFY_DEVICE of the request that the person answers from the mailbox first. */
      challengeId: id128(),
      codeLength: z.union([z.literal(6), z.literal(8)]),
      expiresAt: timestamp(),
      resendAt: timestamp(),
      emailHint: foreignText(254),
      /** With VERIFY_DEVICE alone: the number that the approval page shows too. */
      deviceNumber: z.nullable(z.string().check(z.regex(/^[0-9]{2}$/))),
    }),
  auth: 'proof',
})
/** Proves the code, signs in, and grants the host origin of the challenge. */
export const verifyEmail = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email/verify',
  body: () => z.strictObject({ challengeId: id128(), code: otp() }),
  reply: () => z.strictObject({ tokens: tokens(), session: session() }),
  auth: 'proof',
})
export const refresh = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/token',
  body: () => z.strictObject({ refreshToken: base64url() }),
  reply: tokens,
  auth: 'proof',
})
export const getSession = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/auth/v1/session',
  body: nothing,
  reply: session,
  auth: 'token',
})
/**
 * Lets a connected site know the e-mail address for as long as this session lasts. It must be the address that the person
 * has seen. Errors: OriginNotAllowedError for a site that is not connected, EmailReplacedError.
 */
export const shareEmail = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email/share',
  body: () => z.strictObject({ hostOrigin: origin(), email: email() }),
  reply: session,
  auth: 'token',
})
/** Revokes the session and deletes the device's server share. */
export const signOut = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/sign-out',
  body: () => z.strictObject({ keysetId: z.optional(id128()) }),
  reply: nothing,
  auth: 'token',
})
/** A nonce for proofs, also in the `DPoP-Nonce` header of every answer (RFC 9449 section 8). */
export const getNonce = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/auth/v1/nonce',
  body: nothing,
  reply: () => z.strictObject({ nonce: base64url() }),
  auth: 'none',
})

export type IdentityProvider = z.output<ReturnType<typeof identityProvider>>
export type RecoveryKind = z.output<ReturnType<typeof recoveryKind>>
export type Wallet = z.output<ReturnType<typeof wallet>>
export type User = z.output<ReturnType<typeof user>>
export type Tokens = z.output<ReturnType<typeof tokens>>
export type Session = z.output<ReturnType<typeof session>>
