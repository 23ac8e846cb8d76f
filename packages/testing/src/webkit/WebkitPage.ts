import { isRecord } from '@latchkey/std/isRecord'
import { type DrivenPage, type Driver, drivenDocument, drivenWait } from '../driven/DrivenPage.ts'
import { poll } from '../node/poll.ts'

/** One session of W3C WebDriver: a browser with its own storage. */
export type WebdriverSession = {
  /** @throws Error with the driver's message, or when it does not answer within five minutes */
  send: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
  /** Steps begin by choosing a window and a frame for all that follows: one is done after the other. */
  inTurn: <T>(step: () => Promise<T>) => Promise<T>
  /** The window and the frames that were chosen last; undefined where none is chosen for certain. */
  chosen: string | undefined
}

/** ms that an expression may take to settle, as a transaction on a busy machine. */
const SCRIPT_TIMEOUT = 240_000

/** The key under which WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const isElement = (value: unknown): value is object => isRecord(value) && typeof value[ELEMENT] === 'string'

const ALL_FRAMES = `const search = (root) => [...root.querySelectorAll('*')].flatMap((element) => [
  ...(element.localName === 'iframe' ? [element] : []), ...(element.shadowRoot ? search(element.shadowRoot) : [])])
return search(document)`

/** The expression stands in the script itself: a page's policy may forbid it to evaluate a text. */
const scriptFor = (expression: string) => `const done = arguments[arguments.length - 1]
new Promise((resolve) => resolve(${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }))`

/**
 * Calls the WebDriver at `base`.
 *
 * @throws Error with the driver's message, or when it does not answer within five minutes
 */
export async function callWebdriver(base: string, method: string, path: string, body?: object) {
  const response = await fetch(`${base}${path}`, {
    method,
    signal: AbortSignal.timeout(SCRIPT_TIMEOUT + drivenWait),
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const answer: unknown = await response.json()
  const value = isRecord(answer) ? answer.value : undefined
  if (response.ok) return value
  const { error, message } = isRecord(value) ? value : {}
  throw new Error(`${method} ${path}: ${error}: ${message}`)
}

/** Opens a session of the WebDriver at `base`. */
export async function openSession(base: string): Promise<WebdriverSession> {
  const value = await callWebdriver(base, 'POST', '/session', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser', timeouts: { script: SCRIPT_TIMEOUT } } },
  })
  const { sessionId } = isRecord(value) ? value : {}
  let last: Promise<unknown> = Promise.resolve()
  const session: WebdriverSession = {
    chosen: undefined,
    send: (method, path, body) => callWebdriver(base, method, `/session/${sessionId}${path}`, body),
    inTurn(step) {
      const next = last.then(step)
      last = next.catch(() => undefined)
      return next
    },
  }
  return session
}

/** Enters the frame whose address begins with `prefix`, at any depth below the chosen document. */
async function enterFrame(session: WebdriverSession, prefix: string): Promise<boolean> {
  const { send } = session
  const frames = await send('POST', '/execute/sync', { script: ALL_FRAMES, args: [] })
  for (const id of (frames as unknown[]).filter(isElement)) {
    await send('POST', '/frame', { id })
    const url = await send('POST', '/execute/sync', { script: 'return location.href', args: [] })
    if (String(url).startsWith(prefix) || (await enterFrame(session, prefix))) return true
    await send('POST', '/frame/parent')
  }
  return false
}

function webdriver(session: WebdriverSession, handle: string, prefixes: readonly string[] = []): Driver {
  const { send, inTurn } = session
  const place = JSON.stringify([handle, ...prefixes])
  const choose = async () => {
    await send('POST', '/window', { handle })
    await send('POST', '/frame', { id: null })
    for (const prefix of prefixes)
      if (!(await enterFrame(session, prefix))) throw new Error('there is no such frame')
  }
  const isThere = () =>
    send('POST', '/execute/sync', { script: 'return document.defaultView !== null', args: [] }).then(
      (value) => value === true,
      () => false,
    )
  /** To choose takes the focus away and gives it back, so what is chosen is not chosen again. A frame may be replaced meanwhile. */
  const inDocument = <T>(step: () => Promise<T>) =>
    inTurn(async () => {
      if (session.chosen !== place || !(await isThere())) {
        session.chosen = undefined
        if (prefixes.length === 0) await choose()
        else await poll(choose, { name: `The frame ${prefixes.at(-1)}`, timeout: drivenWait, interval: 50 })
        session.chosen = place
      }
      return step()
    })
  return {
    frame: (prefix) => webdriver(session, handle, [...prefixes, prefix]),
    evaluate: (expression) =>
      inDocument(async () => {
        const answer = await send('POST', '/execute/async', {
          script: scriptFor(expression),
          args: [],
        }).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : error
          throw new Error(`${reason}, of ${expression}`, { cause: error })
        })
        const { value, error } = isRecord(answer) ? answer : {}
        if (error !== undefined) throw new Error(`The page threw: ${error}`)
        return String(value)
      }),
    locate: (expression) =>
      inDocument(async () => {
        const found = await send('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
        return isElement(found) ? found : null
      }),
    perform: (actions) =>
      inDocument(async () => {
        await send('POST', '/actions', { actions: [actions] })
      }),
  }
}

/** A window of a session. */
export function webkitPage(session: WebdriverSession, handle: string, end: () => Promise<void>): DrivenPage {
  const { send, inTurn } = session
  const handles = async () => (await send('GET', '/window/handles')) as string[]
  const inWindow = <T>(step: () => Promise<T>) =>
    inTurn(async () => {
      session.chosen = undefined
      await send('POST', '/window', { handle })
      return step()
    })
  const closeWindow = (other: string) => async () => {
    await inTurn(async () => {
      session.chosen = undefined
      if (!(await handles()).includes(other)) return
      await send('POST', '/window', { handle: other })
      await send('DELETE', '/window')
    })
  }
  return {
    ...drivenDocument(webdriver(session, handle)),
    async goto(url) {
      await inWindow(() => send('POST', '/url', { url }))
    },
    async reload() {
      await inWindow(() => send('POST', '/refresh'))
    },
    isOpen: () => inTurn(async () => (await handles()).includes(handle)),
    popup: (prefix) =>
      inTurn(async () => {
        session.chosen = undefined
        for (const other of await handles()) {
          if (other === handle) continue
          await send('POST', '/window', { handle: other })
          if (String(await send('GET', '/url')).startsWith(prefix))
            return webkitPage(session, other, closeWindow(other))
        }
        return undefined
      }),
    close: end,
  }
}
