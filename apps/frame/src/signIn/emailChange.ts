import { ChangeEmailError, NoPendingCodeError, NotConnectedError } from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import type { Frame } from '../context/Frame.ts'
import { showScreen } from '../context/showScreen.ts'
import { askKeys } from '../keys/askKeys.ts'
import { createCodeFlow } from './flows/codeFlow.ts'
import { isOneOf } from './flows/isOneOf.ts'

/**
 * Asks for the code of the present step of an e-mail change.
 *
 * @throws NoPendingCodeError when no change was begun, ChangeEmailError when the person steps back, UserRejectedError when
 * the host takes the screen away, EmailTakenError, EmailChangeGoneError, AccountFrozenError, NotConnectedError
 */
export async function promptEmailChange(frame: Frame, signal: AbortSignal): Promise<EmailChangeAnswer> {
  const { emailChange } = frame.store.get()
  if (!emailChange) throw new NoPendingCodeError()
  const { action, challenge } = emailChange
  return showScreen<EmailChangeAnswer>(frame, signal, ({ resolve, reject }) => {
    const submitCode = async (code: string) => {
      try {
        resolve(await submitEmailChange(frame, code))
      } catch (error) {
        if (isChangeOver(error) || isOneOf(error, NotConnectedError)) reject(error)
        throw error
      }
    }
    const resendCode = async () => {
      const next = await askKeys(frame.keys, 'resendEmailChange', {})
      frame.store.set({ emailChange: { action, challenge: next } })
      return next
    }
    const flow = createCodeFlow({
      challenge,
      purpose: action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary',
      submitCode,
      resendCode,
      onChangeEmail: () => reject(new ChangeEmailError()),
      now: frame.now,
    })
    return { name: 'code', flow }
  })
}

/** What ends a change for good: no other code helps. */
const isChangeOver = (error: unknown): boolean =>
  isOneOf(error, http.EmailChangeGoneError, http.EmailTakenError, http.AccountFrozenError)

type EmailChangeAnswer = { next: 'VERIFY_SECONDARY_OTP' } | { next: 'DONE'; newEmail: string }

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
