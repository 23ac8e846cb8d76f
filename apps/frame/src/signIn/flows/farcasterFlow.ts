import * as http from '@latchkey/protocol/http'
import type { KeysState } from '@latchkey/protocol/keys'
import { pause } from '@latchkey/std/pause'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { isOneOf } from './isOneOf.ts'

/** ms until a service that did not answer is asked again. */
const RETRY = 3_000

export type FarcasterState = {
  /** `waiting` and later have a link. */
  phase: 'opening' | 'waiting' | 'expired' | 'declined' | 'failed' | 'approved'
  uri: string | null
  /** ms since the epoch */
  expiresAt: number
  /** The service does not answer at the moment. */
  isUnreachable: boolean
}

/** One run of the Farcaster screen: from its appearance until the person is signed in. */
export type FarcasterFlow = {
  store: StoreApi<FarcasterState>
  /** Gets a new code after one that came to nothing. */
  restart(): void
  now(): number
}

export type FarcasterFlowOptions = {
  start(signal: AbortSignal): Promise<{ uri: string; expiresAt: number }>
  /** Waits up to 20 s. */
  check(signal: AbortSignal): Promise<{ isDone: boolean; state: KeysState }>
  onDone(state: KeysState): void
  /** Nothing that a new code would help against. */
  onFailed(error: unknown): void
  now(): number
  /** Ends it, however far it is. */
  signal: AbortSignal
}

/** The app's own scheme, and web addresses; a link of any other kind is not drawn. */
const isLink = (uri: string) => /^(?:https?|farcaster):\/\//.test(uri)

function phaseAfter(error: unknown): FarcasterState['phase'] | null {
  if (isOneOf(error, http.SocialGoneError)) return 'expired'
  if (isOneOf(error, http.SocialDeclinedError)) return 'declined'
  return isOneOf(error, http.SocialFailedError, http.SocialMismatchError) ? 'failed' : null
}

/** Runs the Farcaster screen: it begins at once. */
export function createFarcasterFlow(options: FarcasterFlowOptions): FarcasterFlow {
  const { signal, now } = options
  const store = createStore<FarcasterState>(() => ({
    phase: 'opening',
    uri: null,
    expiresAt: 0,
    isUnreachable: false,
  }))

  const fail = async (error: unknown): Promise<boolean> => {
    if (signal.aborted) return false
    const phase = phaseAfter(error)
    if (phase) {
      store.setState({ phase, isUnreachable: false })
      return false
    }
    if (!isOneOf(error, http.ServiceUnreachableError, http.RateLimitedError)) {
      options.onFailed(error)
      return false
    }
    store.setState({ isUnreachable: true })
    await pause(RETRY, signal)
    return !signal.aborted
  }
  const open = async () => {
    const { uri, expiresAt } = await options.start(signal)
    if (isLink(uri)) store.setState({ phase: 'waiting', uri, expiresAt, isUnreachable: false })
    else store.setState({ phase: 'failed', isUnreachable: false })
  }
  const poll = async () => {
    const { isDone, state } = await options.check(signal)
    store.setState({ isUnreachable: false, ...(isDone ? { phase: 'approved' as const } : {}) })
    if (isDone) options.onDone(state)
  }
  const run = async () => {
    for (let goOn = true; goOn && !signal.aborted; ) {
      const { phase } = store.getState()
      if (phase !== 'opening' && phase !== 'waiting') return
      try {
        await (phase === 'opening' ? open() : poll())
      } catch (error) {
        goOn = await fail(error)
      }
    }
  }
  void run()
  return {
    store,
    now,
    restart() {
      const { phase } = store.getState()
      if (phase === 'opening' || phase === 'waiting' || phase === 'approved') return
      store.setState({ phase: 'opening', uri: null })
      void run()
    },
  }
}
