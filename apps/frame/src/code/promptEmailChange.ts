import { ChangeEmailError, NoPendingCodeError, NotConnectedError } from '@latchkey/protocol/frame'
import type { Frame } from '../Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import { isOneOf } from '../signIn/isOneOf.ts'
import { showScreen } from '../signIn/showScreen.ts'
import { createCodeFlow } from './codeFlow.ts'
import { type EmailChangeAnswer, isChangeOver, submitEmailChange } from './submitEmailChange.ts'

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
