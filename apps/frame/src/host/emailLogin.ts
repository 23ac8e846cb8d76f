import { HeadlessOtpNotAllowedError, RecoveryNeededError } from '@latchkey/protocol/frame'
import { AccountPageOnlyError } from '@latchkey/protocol/http'
import { askKeys } from '../keys/askKeys.ts'
import { loadSignIn, promptCode } from '../signIn/promptCode.ts'
import type { Makers } from './Makers.ts'

/** The address is changed on the wallet's own page alone: a page could ask for it with other words around it. */
const onAccountPage = () => async (): Promise<never> => {
  throw new AccountPageOnlyError()
}

/** The sign-in by e-mail. */
export const emailLoginHandlers = {
  /** Has a code sent, or signs in at once where this browser is signed in and the site is connected. */
  connectEmail:
    (frame) =>
    async ({ email }, { signal }) => {
      const locale = frame.store.getState().locale.tag
      const answer = await askKeys(frame.keys, 'startEmail', { email, resend: false, locale }, signal)
      const state = await frame.keys.state()
      const emailHint = answer.challenge?.emailHint ?? state.device?.emailHint ?? state.user?.emailHint ?? ''
      return { action: answer.action, emailHint }
    },

  /** Waits for the answer from the mailbox, with the number on the wallet's own screen. */
  connectDevice:
    (frame) =>
    async (_, { signal }) => ({ isVerified: await (await loadSignIn(frame)).awaitDevice(frame, signal) }),

  /** Takes a code that the host collected itself: only for a project that allows it. */
  connectOtp:
    (frame) =>
    async ({ otp }) => {
      if (!frame.config.headlessOtp) throw new HeadlessOtpNotAllowedError()
      const { status } = await askKeys(frame.keys, 'submitCode', { code: otp })
      await frame.keys.state()
      if (status === 'awaitingRecovery') throw new RecoveryNeededError()
      return {}
    },

  /** Shows the wallet's own code screen. */
  promptOtp:
    (frame) =>
    async (_, { signal }) => {
      await promptCode(frame, signal)
      return {}
    },

  updateEmail: onAccountPage,
  updateEmailPrimaryOtp: onAccountPage,
  updateEmailSecondaryOtp: onAccountPage,
  promptUpdateEmail: onAccountPage,
} satisfies Partial<Makers>
