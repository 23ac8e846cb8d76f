import { askKeys } from '../keys/askKeys.ts'
import type { Handler } from './Handler.ts'

/** Has a code sent, or signs in at once where this browser is signed in and the site is connected. */
export const connectEmail: Handler<'connectEmail'> =
  (frame) =>
  async ({ email }, { signal }) => {
    const locale = frame.store.get().locale.tag
    const answer = await askKeys(frame.keys, 'startEmail', { email, resend: false, locale }, signal)
    const state = await frame.keys.state()
    const emailHint = answer.challenge?.emailHint ?? state.device?.emailHint ?? state.user?.emailHint ?? ''
    return { action: answer.action, emailHint }
  }
