import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { base64url, email, foreignText, id128, nothing, otp, timestamp } from '../schema/primitives.ts'

export const codeSent = /* @__PURE__ */ once(() =>
  z.strictObject({
    challengeId: id128(),
    codeLength: z.union([z.literal(6), z.literal(8)]),
    expiresAt: timestamp(),
    resendAt: timestamp(),
    emailHint: foreignText(254),
  }),
)

/**
 * Asks, for up to 20 s, whether the person has answered from the mailbox. The first answer after the approval sends the code.
 *
 * Errors: DeviceRejectedError, DeviceGoneError.
 */
export const checkDevice = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/device/check',
  body: () => z.strictObject({ challengeId: id128() }),
  reply: () =>
    z.union([
      z.strictObject({ status: z.literal('pending') }),
      z.strictObject({ status: z.literal('approved'), challenge: codeSent() }),
    ]),
  auth: 'proof',
})
/** What the approval page shows of a request. The token came in the mail, in a fragment. */
export const readDeviceRequest = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/device/read',
  body: () => z.strictObject({ token: base64url() }),
  reply: () =>
    z.strictObject({
      number: z.string().check(z.regex(/^[0-9]{2}$/)),
      hostOrigin: foreignText(255),
      projectName: foreignText(64),
      browser: foreignText(64),
      /** Network of the asker, such as `203.0.113.0/24`. */
      place: foreignText(64),
      requestedAt: timestamp(),
      expiresAt: timestamp(),
    }),
  auth: 'none',
})
/** One answer. Rejecting freezes the asker for a day. */
export const answerDeviceRequest = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/device/answer',
  body: () => z.strictObject({ token: base64url(), answer: z.enum(['approve', 'reject']) }),
  reply: nothing,
  auth: 'none',
})
/** The link "this was not me" of a new-device mail, and the link that reverts an e-mail change: what they would do. */
export const readMailLink = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/mail-link/read',
  body: () => z.strictObject({ token: base64url() }),
  reply: () =>
    z.strictObject({
      kind: z.enum(['not-me', 'revert-email']),
      at: timestamp(),
      facts: z.record(z.string().check(z.maxLength(32)), foreignText(255)),
    }),
  auth: 'none',
})
/** Does it: freezes the account, or puts the earlier address back. */
export const useMailLink = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/mail-link/use',
  body: () => z.strictObject({ token: base64url() }),
  reply: nothing,
  auth: 'none',
})

/**
 * Starts a change of the e-mail address: a code to the present one first, if there is one. Needs no fresh login: two codes are asked.
 */
export const startEmailChange = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email-change/start',
  body: () => z.strictObject({ email: email(), locale: z.optional(z.string().check(z.maxLength(35))) }),
  reply: () =>
    z.strictObject({
      action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
      changeId: id128(),
      challenge: codeSent(),
    }),
  auth: 'token',
})
/** The code of the present address; sends one to the new address. */
export const verifyEmailPrimary = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email-change/primary',
  body: () => z.strictObject({ changeId: id128(), code: otp() }),
  reply: () => z.strictObject({ challenge: codeSent() }),
  auth: 'token',
})
/** The code of the new address: the change is made, the old address is told, export and recovery are held. Errors: EmailTakenError. */
export const verifyEmailSecondary = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email-change/secondary',
  body: () => z.strictObject({ changeId: id128(), code: otp() }),
  reply: () => z.strictObject({ newEmail: email(), emailHint: foreignText(254) }),
  auth: 'token',
})
/** Sends the code of the present step again. */
export const resendEmailChange = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/email-change/resend',
  body: () => z.strictObject({ changeId: id128() }),
  reply: () => z.strictObject({ challenge: codeSent() }),
  auth: 'token',
})
