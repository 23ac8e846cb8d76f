import * as z from 'zod/mini'
import * as http from '../http/errors.ts'
import { defineMethod } from '../schema/defineMethod.ts'
import { email, foreignText, nothing, otp } from '../schema/primitives.ts'
import {
  ChangeEmailError,
  HeadlessOtpNotAllowedError,
  NoPendingCodeError,
  NoPendingSignInError,
  NotConnectedError,
  UserRejectedError,
} from './errors.ts'

const codeErrors = [
  NoPendingCodeError,
  http.WrongCodeError,
  http.CodeLockedError,
  http.CodeExpiredError,
  http.ServiceUnreachableError,
] as const

export const connectEmail = /* @__PURE__ */ defineMethod({
  name: 'connectEmail',
  params: z.strictObject({ email }),
  result: z.strictObject({
    /** What comes next. It depends on this partition's own state and the project's policy, never on whether an account exists. */
    action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
    emailHint: foreignText(254),
  }),
  errors: [
    http.TooSoonError,
    http.TooManyCodesError,
    http.MailUnavailableError,
    http.ServiceUnreachableError,
    http.TooManyFailuresError,
    http.DevicePendingLimitError,
    http.DeviceRejectedError,
  ],
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
/** Waits up to 25 s for the person's answer from the mailbox. */
export const connectDevice = /* @__PURE__ */ defineMethod({
  name: 'connectDevice',
  params: nothing,
  /** Not yet: ask again. The frame shows its own screen with the number meanwhile. */
  result: z.strictObject({ isVerified: z.boolean() }),
  errors: [
    NoPendingSignInError,
    UserRejectedError,
    http.DeviceRejectedError,
    http.DeviceGoneError,
    http.MailUnavailableError,
    http.ServiceUnreachableError,
  ],
  policy: { access: 'open', ui: 'prompt' },
  timeout: 30_000,
})
/** The host passes the code itself. Refused unless the project allows it. */
export const connectOtp = /* @__PURE__ */ defineMethod({
  name: 'connectOtp',
  params: z.strictObject({ otp }),
  result: nothing,
  errors: [HeadlessOtpNotAllowedError, ...codeErrors],
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
/** The frame shows its own code screen and answers when the person is signed in. */
export const promptOtp = /* @__PURE__ */ defineMethod({
  name: 'promptOtp',
  params: nothing,
  result: nothing,
  errors: [
    ChangeEmailError,
    UserRejectedError,
    ...codeErrors,
    http.AccountFrozenError,
    http.AccountHeldError,
    http.DeviceRejectedError,
    http.DeviceGoneError,
  ],
  policy: { access: 'open', ui: 'prompt' },
  timeout: null,
})
const emailChangeErrors = [
  ...codeErrors,
  NotConnectedError,
  UserRejectedError,
  http.TooSoonError,
  http.TooManyCodesError,
  http.MailUnavailableError,
  http.EmailChangeGoneError,
  http.EmailTakenError,
  http.AccountFrozenError,
] as const

export const updateEmail = /* @__PURE__ */ defineMethod({
  name: 'updateEmail',
  params: z.strictObject({ email }),
  result: z.strictObject({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  errors: emailChangeErrors,
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
/** The host passes the code of the present address itself. Refused unless the project allows it. */
export const updateEmailPrimaryOtp = /* @__PURE__ */ defineMethod({
  name: 'updateEmailPrimaryOtp',
  params: z.strictObject({ otp }),
  result: nothing,
  errors: [HeadlessOtpNotAllowedError, ...emailChangeErrors],
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
export const updateEmailSecondaryOtp = /* @__PURE__ */ defineMethod({
  name: 'updateEmailSecondaryOtp',
  params: z.strictObject({ otp }),
  result: z.strictObject({ newEmail: email }),
  errors: [HeadlessOtpNotAllowedError, ...emailChangeErrors],
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
/** The frame shows its own code screen for the step that `updateEmail` began; `DONE` carries the address that the host asked for. */
export const promptUpdateEmail = /* @__PURE__ */ defineMethod({
  name: 'promptUpdateEmail',
  params: nothing,
  result: z.union([
    z.strictObject({ next: z.literal('VERIFY_SECONDARY_OTP') }),
    z.strictObject({ next: z.literal('DONE'), newEmail: email }),
  ]),
  errors: emailChangeErrors,
  policy: { access: 'granted', ui: 'prompt' },
  timeout: null,
})
