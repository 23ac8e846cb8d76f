import { NoPendingSignInError, UserRejectedError } from '@latchkey/protocol/frame'
import type { KeysState } from '@latchkey/protocol/keys'
import type { Frame } from '../context/Frame.ts'
import { showScreen } from '../context/showScreen.ts'
import { askKeys } from '../keys/askKeys.ts'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import { RecoveryScreen } from '../screens/signIn/RecoveryScreen.tsx'
import { createRecoveryFlow, type RecoveryState, recoveryProblemOf, whoIs } from './flows/recoveryFlow.ts'

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
  await showRecovery(frame, signal, { mode: 'recover', methods, who: whoIs(user), problem: null })
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
    who: whoIs(user),
    problem,
  })
}
