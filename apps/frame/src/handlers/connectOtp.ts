import { HeadlessOtpNotAllowedError } from '@latchkey/protocol/frame'
import { askKeys } from '../keys/askKeys.ts'
import type { Handler } from './Handler.ts'

/** Takes a code that the host collected itself: only for a project that allows it. */
export const connectOtp: Handler<'connectOtp'> =
  (frame) =>
  async ({ otp }) => {
    if (!frame.config.headlessOtp) throw new HeadlessOtpNotAllowedError()
    await askKeys(frame.keys, 'submitCode', { code: otp })
    await frame.keys.state()
    return {}
  }
