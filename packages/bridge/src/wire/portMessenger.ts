/**
 * A pipe between two windows: one peer, one origin. What arrives is `unknown` until a schema accepts it.
 * A transport is one file that makes one of these; the contract suite (`@latchkey/bridge/contract`) runs over each.
 */
export type Messenger = {
  /** Sends a structured-clonable value. Does nothing after `close`. */
  post(message: unknown): void
  /** Calls `listener` for every message, in order. Returns the function that stops it. */
  subscribe(listener: (data: unknown) => void): () => void
  /** Ends the connection on both sides. May be called twice. */
  close(): void
  /** Resolves, never rejects, once either side has closed. */
  closed: Promise<void>
}

/** What may wait for the first listener; one burst of the rate limit. */
const MAX_WAITING = 100

/**
 * Told to the peer before a port closes, because `MessagePort` has a `close` event in some browsers only.
 * Not an envelope: it ends the pipe, whoever uses it.
 */
const isGoodbye = (data: unknown) =>
  typeof data === 'object' &&
  data !== null &&
  (data as { t?: unknown }).t === 'close' &&
  Object.keys(data).length === 1

/**
 * Makes a Messenger of a MessagePort (HTML, section 9.4.5). The port starts with the first `subscribe`.
 * Messages that arrive while nobody listens wait for the next listener, at most 100.
 *
 * @param port one end of a `MessageChannel`; it belongs to the messenger from here on
 * @example
 * const messenger = portMessenger(event.ports[0])
 */
export function portMessenger(port: MessagePort): Messenger {
  const listeners = new Set<(data: unknown) => void>()
  let waiting: unknown[] = []
  let open = true
  let started = false
  let settleClosed: () => void = () => {}
  const closed = new Promise<void>((resolve) => {
    settleClosed = resolve
  })

  const finish = () => {
    if (!open) return
    open = false
    port.removeEventListener('message', receive)
    port.removeEventListener('close', finish)
    port.close()
    listeners.clear()
    waiting = []
    settleClosed()
  }
  const deliver = (data: unknown) => {
    if (listeners.size > 0) for (const listener of listeners) listener(data)
    else if (waiting.length < MAX_WAITING) waiting.push(data)
  }
  const receive = (event: MessageEvent) => {
    const data: unknown = event.data
    if (isGoodbye(data)) finish()
    else deliver(data)
  }
  const flush = () => {
    const batch = waiting
    waiting = []
    for (const data of batch) deliver(data)
  }

  port.addEventListener('message', receive)
  port.addEventListener('close', finish)

  return {
    closed,
    post(message) {
      if (open) port.postMessage(message)
    },
    subscribe(listener) {
      if (!open) return () => {}
      listeners.add(listener)
      // A microtask later, so that the caller has registered its own listeners by then.
      if (waiting.length > 0) queueMicrotask(flush)
      if (!started) {
        started = true
        port.start()
      }
      return () => {
        listeners.delete(listener)
      }
    },
    close() {
      if (open) port.postMessage({ t: 'close' })
      finish()
    },
  }
}
