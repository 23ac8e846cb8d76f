import * as z from 'zod/mini'
import {
  account,
  base64url,
  email,
  foreignText,
  id128,
  nothing,
  origin,
  otp,
  projectId,
  timestamp,
} from '../primitives.ts'
import { defineRoute } from './defineRoute.ts'

export const wallet = z.strictObject({
  id: id128,
  /** `pending` until the keys app has proven that the stored shares give the key back. */
  status: z.enum(['pending', 'active']),
  accounts: z.array(account).check(z.maxLength(16)),
})
export const user = z.strictObject({ id: id128, email, emailHint: foreignText(254) })
export const tokens = z.strictObject({
  accessToken: base64url,
  /** ms since the epoch */
  accessExpiresAt: timestamp,
  refreshToken: base64url,
})
export const session = z.strictObject({
  user,
  wallet: z.nullable(wallet),
  /** Origins that this user connected. */
  grants: z.array(origin).check(z.maxLength(1000)),
})

/** Sends a code. The answer never tells whether an account exists. */
export const startEmail = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email/start',
  body: z.strictObject({
    projectId,
    hostOrigin: origin,
    email,
    purpose: z.enum(['login']),
    locale: z.optional(z.string().check(z.maxLength(35))),
  }),
  reply: z.strictObject({
    action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
    challengeId: id128,
    codeLength: z.union([z.literal(6), z.literal(8)]),
    expiresAt: timestamp,
    resendAt: timestamp,
    emailHint: foreignText(254),
  }),
  auth: 'proof',
})
/** Proves the code, signs in, and grants the host origin of the challenge. */
export const verifyEmail = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email/verify',
  body: z.strictObject({ challengeId: id128, code: otp }),
  reply: z.strictObject({ tokens, session }),
  auth: 'proof',
})
export const refresh = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/token',
  body: z.strictObject({ refreshToken: base64url }),
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
/** Revokes the session and deletes the device's server share. */
export const signOut = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/sign-out',
  body: z.strictObject({ keysetId: z.optional(id128) }),
  reply: nothing,
  auth: 'token',
})
/** A nonce for proofs, also in the `DPoP-Nonce` header of every answer (RFC 9449 section 8). */
export const getNonce = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/auth/v1/nonce',
  body: nothing,
  reply: z.strictObject({ nonce: base64url }),
  auth: 'none',
})

export type Wallet = z.output<typeof wallet>
export type User = z.output<typeof user>
export type Tokens = z.output<typeof tokens>
export type Session = z.output<typeof session>
