import { ChangeEmailError, NoPendingCodeError, UserRejectedError } from '@latchkey/protocol/frame'
import type { Challenge } from '@latchkey/protocol/keys'
import type { Frame } from '../Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import { createCodeFlow } from './codeFlow.ts'

/** Shows the screen; settles when it is done with, and takes away no screen but its own. */
function showCode(frame: Frame, challenge: Challenge, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      unsubscribe()
      signal.removeEventListener('abort', onAbort)
      if (frame.store.get().screen === shown) frame.store.set({ screen: { name: 'none' } })
      if (error) reject(error)
      else resolve()
    }
    const onAbort = () => settle(new UserRejectedError())
    const flow = createCodeFlow({
      challenge,
      submitCode: (code) => askKeys(frame.keys, 'submitCode', { code }),
      resendCode: () => askKeys(frame.keys, 'resendCode', {}),
      onSignedIn: () => settle(),
      onChangeEmail: () => settle(new ChangeEmailError()),
      now: frame.now,
    })
    const shown = { name: 'code', flow } as const
    frame.store.set({ screen: shown })
    signal.addEventListener('abort', onAbort)
    // A later prompt takes the screen over: the earlier one must not wait for ever.
    const unsubscribe = frame.store.subscribe(() => {
      if (frame.store.get().screen !== shown) settle(new UserRejectedError())
    })
  })
}

/**
 * Asks for the code until the person is signed in.
 *
 * @throws NoPendingCodeError, ChangeEmailError, UserRejectedError when the host takes the screen away
 */
export async function promptCode(frame: Frame, signal: AbortSignal): Promise<void> {
  const { status, granted, challenge } = await askKeys(frame.keys, 'getState', {})
  if (status === 'signedIn' && granted) return
  if (!challenge) throw new NoPendingCodeError()
  if (signal.aborted) throw new UserRejectedError()
  await showCode(frame, challenge, signal)
  await frame.keys.state()
}
