import { poll } from '../node/poll.ts'
import type { BidiConnection } from './bidiConnection.ts'
import { deepQuery } from './deepQuery.ts'

/** A CSS selector, with what the text or label must contain. Open shadow roots are searched too. */
export type FirefoxSelector = string | { css: string; text: string }

/** A document in Firefox: a page, or a frame inside one. Waits are 10 s unless told otherwise. */
export type FirefoxDocument = {
  /** The document of the frame whose address begins with `prefix`, at any depth. It need not be there yet. */
  frame: (prefix: string) => FirefoxDocument
  /** Runs an expression; a promise is awaited, the value must be JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** Waits until an element is there and visible. */
  waitFor: (selector: FirefoxSelector, options?: { timeout?: number }) => Promise<void>
  /** Waits until an expression is true. */
  waitUntil: (expression: string, options?: { timeout?: number }) => Promise<void>
  /** The text of an element, as it is in the document. */
  textOf: (selector: FirefoxSelector) => Promise<string>
  attributeOf: (selector: FirefoxSelector, name: string) => Promise<string | null>
  /** A real click in the middle of an element, once it is visible. */
  click: (selector: FirefoxSelector) => Promise<void>
  /** Moves the mouse from beside the middle of an element to it. */
  hover: (selector: FirefoxSelector) => Promise<void>
  /** Clicks an element and presses the keys of `text`. */
  type: (selector: FirefoxSelector, text: string) => Promise<void>
}

export type FirefoxPage = FirefoxDocument & {
  /** Moves the mouse from point to point, in CSS pixels of the page. */
  moveMouse: (points: readonly (readonly [x: number, y: number])[]) => Promise<void>
  /** Moves it there, presses and releases it. */
  clickAt: (point: readonly [x: number, y: number]) => Promise<void>
  /** Presses a key, as WebDriver names it, wherever the focus is. */
  press: (key: string) => Promise<void>
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  close: () => Promise<void>
}

type Session = { connection: BidiConnection; context: () => Promise<string> }
type RemoteValue = { type?: string; value?: unknown; sharedId?: string }
type Tree = { context: string; url: string; children?: Tree[] | null }

const WAIT = 60_000

const partsOf = (selector: FirefoxSelector) =>
  typeof selector === 'string' ? { css: selector, text: null } : selector

const nameOf = (selector: FirefoxSelector) => {
  const { css, text } = partsOf(selector)
  return text === null ? css : `${css} with the text ${text}`
}

function remoteValue(result: Record<string, unknown>): RemoteValue {
  if (result.type === 'exception') {
    const { text } = (result.exceptionDetails ?? {}) as { text?: string }
    throw new Error(`The page threw: ${text}`)
  }
  return (result.result ?? {}) as RemoteValue
}

async function run({ connection, context }: Session, expression: string): Promise<RemoteValue> {
  return remoteValue(
    await connection.send('script.evaluate', {
      expression,
      target: { context: await context() },
      awaitPromise: true,
      userActivation: false,
    }),
  )
}

const queryFor = (selector: FirefoxSelector, visible: boolean) => {
  const { css, text } = partsOf(selector)
  return `(${deepQuery})(${JSON.stringify(css)}, ${JSON.stringify(text)}, ${visible})`
}

/** The element's shared reference, once it is there. */
function locate(session: Session, selector: FirefoxSelector, timeout = WAIT): Promise<string> {
  const attempt = async () => {
    const { sharedId } = await run(session, queryFor(selector, true))
    if (!sharedId) throw new Error('it is not on the page')
    return sharedId
  }
  return poll(attempt, { name: nameOf(selector), timeout, interval: 50 })
}

const press = (key: string) => [
  { type: 'keyDown', value: key },
  { type: 'keyUp', value: key },
]

type MouseAction =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 }
const clicking: readonly MouseAction[] = [
  { type: 'pointerMove', x: 0, y: 0 },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
]
/** CSS pixels from the middle. */
const hovering: readonly MouseAction[] = [-40, -30, -20, -10, 0].map((x) => ({
  type: 'pointerMove',
  x,
  y: x / 4,
}))

async function moveMouse(
  session: Session,
  selector: FirefoxSelector,
  actions: readonly MouseAction[],
): Promise<void> {
  const sharedId = await locate(session, selector)
  const context = await session.context()
  const target = JSON.stringify({ block: 'center', inline: 'center', behavior: 'instant' })
  await session.connection.send('script.callFunction', {
    functionDeclaration: `(element) => element.scrollIntoView(${target})`,
    arguments: [{ sharedId }],
    target: { context },
    awaitPromise: false,
  })
  const origin = { type: 'element', element: { sharedId } }
  await session.connection.send('input.performActions', {
    context,
    actions: [
      {
        type: 'pointer',
        id: 'mouse',
        actions: actions.map((action) => (action.type === 'pointerMove' ? { ...action, origin } : action)),
      },
    ],
  })
}

const pagesOf = ({ context, url, children }: Tree): { context: string; url: string }[] => [
  { context, url },
  ...(children ?? []).flatMap(pagesOf),
]

async function findFrame({ connection, context }: Session, prefix: string): Promise<string> {
  const { contexts } = await connection.send('browsingContext.getTree', { root: await context() })
  const found = (contexts as Tree[]).flatMap(pagesOf).find(({ url }) => url.startsWith(prefix))
  if (!found) throw new Error('there is no such frame')
  return found.context
}

/** The document of a browsing context; `context` is asked before each step, because a frame may be replaced. */
export function firefoxDocument(session: Session): FirefoxDocument {
  const evaluate = async (expression: string) => {
    const text = await run(
      session,
      `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`,
    )
    return JSON.parse(String(text.value)) as unknown
  }
  return {
    frame: (prefix) =>
      firefoxDocument({
        connection: session.connection,
        context: () =>
          poll(() => findFrame(session, prefix), {
            name: `The frame ${prefix}`,
            timeout: WAIT,
            interval: 50,
          }),
      }),
    evaluate,
    async waitFor(selector, { timeout = WAIT } = {}) {
      await locate(session, selector, timeout)
    },
    async waitUntil(expression, { timeout = WAIT } = {}) {
      const attempt = async () => {
        if ((await evaluate(`Boolean(${expression})`)) !== true) throw new Error('it is not so')
      }
      await poll(attempt, { name: expression, timeout, interval: 50 })
    },
    textOf: async (selector) => String(await evaluate(`${queryFor(selector, false)}?.textContent ?? ''`)),
    async attributeOf(selector, name) {
      const value = await evaluate(`${queryFor(selector, false)}?.getAttribute(${JSON.stringify(name)})`)
      return typeof value === 'string' ? value : null
    },
    click: (selector) => moveMouse(session, selector, clicking),
    hover: (selector) => moveMouse(session, selector, hovering),
    async type(selector, text) {
      await moveMouse(session, selector, clicking)
      await session.connection.send('input.performActions', {
        context: await session.context(),
        actions: [{ type: 'key', id: 'keyboard', actions: [...text].flatMap(press) }],
      })
    },
  }
}

/** A top-level page. */
export function firefoxPage(connection: BidiConnection, context: string): FirefoxPage {
  const navigate = (method: string, params: object) =>
    connection.send(method, { context, wait: 'complete', ...params })
  const act = async (source: { type: string; id: string; actions: readonly object[] }) => {
    await connection.send('input.performActions', { context, actions: [source] })
  }
  const movesTo = ([x, y]: readonly [number, number]) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
  })
  const mouse = (actions: readonly object[]) => act({ type: 'pointer', id: 'mouse', actions })
  return {
    ...firefoxDocument({ connection, context: async () => context }),
    async goto(url) {
      await navigate('browsingContext.navigate', { url })
    },
    async reload() {
      await navigate('browsingContext.reload', {})
    },
    moveMouse: (points) => mouse(points.map(movesTo)),
    clickAt: (point) =>
      mouse([movesTo(point), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]),
    press: (key) => act({ type: 'key', id: 'keyboard', actions: press(key) }),
    async close() {
      await connection.send('browsingContext.close', { context })
    },
  }
}
