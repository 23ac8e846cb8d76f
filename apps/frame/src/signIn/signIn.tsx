import { NoPendingSignInError, UserRejectedError } from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import type { KeysState } from '@latchkey/protocol/keys'
import { anySignal } from '@latchkey/std/deadline'
import { pause } from '@latchkey/std/pause'
import type { Device, DeviceWait, Frame, ScreenState } from '../context/Frame.ts'
import { showScreen } from '../context/showScreen.ts'
import { askKeys } from '../keys/askKeys.ts'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import { DeviceScreen } from '../screens/signIn/DeviceScreen.tsx'
import { FarcasterScreen } from '../screens/signIn/FarcasterScreen.tsx'
import { RecoveryScreen } from '../screens/signIn/RecoveryScreen.tsx'
import { createDeviceFlow, DEVICE_RETRY, passingProblem } from './flows/deviceFlow.ts'
import { createFarcasterFlow } from './flows/farcasterFlow.ts'
import { isOneOf } from './flows/isOneOf.ts'
import { createRecoveryFlow, type RecoveryState, recoveryProblemOf, userLabel } from './flows/recoveryFlow.ts'
import { finishSocial, openDoor } from './socialDoor.ts'
import '../screens/signIn/signIn.css'

/** ms that the screen stays between two calls of the host, and after the last one until another screen comes. */
const LINGER = 5_000

const hasAnswered = ({ status, granted }: KeysState) =>
  status === 'awaitingCode' || status === 'awaitingRecovery' || (status === 'signedIn' && granted)

function hide({ store }: Frame, wait: DeviceWait): void {
  const { screen } = store.getState()
  if (screen.name === 'device' && screen.wait === wait) store.setState({ screen: { name: 'none' } })
}

/** Whether a screen is of this very request, and not of one before it that was refused or is over. */
const isOf = ({ flow }: DeviceWait, { number, emailHint, expiresAt }: Device): boolean => {
  const { device, phase } = flow.store.getState()
  const isSame = device.number === number && device.emailHint === emailHint && device.expiresAt === expiresAt
  return isSame && (phase === 'waiting' || phase === 'approved')
}

/** The screen of the request that is there already, or a new one. */
function openWait(frame: Frame, device: Device): DeviceWait {
  const { screen } = frame.store.getState()
  if (screen.name === 'device' && isOf(screen.wait, device)) return screen.wait
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
  frame.store.setState({ screen: shown })
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
  const problem = passingProblem(error)
  if (problem) {
    store.setState({ problem })
    await pause(DEVICE_RETRY, signal)
    return false
  }
  if (isOneOf(error, http.DeviceRejectedError)) store.setState({ phase: 'refused', problem: null })
  else if (isOneOf(error, http.DeviceGoneError)) store.setState({ phase: 'expired', problem: null })
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
  const gone = anySignal(signal, wait.left)
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
    store.setState({ ...next, phase: isVerified ? 'approved' : 'waiting', problem: null })
    return isVerified
  } catch (error) {
    if (gone.aborted) throw error
    return afterFailure(wait, error, gone)
  }
}

/** Shows how the person gets on, until the wallet is open on this device. */
async function showRecovery(
  frame: Frame,
  signal: AbortSignal,
  initial: Pick<RecoveryState, 'mode' | 'methods' | 'who' | 'problem'>,
): Promise<void> {
  const over = new AbortController()
  const { walletOrigin, projectId } = frame.config
  const page = `${walletOrigin}/account?${new URLSearchParams({ projectId })}`
  await showScreen<KeysState>(
    frame,
    signal,
    ({ resolve, reject }) => {
      const flow = createRecoveryFlow({
        initial,
        askPasskey: (mode, own) =>
          mode === 'passkey'
            ? askKeys(frame.keys, 'signInWithPasskey', {}, own)
            : askKeys(frame.keys, 'recoverWithPasskey', {}, own),
        readState: () => frame.keys.state(),
        async startJoin(own) {
          const { fragment, ...join } = await askKeys(frame.keys, 'startJoin', {}, own)
          return { ...join, href: `${page}#${fragment}` }
        },
        checkJoin: (own) => askKeys(frame.keys, 'checkJoin', {}, own),
        onDone: resolve,
        onFailed: reject,
        signal: over.signal,
      })
      const draw = (props: ScreenProps) => <RecoveryScreen {...props} flow={flow} />
      return { name: 'recovery', draw }
    },
    () => over.abort(),
  )
  await frame.keys.state()
}

/**
 * Opens the protected wallet of the login that is under way.
 *
 * @throws NoPendingSignInError when nobody's login waits for that, UserRejectedError when the host takes the screen away,
 * AccountFrozenError, AccountHeldError
 */
export async function recoverWallet(frame: Frame, signal: AbortSignal): Promise<void> {
  const state = await frame.keys.state()
  if (state.status === 'signedIn' && state.granted) return
  if (state.status !== 'awaitingRecovery') throw new NoPendingSignInError()
  const { recovery: methods, user } = state
  await showRecovery(frame, signal, { mode: 'recover', methods, who: userLabel(user), problem: null })
}

/**
 * Signs in by a passkey. The browser is asked at once; where that comes to nothing the frame shows a button for another
 * try, and the wallet's own window, where passkeys always work.
 *
 * @throws UserRejectedError when the host takes the screen away, AccountFrozenError, AccountHeldError
 */
export async function signInWithPasskey(frame: Frame, signal: AbortSignal): Promise<void> {
  let problem: RecoveryState['problem'] = null
  try {
    const { status } = await askKeys(frame.keys, 'signInWithPasskey', {}, signal)
    if (status === 'awaitingRecovery') return await recoverWallet(frame, signal)
    await frame.keys.state()
    return
  } catch (error) {
    if (signal.aborted) throw new UserRejectedError()
    problem = recoveryProblemOf(error)
    if (!problem) throw error
  }
  const { status, recovery, user } = await frame.keys.state()
  const isKnown = status === 'awaitingRecovery'
  const methods = isKnown ? recovery : (['passkey'] as const).slice()
  await showRecovery(frame, signal, {
    mode: isKnown ? 'recover' : 'passkey',
    methods,
    who: userLabel(user),
    problem,
  })
}

/**
 * Shows the code for the person's Farcaster app until the person is signed in, with a protected wallet open on this device.
 *
 * @returns what Farcaster calls the person
 * @throws UserRejectedError when the host takes the screen away, SocialUnavailableError, AccountFrozenError, AccountHeldError
 */
export async function awaitFarcaster(frame: Frame, signal: AbortSignal): Promise<string | null> {
  const over = new AbortController()
  const locale = frame.store.getState().locale.tag
  const state = await showScreen<KeysState>(
    frame,
    signal,
    ({ resolve, reject }) => {
      const flow = createFarcasterFlow({
        start: (own) => askKeys(frame.keys, 'startFarcaster', { purpose: 'login', locale }, own),
        check: (own) => askKeys(frame.keys, 'checkFarcaster', {}, own),
        onDone: (signedIn) => resolve(signedIn, signedIn.status === 'awaitingRecovery'),
        onFailed: reject,
        now: frame.now,
        signal: over.signal,
      })
      const draw = (props: ScreenProps) => <FarcasterScreen {...props} flow={flow} />
      return { name: 'farcaster', draw }
    },
    () => over.abort(),
  )
  if (state.status === 'awaitingRecovery') await recoverWallet(frame, signal)
  return (await frame.keys.state()).user?.userName ?? null
}

/** The ways to a session that have a screen of their own. It is loaded when it is needed for the first time. */
export const signIn = {
  awaitDevice,
  awaitFarcaster,
  finishSocial,
  openDoor,
  recoverWallet,
  signInWithPasskey,
} as const
