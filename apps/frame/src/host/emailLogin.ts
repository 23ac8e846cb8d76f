import { HeadlessOtpNotAllowedError, NoPendingCodeError } from '@latchkey/protocol/frame'
import type { Frame } from '../context/Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import { loadSignIn, promptCode } from '../signIn/promptCode.ts'
import type { Makers } from './Makers.ts'

/** A code that the host collected itself: only for a project that allows it, and only for the step that it names. */
async function submit(frame: Frame, otp: string, action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP') {
  if (!frame.config.headlessOtp) throw new HeadlessOtpNotAllowedError()
  if (frame.store.get().emailChange?.action !== action) throw new NoPendingCodeError()
  return (await loadSignIn()).submitEmailChange(frame, otp)
}

/** The sign-in by e-mail, and the change of the address. */
export const emailLoginHandlers = {
  /** Has a code sent, or signs in at once where this browser is signed in and the site is connected. */
  connectEmail:
    (frame) =>
    async ({ email }, { signal }) => {
      const locale = frame.store.get().locale.tag
      const answer = await askKeys(frame.keys, 'startEmail', { email, resend: false, locale }, signal)
      const state = await frame.keys.state()
      const emailHint = answer.challenge?.emailHint ?? state.device?.emailHint ?? state.user?.emailHint ?? ''
      return { action: answer.action, emailHint }
    },

  /** Waits for the answer from the mailbox, with the number on the wallet's own screen. */
  connectDevice:
    (frame) =>
    async (_, { signal }) => ({ isVerified: await (await loadSignIn()).awaitDevice(frame, signal) }),

  /** Takes a code that the host collected itself: only for a project that allows it. */
  connectOtp:
    (frame) =>
    async ({ otp }) => {
      if (!frame.config.headlessOtp) throw new HeadlessOtpNotAllowedError()
      await askKeys(frame.keys, 'submitCode', { code: otp })
      await frame.keys.state()
      return {}
    },

  /** Shows the wallet's own code screen. */
  promptOtp:
    (frame) =>
    async (_, { signal }) => {
      await promptCode(frame, signal)
      return {}
    },

  /** Begins a change of the e-mail address: first a code to the present one, if there is one. */
  updateEmail:
    (frame) =>
    async ({ email }, { signal }) => {
      const locale = frame.store.get().locale.tag
      const emailChange = await askKeys(frame.keys, 'startEmailChange', { email, locale }, signal)
      frame.store.set({ emailChange })
      return { action: emailChange.action }
    },

  /** The code of the present address. */
  updateEmailPrimaryOtp:
    (frame) =>
    async ({ otp }) => {
      await submit(frame, otp, 'VERIFY_PRIMARY_OTP')
      return {}
    },

  /** The code of the new address. */
  updateEmailSecondaryOtp:
    (frame) =>
    async ({ otp }) => {
      const answer = await submit(frame, otp, 'VERIFY_SECONDARY_OTP')
      if (answer.next !== 'DONE') throw new NoPendingCodeError()
      return { newEmail: answer.newEmail }
    },

  /** Shows the wallet's own code screen for the step that `updateEmail` began. */
  promptUpdateEmail:
    (frame) =>
    async (_, { signal }) =>
      (await loadSignIn()).promptEmailChange(frame, signal),
} satisfies Partial<Makers>
