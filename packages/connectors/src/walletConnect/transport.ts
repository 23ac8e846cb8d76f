import { type AlertKind, alertOfRelayError } from '@latchkey/core/connector'
import { RelayRefusedError, RelayUnreachableError, type WaitOptions, waitFor } from '../answer/errors.ts'
import type { Client } from './createClient.ts'

/** Names of the client's own events. */
const CONNECT = 'relayer_connect'
const ERROR = 'relayer_error'
const FIRST_RETRY = 1_000
const LAST_RETRY = 30_000

export type Transport = {
  /**
   * Settles once the relay is reached.
   *
   * @param limit ms
   * @throws RelayUnreachableError, RelayRefusedError, RequestAbortedError
   */
  ensure(limit: number, signal?: AbortSignal): Promise<void>
  /** Does something that needs the relay; an answer that comes after the limit goes to `onLate`. */
  within<T>(
    limit: number,
    work: () => Promise<T>,
    onLate: (value: T) => void,
    signal?: AbortSignal,
  ): Promise<T>
  stop(): Promise<void>
}

/**
 * Keeps the way to the relay open. The client stops trying at the first socket error, such as a relay that is being
 * restarted; this goes on, ever more slowly.
 *
 * @param isNeeded whether there is a session or a pairing
 * @param onAlert the relay said why it refuses this page
 */
export function keepTransport(
  { core }: Client,
  isNeeded: () => boolean,
  onAlert: (kind: AlertKind) => void,
): Transport {
  const { relayer } = core
  const stopped = new AbortController()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = async () => {
    clearTimeout(timer)
    timer = undefined
    if (stopped.signal.aborted || relayer.connected) return
    relayer.transportExplicitlyClosed = false
    await relayer.transportOpen().catch(() => undefined)
    if (!relayer.connected && isNeeded()) retry()
  }
  const retry = () => {
    if (timer || stopped.signal.aborted) return
    timer = setTimeout(() => void open(), Math.min(LAST_RETRY, FIRST_RETRY * 2 ** failures))
    failures += 1
  }
  const onConnect = () => {
    failures = 0
  }
  const onError = (error: unknown) => {
    const kind = alertOfRelayError(error)
    if (kind) onAlert(kind)
    if (isNeeded()) retry()
  }
  relayer.on(CONNECT, onConnect)
  relayer.on(ERROR, onError)

  const race = <T>(limit: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    raceRelay(relayer, work, { limit, signals: [signal, stopped.signal] })
  return {
    async ensure(limit, signal) {
      if (relayer.connected) return
      failures = 0
      const connected = () => {
        const reached = new Promise<void>((resolve) => relayer.once(CONNECT, () => resolve()))
        void open()
        return reached
      }
      await race(limit, connected, signal)
    },
    async within(limit, work, onLate, signal) {
      let isLate = false
      const working = () =>
        work().then((value) => {
          if (isLate) onLate(value)
          return value
        })
      try {
        return await race(limit, working, signal)
      } catch (error) {
        isLate = true
        throw error
      }
    },
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      relayer.off(CONNECT, onConnect)
      relayer.off(ERROR, onError)
      core.heartbeat.stop()
      const close = () => relayer.transportClose().catch(() => undefined)
      // The client hears for as long as the page lives that the network is back, and would open the way again: two clients of one
      // store would take each other's messages. An attempt that is under way cannot be called back.
      relayer.transportOpen = async () => undefined
      relayer.on(CONNECT, () => void close())
      await close()
    },
  }
}

type Relayer = Client['core']['relayer']

/** Work that needs the relay, until it is too late or the relay refuses. */
async function raceRelay<T>(relayer: Relayer, work: () => Promise<T>, options: WaitOptions): Promise<T> {
  if (globalThis.navigator?.onLine === false) throw new RelayUnreachableError()
  const done = new AbortController()
  try {
    const onLimit = () => new RelayUnreachableError()
    return await waitFor(() => Promise.race([work(), refusal(relayer, done.signal)]), { ...options, onLimit })
  } finally {
    done.abort()
  }
}

/** Rejects as soon as the relay says that it will not have this page; never resolves. */
function refusal(relayer: Relayer, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const listener = (error: unknown) => {
      if (alertOfRelayError(error)) reject(new RelayRefusedError({ cause: error }))
    }
    relayer.on(ERROR, listener)
    signal.addEventListener('abort', () => relayer.off(ERROR, listener), { once: true })
  })
}
