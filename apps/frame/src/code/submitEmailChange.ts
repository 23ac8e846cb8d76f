import * as http from '@latchkey/protocol/http'
import type { Frame } from '../Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import { isOneOf } from '../signIn/isOneOf.ts'

/** What ends a change for good: no other code helps. */
export const isChangeOver = (error: unknown): boolean =>
  isOneOf(error, http.EmailChangeGoneError, http.EmailTakenError, http.AccountFrozenError)

export type EmailChangeAnswer = { next: 'VERIFY_SECONDARY_OTP' } | { next: 'DONE'; newEmail: string }

/** Hands over the code of the present step, and remembers which step is next. */
export async function submitEmailChange(frame: Frame, code: string): Promise<EmailChangeAnswer> {
  try {
    const answer = await askKeys(frame.keys, 'submitEmailChange', { code })
    if (answer.next === 'DONE') {
      frame.store.set({ emailChange: null })
      await frame.keys.state()
      return { next: answer.next, newEmail: answer.newEmail }
    }
    const { next, challenge } = answer
    frame.store.set({ emailChange: { action: next, challenge } })
    return { next }
  } catch (error) {
    if (isChangeOver(error)) frame.store.set({ emailChange: null })
    throw error
  }
}
