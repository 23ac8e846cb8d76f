import { FrameAbortedError, FrameTimeoutError, ParentRefusedError } from '../wire/errors.ts'
import type { Messenger } from '../wire/portMessenger.ts'
import { portMessenger } from '../wire/portMessenger.ts'
import { createIdSource } from '../wire/randomId.ts'
import { ask, init, messageFields } from './messages.ts'

/** ms after the first `hello`; a parent that listens before it inserts the iframe needs none of them (H12). */
const REPEAT_AFTER = [250, 1_000, 3_000]

export type AcceptParentOptions = {
  /** Version of the protocol; both sides must have the same one. */
  version: number
  /** Whether a site may embed this document. Refusal is the default: `'null'` is never asked about. */
  isAllowedOrigin: (origin: string) => boolean
  /** Checks the whole chain, nearest first, where the browser tells it (HTML, `location.ancestorOrigins`). */
  expectedAncestors?: (ancestors: readonly string[]) => boolean
  window?: Window
  signal?: AbortSignal
  /** ms to wait for the parent's answer. 20 000. */
  readyTimeout?: number
}

/** Nearest first; undefined where the browser does not tell. */
function readAncestors(child: Window): string[] | undefined {
  const list: DOMStringList | undefined = child.location.ancestorOrigins
  return list && Array.from(list)
}

function isAllowedParent(options: AcceptParentOptions, ancestors: readonly string[]): boolean {
  const [parentOrigin] = ancestors
  if (parentOrigin === undefined || parentOrigin === 'null') return false
  return options.isAllowedOrigin(parentOrigin) && (options.expectedAncestors?.(ancestors) ?? true)
}

/**
 * Connects this document to the window that embeds it. The rules are numbered in messages.ts.
 *
 * @returns the messenger, and the parent's origin: the only name by which it may be known from here on
 * @throws ParentRefusedError (1005), FrameTimeoutError (1001), FrameAbortedError (1004)
 * @example
 * const { messenger, origin } = await acceptParent({ version: 1, isAllowedOrigin: (origin) => isOriginAllowed(origin, patterns) })
 */
export async function acceptParent(
  options: AcceptParentOptions,
): Promise<{ messenger: Messenger; origin: string }> {
  const { version, signal, readyTimeout = 20_000, window: child = window } = options
  const parent = child.parent
  const ancestors = readAncestors(child)
  if (signal?.aborted) throw new FrameAbortedError()
  if (parent === child || (ancestors && !isAllowedParent(options, ancestors))) throw new ParentRefusedError()

  const frameNonce = createIdSource()()
  const sayHello = () => parent.postMessage({ t: 'hello', v: version, frameNonce }, ancestors?.[0] ?? '*')

  return new Promise((resolve, reject) => {
    let accepted = false
    const stop = () => {
      for (const timer of timers) clearTimeout(timer)
      child.removeEventListener('message', onMessage)
      child.removeEventListener('pagehide', onAbort)
      signal?.removeEventListener('abort', onAbort)
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const onAbort = () => fail(new FrameAbortedError())
    const onMessage = (event: Event) => {
      const read = readParent(event as MessageEvent)
      if (!read || accepted) return
      if (ask().safeParse(read.data).success) return sayHello()
      const valid = readInit(read)
      if (!valid) return
      // H10: nothing may happen between the check and the flag.
      accepted = true
      stop()
      const messenger = portMessenger(valid.port)
      const close = () => messenger.close()
      child.addEventListener('pagehide', close, { once: true })
      void messenger.closed.then(() => child.removeEventListener('pagehide', close))
      messenger.post({ t: 'ready', v: version, hostNonce: valid.hostNonce })
      resolve({ messenger, origin: valid.origin })
    }
    const readParent = (event: MessageEvent) => {
      const { data, origin, source, ports } = messageFields(event)
      if (source !== parent || typeof origin !== 'string') return undefined
      if (ancestors && origin !== ancestors[0]) return undefined
      if (origin === 'null' || !options.isAllowedOrigin(origin)) return undefined
      return { data, origin, ports }
    }
    const readInit = ({ data, origin, ports }: NonNullable<ReturnType<typeof readParent>>) => {
      const message = init().safeParse(data)
      const [port] = ports
      if (!message.success || !port || ports.length !== 1) return undefined
      if (message.data.v !== version || message.data.frameNonce !== frameNonce) return undefined
      return { port, origin, hostNonce: message.data.hostNonce }
    }
    const timers = [
      ...REPEAT_AFTER.map((delay) => setTimeout(sayHello, delay)),
      setTimeout(() => fail(new FrameTimeoutError()), readyTimeout),
    ]
    child.addEventListener('message', onMessage)
    child.addEventListener('pagehide', onAbort)
    signal?.addEventListener('abort', onAbort)
    sayHello()
  })
}
