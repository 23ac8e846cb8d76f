import type { BaseError } from '@latchkey/errors'
import { parseUrl } from '@latchkey/std/parseUrl'
import { FrameAbortedError, FrameRefusedError, FrameTimeoutError, FrameVersionError } from '../wire/errors.ts'
import type { Messenger } from '../wire/portMessenger.ts'
import { portMessenger } from '../wire/portMessenger.ts'
import { createIdSource } from '../wire/randomId.ts'
import { type Hello, hello, messageFields, ready } from './messages.ts'

export type OpenChildOptions = {
  /** Listen first, insert or load it afterwards; one of the document's own text may load meanwhile. */
  iframe: HTMLIFrameElement
  /** Exact origin, as `URL.origin` prints it. */
  childOrigin: string
  /** Version of the protocol; both sides must have the same one. */
  version: number
  signal?: AbortSignal | undefined
  /** ms to wait for `ready`. 20 000. */
  readyTimeout?: number | undefined
  window?: Window | undefined
}

/** What was answered to one document: a port for each `init`, of which the document takes one. */
type Attempt = { frameNonce: string; messengers: readonly Messenger[] }

/** @param taken stays open */
function closeAll(attempt: Attempt | undefined, taken?: Messenger): void {
  for (const one of attempt?.messengers ?? []) if (one !== taken) one.close()
}

/** A child says `hello` so often by itself, and once more when it is asked. */
const MOST_ANSWERS = 5

const isOrigin = (text: string) => parseUrl(text)?.origin === text

function refused({ childOrigin }: OpenChildOptions, answeredFrom: string | undefined): BaseError {
  return new FrameRefusedError({
    metaMessages: [
      `The document of ${childOrigin} loaded in the iframe, but did not say hello.`,
      ...(answeredFrom ? [`A document of ${answeredFrom} answered instead.`] : []),
      "Is this page's origin on the project's list of allowed origins?",
      `Does this page's Content-Security-Policy have ${childOrigin} in frame-src?`,
    ],
  })
}

/**
 * Connects to the document in an iframe. The rules are numbered in messages.ts. When that document goes away, the
 * messenger closes by itself; call again for the document that follows.
 *
 * @returns the messenger, once the child is ready. Its owner closes it when it removes the iframe.
 * @throws FrameTimeoutError (1001), FrameRefusedError (1002), FrameVersionError (1003), FrameAbortedError (1004)
 * @example
 * const opening = openChild({ iframe, childOrigin: 'https://wallet.example', version: 1 })
 * container.append(iframe)
 * const client = createClient(frameContract, await opening)
 */
export function openChild(options: OpenChildOptions): Promise<Messenger> {
  const { iframe, childOrigin, version, signal, readyTimeout = 20_000, window: parent = window } = options
  const nextNonce = createIdSource()
  if (signal?.aborted) return Promise.reject(new FrameAbortedError())
  if (!isOrigin(childOrigin)) return Promise.reject(refused(options, undefined))

  return new Promise((resolve, reject) => {
    let attempt: Attempt | undefined
    let open: Messenger | undefined
    let loads = 0
    let answeredFrom: string | undefined

    const stopWaiting = () => {
      clearTimeout(timer)
      stopRefusalWatch()
      signal?.removeEventListener('abort', onAbort)
    }
    const stop = () => {
      stopWaiting()
      parent.removeEventListener('message', onMessage)
      parent.removeEventListener('pagehide', onGone)
      iframe.removeEventListener('load', onLoad)
      stopAsking()
    }
    const fail = (error: BaseError) => {
      stop()
      closeAll(attempt)
      reject(error)
    }
    const onAbort = () => fail(new FrameAbortedError())
    const onGone = () => (open ? open.close() : onAbort())
    const onLoad = () => {
      // One load belongs to the document that said hello; a second is another document.
      if (attempt && ++loads > 1 && open) onGone()
    }
    const onHello = ({ frameNonce }: Hello) => {
      const isSame = attempt?.frameNonce === frameNonce
      if (open) return isSame ? undefined : onGone()
      if (!isSame) {
        closeAll(attempt)
        stopRefusalWatch()
        loads = 0
        attempt = undefined
      }
      const { messengers = [] } = attempt ?? {}
      if (messengers.length >= MOST_ANSWERS) return
      const answer = { iframe, childOrigin, version, frameNonce, hostNonce: nextNonce(), onReady }
      attempt = { frameNonce, messengers: [...messengers, answerHello(answer)] }
    }
    const onReady = (messenger: Messenger) => {
      if (open) return
      open = messenger
      closeAll(attempt, messenger)
      stopWaiting()
      void messenger.closed.then(stop)
      resolve(messenger)
    }
    const onMessage = (event: Event) => {
      const { data, origin, source } = messageFields(event as MessageEvent)
      // This document's own parent speaks to it too, and may do so while the iframe is blank.
      if (source === null || source === parent.parent || source !== iframe.contentWindow) return
      if (origin !== childOrigin) {
        answeredFrom = String(origin)
        return
      }
      if (!open && isHelloOfOtherVersion(data, version)) return fail(new FrameVersionError())
      const message = hello().safeParse(data)
      if (message.success) onHello(message.data)
    }

    const timer = setTimeout(() => fail(new FrameTimeoutError()), readyTimeout)
    const stopRefusalWatch = watchForRefusal(iframe, parent, () => fail(refused(options, answeredFrom)))
    parent.addEventListener('message', onMessage)
    parent.addEventListener('pagehide', onGone)
    iframe.addEventListener('load', onLoad)
    signal?.addEventListener('abort', onAbort)
    // Its document may have said hello to nobody.
    const stopAsking = askOnceThere(options, parent, () => attempt === undefined)
  })
}

type Answer = {
  iframe: HTMLIFrameElement
  childOrigin: string
  version: number
  frameNonce: string
  hostNonce: string
  onReady: (messenger: Messenger) => void
}

/** Sends `init` with one port to exactly that origin, and waits on the port for the `ready` that echoes our nonce. */
function answerHello(parameters: Answer): Messenger {
  const { iframe, childOrigin, version, frameNonce, hostNonce, onReady } = parameters
  const { port1, port2 } = new MessageChannel()
  const messenger = portMessenger(port1)
  const unsubscribe = messenger.subscribe((data) => {
    const message = ready().safeParse(data)
    if (!message.success || message.data.hostNonce !== hostNonce || message.data.v !== version) return
    unsubscribe()
    onReady(messenger)
  })
  iframe.contentWindow?.postMessage({ t: 'init', v: version, frameNonce, hostNonce }, childOrigin, [port2])
  return messenger
}

/** Another version may have added fields, so only these two are read. */
function isHelloOfOtherVersion(data: unknown, version: number): boolean {
  if (typeof data !== 'object' || data === null) return false
  const { t, v } = data as { t?: unknown; v?: unknown }
  return t === 'hello' && typeof v === 'number' && v !== version
}

/** ms after `load` in which a document that may run here says hello; scripts run before `load`. */
const AFTER_LOAD = 1_500
/** A document that loads late gets less, so that the visitor hears of a refusal within 3 s of asking. */
const IN_ALL = 3_000
const AT_LEAST = 500

/** An iframe without a document of its own yet. Another origin's cannot be looked into, and is not blank. */
function isBlank(iframe: HTMLIFrameElement): boolean {
  try {
    return iframe.contentWindow?.location.href === 'about:blank'
  } catch {
    return false
  }
}

/**
 * Asks a document that is there already to say hello. While this document loads, the loads of both tell when to look: to look
 * at a document that is still blank has the browser set it up for scripts.
 *
 * @param isUnheard whether it has said nothing yet
 * @returns stops to look
 */
function askOnceThere(
  { iframe, childOrigin }: Pick<OpenChildOptions, 'iframe' | 'childOrigin'>,
  parent: Window,
  isUnheard: () => boolean,
): () => void {
  const targets = [iframe, parent]
  const look = () => {
    if (isUnheard() && iframe.contentWindow && !isBlank(iframe))
      iframe.contentWindow.postMessage({ t: 'ask' }, childOrigin)
  }
  if (parent.document.readyState === 'complete') look()
  else for (const target of targets) target.addEventListener('load', look)
  return () => {
    for (const target of targets) target.removeEventListener('load', look)
  }
}

/**
 * Tells a refused document (frame-ancestors, frame-src, wrong address) from a slow one: browsers fire `load` for their
 * own error page too, and that page never says hello. The `load` of this document comes after those of its text's iframes,
 * of which one may have been too early to be heard.
 *
 * @returns stops the watch
 */
function watchForRefusal(iframe: HTMLIFrameElement, parent: Window, onRefused: () => void): () => void {
  const begin = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const onLoad = () => {
    clearTimeout(timer)
    if (isBlank(iframe)) return
    const left = IN_ALL - (performance.now() - begin)
    timer = setTimeout(onRefused, Math.min(AFTER_LOAD, Math.max(AT_LEAST, left)))
  }
  const targets = [iframe, parent]
  for (const target of targets) target.addEventListener('load', onLoad)
  return () => {
    clearTimeout(timer)
    for (const target of targets) target.removeEventListener('load', onLoad)
  }
}
