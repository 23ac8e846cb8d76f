import * as z from 'zod/mini'
import { defineMethod } from '../schema/defineMethod.ts'
import { email, foreignText, nothing, otp } from '../schema/primitives.ts'

/**
 * @throws TooSoonError, TooManyCodesError, MailUnavailableError, ServiceUnreachableError, TooManyFailuresError,
 *   DevicePendingLimitError, DeviceRejectedError; SocialUnavailableError where the project has turned e-mail off
 */
const connectEmail = /* @__PURE__ */ defineMethod({
  name: 'connectEmail',
  params: () => z.strictObject({ email: email() }),
  result: () =>
    z.strictObject({
      /** What comes next. It depends on this partition's own state and the project's policy, never on whether an account exists. */
      action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      emailHint: foreignText(254),
    }),
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
/**
 * Waits up to 25 s for the person's answer from the mailbox.
 *
 * @throws NoPendingSignInError, UserRejectedError, DeviceRejectedError, DeviceGoneError, MailUnavailableError,
 *   ServiceUnreachableError
 */
const connectDevice = /* @__PURE__ */ defineMethod({
  name: 'connectDevice',
  params: nothing,
  /** Not yet: ask again. The frame shows its own screen with the number meanwhile. */
  result: () => z.strictObject({ isVerified: z.boolean() }),
  policy: { access: 'open', ui: 'prompt' },
  timeout: 30_000,
})
/**
 * The host passes the code itself. Refused unless the project allows it.
 *
 * @throws HeadlessOtpNotAllowedError, NoPendingCodeError, WrongCodeError, CodeLockedError, CodeExpiredError,
 *   ServiceUnreachableError; RecoveryNeededError where the code was right and `promptRecovery` is next
 */
const connectOtp = /* @__PURE__ */ defineMethod({
  name: 'connectOtp',
  params: () => z.strictObject({ otp: otp() }),
  result: nothing,
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
/**
 * The frame shows its own code screen and answers when the person is signed in.
 *
 * @throws ChangeEmailError, UserRejectedError, NoPendingCodeError, WrongCodeError, CodeLockedError,
 *   CodeExpiredError, ServiceUnreachableError, AccountFrozenError, AccountHeldError, DeviceRejectedError,
 *   DeviceGoneError
 */
const promptOtp = /* @__PURE__ */ defineMethod({
  name: 'promptOtp',
  params: nothing,
  result: nothing,
  policy: { access: 'open', ui: 'prompt' },
  timeout: null,
})

/**
 * Refused, as the three methods after it: the address is changed on the wallet's own page alone (docs/decisions/0043).
 *
 * @throws AccountPageOnlyError, NotConnectedError
 */
const updateEmail = /* @__PURE__ */ defineMethod({
  name: 'updateEmail',
  params: () => z.strictObject({ email: email() }),
  result: () => z.strictObject({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
/** @throws AccountPageOnlyError, NotConnectedError */
const updateEmailPrimaryOtp = /* @__PURE__ */ defineMethod({
  name: 'updateEmailPrimaryOtp',
  params: () => z.strictObject({ otp: otp() }),
  result: nothing,
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
/** @throws AccountPageOnlyError, NotConnectedError */
const updateEmailSecondaryOtp = /* @__PURE__ */ defineMethod({
  name: 'updateEmailSecondaryOtp',
  params: () => z.strictObject({ otp: otp() }),
  result: () => z.strictObject({ newEmail: email() }),
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
/** @throws AccountPageOnlyError, NotConnectedError */
const promptUpdateEmail = /* @__PURE__ */ defineMethod({
  name: 'promptUpdateEmail',
  params: nothing,
  result: () =>
    z.union([
      z.strictObject({ next: z.literal('VERIFY_SECONDARY_OTP') }),
      z.strictObject({ next: z.literal('DONE'), newEmail: email() }),
    ]),
  policy: { access: 'granted', ui: 'prompt' },
  timeout: null,
})

export const emailLoginMethods = {
  connectEmail,
  connectDevice,
  connectOtp,
  promptOtp,
  updateEmail,
  updateEmailPrimaryOtp,
  updateEmailSecondaryOtp,
  promptUpdateEmail,
}
