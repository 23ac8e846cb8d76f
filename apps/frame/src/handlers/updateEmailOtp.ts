import { HeadlessOtpNotAllowedError, NoPendingCodeError } from '@latchkey/protocol/frame'
import type { Frame } from '../Frame.ts'
import { loadSignIn } from '../signIn/loadSignIn.ts'
import type { Handler } from './Handler.ts'

/** A code that the host collected itself: only for a project that allows it, and only for the step that it names. */
async function submit(frame: Frame, otp: string, action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP') {
  if (!frame.config.headlessOtp) throw new HeadlessOtpNotAllowedError()
  if (frame.store.get().emailChange?.action !== action) throw new NoPendingCodeError()
  return (await loadSignIn()).submitEmailChange(frame, otp)
}

/** The code of the present address. */
export const updateEmailPrimaryOtp: Handler<'updateEmailPrimaryOtp'> =
  (frame) =>
  async ({ otp }) => {
    await submit(frame, otp, 'VERIFY_PRIMARY_OTP')
    return {}
  }

/** The code of the new address. */
export const updateEmailSecondaryOtp: Handler<'updateEmailSecondaryOtp'> =
  (frame) =>
  async ({ otp }) => {
    const answer = await submit(frame, otp, 'VERIFY_SECONDARY_OTP')
    if (answer.next !== 'DONE') throw new NoPendingCodeError()
    return { newEmail: answer.newEmail }
  }
