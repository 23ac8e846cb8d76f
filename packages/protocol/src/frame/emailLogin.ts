import * as z from 'zod/mini'
import { defineMethod } from '../defineMethod.ts'
import * as http from '../http/errors.ts'
import { email, foreignText, nothing, otp } from '../primitives.ts'
import {
  ChangeEmailError,
  HeadlessOtpNotAllowedError,
  NoPendingCodeError,
  NotAvailableError,
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
  ],
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
export const connectDevice = /* @__PURE__ */ defineMethod({
  name: 'connectDevice',
  params: nothing,
  result: nothing,
  errors: [NotAvailableError],
  policy: { access: 'open', ui: 'none' },
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
  errors: [ChangeEmailError, UserRejectedError, ...codeErrors],
  policy: { access: 'open', ui: 'prompt' },
  timeout: null,
})
export const updateEmail = /* @__PURE__ */ defineMethod({
  name: 'updateEmail',
  params: z.strictObject({ email }),
  result: z.strictObject({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  errors: [NotAvailableError],
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
export const updateEmailPrimaryOtp = /* @__PURE__ */ defineMethod({
  name: 'updateEmailPrimaryOtp',
  params: z.strictObject({ otp }),
  result: nothing,
  errors: [NotAvailableError],
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
export const updateEmailSecondaryOtp = /* @__PURE__ */ defineMethod({
  name: 'updateEmailSecondaryOtp',
  params: z.strictObject({ otp }),
  result: z.strictObject({ newEmail: email }),
  errors: [NotAvailableError],
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
