import { RelayUnreachableError } from '../answer/errors.ts'
import type { Client } from './createClient.ts'

/** After how long a message that the relay has not acknowledged is sent again, and is given up; ms. */
const RESEND_AFTER = 2_500
const GIVE_UP_AFTER = 14_000

/** What of the client's relayer is not in its types (2.21.8). */
type Inner = {
  connected: boolean
  connectPromise: Promise<void> | undefined
  connect(): Promise<void>
  confirmOnlineStateOrThrow(): Promise<void>
}

/** A message that waits to be sent again. */
type Queued = { request: unknown; opts: unknown; attempt: number }
type Publisher = {
  queue: Map<string, Queued>
  rpcPublish(request: unknown, opts: unknown): Promise<unknown>
}

/**
 * Puts right what the client does when the relay is away:
 *
 * 1. A request without a socket opens one, which subscribes again by requests without a socket, each of which opens one:
 *    a loop that never rests. Here all wait for one attempt.
 * 2. A message that is given up must not reach the wallet afterwards, when the page has told its visitor that it failed.
 *    The client would wait 15 s before it sends again after a lost socket, and try for a minute.
 * 3. A mark of "reconnecting" stays after an error. While it is set a lost socket is not noticed, and the next one is
 *    opened without its topics. It is taken away once there is a socket.
 * 4. Messages that wait are sent again on every beat, and nobody hears when that fails: the page would be told of a
 *    rejection without a handler. Here they wait for the socket.
 */
export function mendRelayer({ relayer }: Client['core']): void {
  const inner = relayer as unknown as Inner
  const attempt = (): Promise<void> => {
    inner.connectPromise ??= inner.connect().finally(() => {
      inner.connectPromise = undefined
    })
    return inner.connectPromise
  }
  Object.assign(relayer, {
    async toEstablishConnection() {
      await inner.confirmOnlineStateOrThrow()
      if (inner.connected) return
      // One that began long ago may be asleep before its last try: whoever asks now is owed a try of now.
      if (inner.connectPromise) await inner.connectPromise.catch(() => undefined)
      if (!inner.connected) await attempt()
      if (!inner.connected) throw new RelayUnreachableError()
    },
  })
  const publisher = relayer.publisher as unknown as Publisher
  Object.assign(publisher, {
    initialPublishTimeout: RESEND_AFTER,
    publishTimeout: GIVE_UP_AFTER,
    checkQueue() {
      if (!inner.connected) return
      for (const [id, queued] of publisher.queue) {
        publisher.queue.set(id, { ...queued, attempt: queued.attempt + 1 })
        publisher.rpcPublish(queued.request, queued.opts).catch(() => undefined)
      }
    },
  })
  relayer.on('relayer_connect', () => void Object.assign(relayer, { reconnectInProgress: false }))
}

type Check = (...args: readonly unknown[]) => unknown

/** Whoever waits for it still hears why it failed. */
function handled(result: unknown): unknown {
  if (result instanceof Promise) result.catch(() => undefined)
  return result
}

/**
 * The client checks what a wallet sends by promises that it does not wait for (2.21.8). What they refuse, such as the end
 * of a session that has ended already, would be told to the page as a rejection without a handler.
 */
export function mendEngine({ engine }: Pick<Client, 'engine'>): void {
  for (const [name, check] of Object.entries(engine)) {
    if (!name.startsWith('isValid') || typeof check !== 'function') continue
    Object.assign(engine, { [name]: (...args: readonly unknown[]) => handled((check as Check)(...args)) })
  }
}
