import * as z from 'zod/mini'
import { defineEvent, defineMethod } from '../defineMethod.ts'
import * as http from '../http/errors.ts'
import { account, email, foreignText, id128, nothing, otp, timestamp } from '../primitives.ts'
import { NoChallengeError, RoundTripError, SignedOutError } from './errors.ts'

export const challenge = z.strictObject({
  emailHint: foreignText(254),
  codeLength: z.union([z.literal(6), z.literal(8)]),
  expiresAt: timestamp,
  resendAt: timestamp,
})
export const state = z.strictObject({
  status: z.enum(['signedOut', 'awaitingCode', 'signedIn']),
  user: z.nullable(z.strictObject({ id: id128, email, emailHint: foreignText(254) })),
  accounts: z.array(account).check(z.maxLength(16)),
  /** The user connected the host origin that this frame was opened by. */
  granted: z.boolean(),
  challenge: z.nullable(challenge),
  /** Browser storage works here; if not, the session ends with the page. */
  persistent: z.boolean(),
})

const reach = [http.ServiceUnreachableError, http.RateLimitedError, http.InvalidProofError] as const

export const getState = /* @__PURE__ */ defineMethod({
  name: 'getState',
  params: nothing,
  result: state,
  errors: [],
  policy: { access: 'open', ui: 'none' },
  timeout: 10_000,
})
/** Checks the stored session with the service; answers with what holds then. */
export const syncSession = /* @__PURE__ */ defineMethod({
  name: 'syncSession',
  params: nothing,
  result: state,
  errors: [...reach],
  policy: { access: 'open', ui: 'none' },
  timeout: 15_000,
})
/** Sends a code. A live challenge for the same address is answered again without a new mail when `resend` is false. */
export const startEmail = /* @__PURE__ */ defineMethod({
  name: 'startEmail',
  params: z.strictObject({
    email,
    resend: z.boolean(),
    locale: z.optional(z.string().check(z.maxLength(35))),
  }),
  result: z.strictObject({
    action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
    challenge: z.nullable(challenge),
  }),
  errors: [...reach, http.TooSoonError, http.TooManyCodesError, http.MailUnavailableError],
  policy: { access: 'open', ui: 'none' },
  timeout: 25_000,
})
/** Sends a new code to the address of the live challenge. */
export const resendCode = /* @__PURE__ */ defineMethod({
  name: 'resendCode',
  params: nothing,
  result: challenge,
  errors: [...reach, NoChallengeError, http.TooSoonError, http.TooManyCodesError, http.MailUnavailableError],
  policy: { access: 'open', ui: 'none' },
  timeout: 25_000,
})
/** Signs in, and creates the wallet or fetches it onto this device. */
export const submitCode = /* @__PURE__ */ defineMethod({
  name: 'submitCode',
  params: z.strictObject({ code: otp }),
  result: state,
  errors: [
    ...reach,
    NoChallengeError,
    http.WrongCodeError,
    http.CodeLockedError,
    http.CodeExpiredError,
    http.ChallengeGoneError,
    RoundTripError,
  ],
  policy: { access: 'open', ui: 'none' },
  timeout: 25_000,
})
/** Wipes this partition at once; tells the service as far as it answers. */
export const signOut = /* @__PURE__ */ defineMethod({
  name: 'signOut',
  params: nothing,
  result: nothing,
  errors: [SignedOutError],
  policy: { access: 'open', ui: 'none' },
  timeout: 2_500,
})
export const stateChanged = /* @__PURE__ */ defineEvent({ name: 'stateChanged', payload: state })

export type KeysState = z.output<typeof state>
export type Challenge = z.output<typeof challenge>
