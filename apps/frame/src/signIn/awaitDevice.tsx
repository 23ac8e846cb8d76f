import { NoPendingSignInError, UserRejectedError } from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import type { KeysState } from '@latchkey/protocol/keys'
import { pause } from '@latchkey/std/pause'
import type { Frame } from '../context/Frame.ts'
import type { DeviceWait, ScreenState } from '../context/ScreenState.ts'
import { askKeys } from '../keys/askKeys.ts'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import { DeviceScreen } from '../screens/signIn/DeviceScreen.tsx'
import { createDeviceFlow, type Device } from './flows/deviceFlow.ts'
import { isOneOf } from './flows/isOneOf.ts'

/** ms that the screen stays between two calls of the host, and after the last one until another screen comes. */
const LINGER = 5_000
/** ms until a service that did not answer is asked again. */
const RETRY = 3_000

const hasAnswered = ({ status, granted }: KeysState) =>
  status === 'awaitingCode' || status === 'awaitingRecovery' || (status === 'signedIn' && granted)

function hide({ store }: Frame, wait: DeviceWait): void {
  const { screen } = store.get()
  if (screen.name === 'device' && screen.wait === wait) store.set({ screen: { name: 'none' } })
}

/** The screen that is there already, or a new one. */
function openWait(frame: Frame, device: Device): DeviceWait {
  const { screen } = frame.store.get()
  if (screen.name === 'device') return screen.wait
  const left = new AbortController()
  const flow = createDeviceFlow({
    device,
    resendDevice: () => askKeys(frame.keys, 'resendDevice', {}),
    onChangeEmail: () => left.abort(),
    now: frame.now,
  })
  const draw = (props: ScreenProps) => <DeviceScreen {...props} flow={flow} />
  const wait: DeviceWait = { flow, left: left.signal, calls: 0 }
  const shown: ScreenState = { name: 'device', draw, wait }
  frame.store.set({ screen: shown })
  return wait
}

/** Takes the screen away unless the host asks again soon, or another screen has come. */
function linger(frame: Frame, wait: DeviceWait): void {
  const { calls } = wait
  setTimeout(() => {
    if (wait.calls === calls) hide(frame, wait)
  }, LINGER)
}

/** What a failure means for the call: false to be asked again, else it is thrown. */
async function afterFailure(wait: DeviceWait, error: unknown, signal: AbortSignal): Promise<false> {
  const { store } = wait.flow
  if (isOneOf(error, http.DeviceRejectedError)) store.set({ phase: 'refused', problem: null })
  else if (isOneOf(error, http.DeviceGoneError)) store.set({ phase: 'expired', problem: null })
  else if (isOneOf(error, http.ServiceUnreachableError, http.RateLimitedError, http.MailUnavailableError)) {
    store.set({ problem: isOneOf(error, http.MailUnavailableError) ? 'mail' : 'unreachable' })
    await pause(RETRY, signal)
    return false
  }
  throw error
}

/**
 * One call of the host: waits up to 25 s for the answer from the mailbox, with the number on the screen. The screen stays
 * between two calls.
 *
 * @returns whether a code is on its way; the host asks again otherwise
 * @throws NoPendingSignInError, UserRejectedError when the host or the person leaves, DeviceRejectedError, DeviceGoneError
 */
export async function awaitDevice(frame: Frame, signal: AbortSignal): Promise<boolean> {
  const state = await askKeys(frame.keys, 'getState', {})
  if (hasAnswered(state)) return true
  if (!state.device) throw new NoPendingSignInError()
  if (signal.aborted) throw new UserRejectedError()
  const wait = openWait(frame, state.device)
  wait.calls += 1
  const gone = AbortSignal.any([signal, wait.left])
  try {
    const isVerified = await ask(frame, wait, gone)
    if (gone.aborted) throw new UserRejectedError()
    return isVerified
  } catch (error) {
    if (!gone.aborted) throw error
    hide(frame, wait)
    if (wait.left.aborted) await askKeys(frame.keys, 'cancelLogin', {}).catch(() => undefined)
    throw new UserRejectedError()
  } finally {
    linger(frame, wait)
  }
}

async function ask(frame: Frame, wait: DeviceWait, gone: AbortSignal): Promise<boolean> {
  const { store } = wait.flow
  try {
    const state = await askKeys(frame.keys, 'checkDevice', {}, gone)
    const isVerified = hasAnswered(state)
    const next = state.device ? { device: state.device } : {}
    store.set({ ...next, phase: isVerified ? 'approved' : 'waiting', problem: null })
    return isVerified
  } catch (error) {
    if (gone.aborted) throw error
    return afterFailure(wait, error, gone)
  }
}
