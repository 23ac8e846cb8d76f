import { ChangeEmailError, NoPendingCodeError } from '@latchkey/protocol/frame'
import { AccountFrozenError, AccountHeldError } from '@latchkey/protocol/http'
import type { Challenge, KeysState } from '@latchkey/protocol/keys'
import type { Frame } from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'
import { showScreen } from '../context/showScreen.ts'
import { askKeys } from '../keys/askKeys.ts'
import { createCodeFlow } from './flows/codeFlow.ts'
import { isOneOf } from './flows/isOneOf.ts'

/**
 * Loads the ways to sign in other than by a code, and recovery, with what draws their screens.
 *
 * @throws ServiceUnreachableError when they cannot be loaded; the next call tries again
 */
export async function loadSignIn(frame: Frame) {
  const [{ signIn }] = await Promise.all([loadPart(() => import('./signIn.tsx')), frame.draw()])
  return signIn
}

function showCode(frame: Frame, challenge: Challenge, signal: AbortSignal): Promise<KeysState> {
  return showScreen<KeysState>(frame, signal, ({ resolve, reject }) => {
    const submitCode = async (code: string) => {
      try {
        const state = await askKeys(frame.keys, 'submitCode', { code })
        resolve(state, state.status === 'awaitingRecovery')
      } catch (error) {
        // Another code would not help: the host tells what holds.
        if (isOneOf(error, AccountFrozenError, AccountHeldError)) reject(error)
        throw error
      }
    }
    const flow = createCodeFlow({
      challenge,
      submitCode,
      resendCode: () => askKeys(frame.keys, 'resendCode', {}),
      onChangeEmail: () => reject(new ChangeEmailError()),
      now: frame.now,
    })
    return { name: 'code', flow }
  })
}

/** The mailbox is asked before the code, also when the page was loaded anew meanwhile. */
async function awaitMailbox(frame: Frame, signal: AbortSignal): Promise<KeysState> {
  const { awaitDevice } = await loadSignIn(frame)
  let isVerified = false
  while (!isVerified) isVerified = await awaitDevice(frame, signal)
  return askKeys(frame.keys, 'getState', {})
}

/**
 * Asks for the code until the person is signed in, with a protected wallet open on this device.
 *
 * @throws NoPendingCodeError, ChangeEmailError, UserRejectedError when the host takes the screen away, AccountFrozenError,
 * AccountHeldError, DeviceRejectedError, DeviceGoneError, ServiceUnreachableError
 */
export async function promptCode(frame: Frame, signal: AbortSignal): Promise<void> {
  let state = await askKeys(frame.keys, 'getState', {})
  if (state.status === 'signedIn' && state.granted) return
  if (state.status === 'awaitingDevice') state = await awaitMailbox(frame, signal)
  if (state.status !== 'awaitingRecovery') {
    if (!state.challenge) throw new NoPendingCodeError()
    await frame.draw()
    state = await showCode(frame, state.challenge, signal)
  }
  if (state.status === 'awaitingRecovery') await (await loadSignIn(frame)).recoverWallet(frame, signal)
  await frame.keys.state()
}
