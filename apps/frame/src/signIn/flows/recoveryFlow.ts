import { PasskeyCancelledError, PasskeyUnavailableError } from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import { type KeysState, PasskeyCannotOpenError, RoundTripError } from '@latchkey/protocol/keys'
import { pause } from '@latchkey/std/pause'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { isOneOf } from './isOneOf.ts'

/** ms until a service that did not answer is asked again. */
const RETRY = 3_000

export type RecoveryProblem =
  | 'cancelled'
  | 'unavailable'
  | 'refused'
  | 'cannotOpen'
  | 'expired'
  | 'damaged'
  | 'unreachable'
  | 'failed'

export type RecoveryState = {
  /** `passkey`: nobody is signed in yet. `recover`: signed in, and the protected wallet is to be opened. */
  mode: 'passkey' | 'recover'
  methods: KeysState['recovery']
  /** Whose wallet it is, as the person knows it. */
  who: string | null
  phase: 'choose' | 'passkey' | 'window' | 'done'
  /** The other window, once it is prepared: its address is ready before the click, or browsers would block it. */
  join: { href: string; number: string; expiresAt: number } | null
  problem: RecoveryProblem | null
}

/** One run of the recovery screen: from its appearance until the wallet is open here. */
export type RecoveryFlow = {
  store: StoreApi<RecoveryState>
  tryPasskey(): Promise<void>
  /** The link to the other window was followed. */
  windowOpened(): void
  chooseAgain(): void
}

export type RecoveryFlowOptions = {
  initial: Pick<RecoveryState, 'mode' | 'methods' | 'who' | 'problem'>
  /** Asks the browser for a passkey. */
  askPasskey(mode: RecoveryState['mode'], signal: AbortSignal): Promise<KeysState>
  /** What holds now. */
  readState(): Promise<KeysState>
  startJoin(signal: AbortSignal): Promise<NonNullable<RecoveryState['join']>>
  /** Waits up to 20 s. */
  checkJoin(signal: AbortSignal): Promise<{ isDone: boolean; state: KeysState }>
  onDone(state: KeysState): void
  /** Nothing that another try would help against. */
  onFailed(error: unknown): void
  /** Ends it, however far it is. */
  signal: AbortSignal
}

/** What an error of a passkey means to the person; null when no other try helps. */
export function recoveryProblemOf(error: unknown): RecoveryProblem | null {
  if (isOneOf(error, PasskeyCancelledError)) return 'cancelled'
  if (isOneOf(error, PasskeyUnavailableError)) return 'unavailable'
  if (isOneOf(error, http.PasskeyRefusedError)) return 'refused'
  if (isOneOf(error, PasskeyCannotOpenError, http.RecoveryMethodError)) return 'cannotOpen'
  if (isOneOf(error, RoundTripError)) return 'damaged'
  return isOneOf(error, http.ServiceUnreachableError, http.RateLimitedError) ? 'unreachable' : null
}

export const userLabel = (user: KeysState['user']): string | null => user?.emailHint ?? user?.userName ?? null

const isIn = ({ status, granted }: KeysState) => status === 'signedIn' && granted

/** Runs the recovery screen: the other window is prepared at once, and waited for. */
export function createRecoveryFlow(options: RecoveryFlowOptions): RecoveryFlow {
  const { signal } = options
  const store = createStore<RecoveryState>(() => ({ ...options.initial, phase: 'choose', join: null }))
  const finish = (state: KeysState) => {
    store.setState({ phase: 'done', problem: null })
    options.onDone(state)
  }
  void awaitWindow(options, store, finish)

  return {
    store,
    windowOpened: () => store.setState({ phase: 'window', problem: null }),
    chooseAgain: () => store.setState({ phase: 'choose', problem: null }),
    async tryPasskey() {
      const { phase, mode } = store.getState()
      if (phase === 'passkey' || phase === 'done') return
      store.setState({ phase: 'passkey', problem: null })
      try {
        const state = await options.askPasskey(mode, signal)
        if (isIn(state)) return finish(state)
        store.setState(signedInAs(state))
      } catch (error) {
        if (signal.aborted) return
        const problem = recoveryProblemOf(error)
        if (!problem) return options.onFailed(error)
        const state = await options.readState().catch(() => null)
        store.setState({ phase: 'choose', problem, ...(state ? signedInAs(state) : {}) })
      }
    },
  }
}

/** A passkey may have signed the person in without opening the wallet: the way on is recovery then. */
function signedInAs(state: KeysState): Partial<RecoveryState> {
  if (state.status !== 'awaitingRecovery') return { phase: 'choose' }
  return { phase: 'choose', mode: 'recover', methods: state.recovery, who: userLabel(state.user) }
}

/** Prepares the other window and waits for it, anew when its time is over. */
async function awaitWindow(
  options: RecoveryFlowOptions,
  store: StoreApi<RecoveryState>,
  finish: (state: KeysState) => void,
): Promise<void> {
  const { signal } = options
  while (!signal.aborted && store.getState().phase !== 'done') {
    try {
      if (!store.getState().join) {
        store.setState({ join: await options.startJoin(signal) })
        clearUnreachable(store)
      }
      const { isDone, state } = await options.checkJoin(signal)
      clearUnreachable(store)
      if (isDone && isIn(state)) return finish(state)
      if (isDone) store.setState({ join: null, problem: 'damaged', ...signedInAs(state) })
    } catch (error) {
      if (signal.aborted || store.getState().phase === 'done') return
      if (!(await goOn(store, error, signal))) return options.onFailed(error)
    }
  }
}

function clearUnreachable(store: StoreApi<RecoveryState>): void {
  if (store.getState().problem === 'unreachable') store.setState({ problem: null })
}

/** Whether waiting for the other window goes on after this error. */
async function goOn(store: StoreApi<RecoveryState>, error: unknown, signal: AbortSignal): Promise<boolean> {
  const { phase } = store.getState()
  const isOver = isOneOf(error, http.JoinGoneError)
  const problem = isOver ? 'expired' : recoveryProblemOf(error)
  if (!problem) return false
  if (isOver) store.setState(phase === 'window' ? { join: null, phase: 'choose', problem } : { join: null })
  else {
    if (phase !== 'passkey') store.setState({ problem })
    await pause(RETRY, signal)
  }
  return true
}
