import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineEvent, defineMethod } from '../schema/defineMethod.ts'
import {
  account,
  email,
  foreignText,
  nothing,
  otp,
  recoveryKind,
  tier,
  timestamp,
  user,
} from '../schema/primitives.ts'

export const challenge = /* @__PURE__ */ once(() =>
  z.strictObject({
    emailHint: foreignText(254),
    codeLength: z.union([z.literal(6), z.literal(8)]),
    expiresAt: timestamp(),
    resendAt: timestamp(),
  }),
)
export const state = /* @__PURE__ */ once(() =>
  z.strictObject({
    /**
     * `awaitingDevice`: the person must answer from the mailbox first. `awaitingRecovery`: signed in, but the protected wallet
     * is not on this device yet.
     */
    status: z.enum(['signedOut', 'awaitingDevice', 'awaitingCode', 'awaitingRecovery', 'signedIn']),
    user: z.nullable(user()),
    accounts: z.array(account()).check(z.maxLength(16)),
    /** The user connected the host origin that this frame was opened by. */
    granted: z.boolean(),
    /** The user agreed that this host origin knows the e-mail address. */
    emailShared: z.boolean(),
    challenge: z.nullable(challenge()),
    /** With `awaitingDevice`. */
    device: z.nullable(
      z.strictObject({
        number: z.string().check(z.regex(/^[0-9]{2}$/)),
        emailHint: foreignText(254),
        expiresAt: timestamp(),
      }),
    ),
    /** With `awaitingRecovery`: what opens the wallet. */
    recovery: z.array(recoveryKind()).check(z.maxLength(2)),
    /** null while nobody is signed in. */
    tier: z.nullable(tier()),
    /** Browser storage works here; if not, the session ends with the page. */
    persistent: z.boolean(),
  }),
)

export const getState = /* @__PURE__ */ defineMethod({
  name: 'getState',
  params: nothing,
  result: state,
  policy: { access: 'open', ui: 'none' },
  timeout: 10_000,
})
/**
 * Checks the stored session with the service; answers with what holds then.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError
 */
export const syncSession = /* @__PURE__ */ defineMethod({
  name: 'syncSession',
  params: nothing,
  result: state,
  policy: { access: 'open', ui: 'none' },
  timeout: 15_000,
})
/**
 * Sends a code. A live challenge for the same address is answered again without a new mail when `resend` is false.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, TooSoonError, TooManyCodesError,
 *   MailUnavailableError, TooManyFailuresError, DevicePendingLimitError, DeviceRejectedError; SocialUnavailableError
 *   where the project has turned e-mail off
 */
export const startEmail = /* @__PURE__ */ defineMethod({
  name: 'startEmail',
  params: () =>
    z.strictObject({
      email: email(),
      resend: z.boolean(),
      locale: z.optional(z.string().check(z.maxLength(35))),
    }),
  result: () =>
    z.strictObject({
      action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      challenge: z.nullable(challenge()),
    }),
  policy: { access: 'open', ui: 'none' },
  timeout: 25_000,
})
/**
 * Sends the mail of the device request again, with a new number.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, TooSoonError, TooManyCodesError,
 *   MailUnavailableError, TooManyFailuresError, DevicePendingLimitError, DeviceRejectedError, NothingPendingError
 */
export const resendDevice = /* @__PURE__ */ defineMethod({
  name: 'resendDevice',
  params: nothing,
  result: state,
  policy: { access: 'open', ui: 'none' },
  timeout: 25_000,
})
/**
 * Waits up to 20 s for the answer from the mailbox; answers with what holds then (`awaitingDevice` still, or `awaitingCode`).
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, NothingPendingError, DeviceRejectedError,
 *   DeviceGoneError, MailUnavailableError
 */
export const checkDevice = /* @__PURE__ */ defineMethod({
  name: 'checkDevice',
  params: nothing,
  result: state,
  policy: { access: 'open', ui: 'none' },
  timeout: 25_000,
})
/** Gives up what is under way: a code, a device request, a social login, a join. The session stays. */
export const cancelLogin = /* @__PURE__ */ defineMethod({
  name: 'cancelLogin',
  params: nothing,
  result: state,
  policy: { access: 'open', ui: 'none' },
  timeout: 5_000,
})
/**
 * Sends a new code to the address of the live challenge.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, NoChallengeError, TooSoonError,
 *   TooManyCodesError, MailUnavailableError
 */
export const resendCode = /* @__PURE__ */ defineMethod({
  name: 'resendCode',
  params: nothing,
  result: challenge,
  policy: { access: 'open', ui: 'none' },
  timeout: 25_000,
})
/**
 * Signs in, and creates the wallet or fetches it onto this device.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, NoChallengeError, WrongCodeError,
 *   CodeLockedError, CodeExpiredError, ChallengeGoneError, AccountFrozenError, AccountHeldError, RoundTripError
 */
export const submitCode = /* @__PURE__ */ defineMethod({
  name: 'submitCode',
  params: () => z.strictObject({ code: otp() }),
  result: state,
  policy: { access: 'open', ui: 'none' },
  timeout: 25_000,
})
/**
 * Wipes this partition at once; tells the service as far as it answers.
 *
 * @throws SignedOutError
 */
export const signOut = /* @__PURE__ */ defineMethod({
  name: 'signOut',
  params: nothing,
  result: nothing,
  policy: { access: 'open', ui: 'none' },
  timeout: 2_500,
})
/**
 * Writes down that the host origin may know the e-mail address that the person has seen, until the session ends.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, SignedOutError, InvalidTokenError,
 *   OriginNotAllowedError, EmailReplacedError
 */
export const shareEmail = /* @__PURE__ */ defineMethod({
  name: 'shareEmail',
  params: () => z.strictObject({ email: email() }),
  result: state,
  policy: { access: 'granted', ui: 'none' },
  timeout: 25_000,
})
export const stateChanged = /* @__PURE__ */ defineEvent({ name: 'stateChanged', payload: state })

export type KeysState = z.output<ReturnType<typeof state>>
export type Challenge = z.output<ReturnType<typeof challenge>>
