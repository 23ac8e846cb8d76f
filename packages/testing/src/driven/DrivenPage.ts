import { poll } from '../node/poll.ts'

/** A CSS selector, with what the text or label must contain. Open shadow roots are searched too. */
export type DrivenSelector = string | { css: string; text: string }

/** A document in a driven browser: a page, or a frame inside one. Waits are 60 s unless told otherwise. */
export type DrivenDocument = {
  /** The document of the frame whose address begins with `prefix`, at any depth. It need not be there yet. */
  frame: (prefix: string) => DrivenDocument
  /** Runs an expression; a promise is awaited, the value must be JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** Waits until an element is there and visible. */
  waitFor: (selector: DrivenSelector, options?: { timeout?: number }) => Promise<void>
  /** Waits until an expression is true. */
  waitUntil: (expression: string, options?: { timeout?: number }) => Promise<void>
  /** The text of an element, as it is in the document. */
  textOf: (selector: DrivenSelector) => Promise<string>
  attributeOf: (selector: DrivenSelector, name: string) => Promise<string | null>
  /** A real click in the middle of an element, once it is visible. */
  click: (selector: DrivenSelector, options?: { timeout?: number }) => Promise<void>
  /** Moves the mouse from beside the middle of an element to it. */
  hover: (selector: DrivenSelector) => Promise<void>
  /** Clicks an element and presses the keys of `text`. */
  type: (selector: DrivenSelector, text: string) => Promise<void>
  /** Moves the mouse through places of this document's viewport, in CSS pixels, whatever lies there. */
  moveMouse: (places: readonly (readonly [number, number])[]) => Promise<void>
  /** Moves the mouse to a place and clicks, whatever lies there. */
  clickAt: (place: readonly [number, number]) => Promise<void>
  /** Presses the keys of `text` on whatever has the focus. */
  pressKeys: (text: string) => Promise<void>
}

export type DrivenPage = DrivenDocument & {
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Whether it is open. */
  isOpen: () => Promise<boolean>
  /** The window that this page or a frame of it has opened, whose address begins with `prefix`; undefined when there is none. */
  popup: (prefix: string) => Promise<DrivenPage | undefined>
  close: () => Promise<void>
}

/** An action of WebDriver, as its two protocols have it. */
export type DrivenActions = { type: 'pointer' | 'key'; id: string; actions: readonly object[] }

/** What a protocol has to bring. */
export type Driver = {
  frame: (prefix: string) => Driver
  /** Runs an expression that comes to a text. */
  evaluate: (expression: string) => Promise<string>
  /** The element that an expression comes to, as the origin of a movement; null when there is none. */
  locate: (expression: string) => Promise<object | null>
  perform: (actions: DrivenActions) => Promise<void>
}

/** ms */
export const drivenWait = 60_000

/**
 * Source of a function that runs in the page: finds the first visible element that matches a CSS selector, and whose
 * text or accessible label contains `text` when one is given. Open shadow roots are searched too.
 */
const deepQuery = `(css, text, visible) => {
  const wanted = text === null ? null : text.toLowerCase()
  const says = (element) => [element.textContent, element.getAttribute('aria-label'), element.labels?.[0]?.textContent]
    .some((part) => part?.toLowerCase().includes(wanted))
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const search = (root) => {
    for (const element of root.querySelectorAll('*')) {
      const fits = element.matches(css) && (wanted === null || says(element)) && (!visible || shown(element))
      if (fits) return element
      const inner = element.shadowRoot && search(element.shadowRoot)
      if (inner) return inner
    }
    return null
  }
  return search(document)
}`

const partsOf = (selector: DrivenSelector) =>
  typeof selector === 'string' ? { css: selector, text: null } : selector

const nameOf = (selector: DrivenSelector) => {
  const { css, text } = partsOf(selector)
  return text === null ? css : `${css} with the text ${text}`
}

const queryFor = (selector: DrivenSelector, visible: boolean) => {
  const { css, text } = partsOf(selector)
  return `(${deepQuery})(${JSON.stringify(css)}, ${JSON.stringify(text)}, ${visible})`
}

/** The element, once it is there. */
function locate(driver: Driver, selector: DrivenSelector, timeout = drivenWait): Promise<object> {
  const attempt = async () => {
    const origin = await driver.locate(queryFor(selector, true))
    if (!origin) throw new Error('it is not on the page')
    return origin
  }
  return poll(attempt, { name: nameOf(selector), timeout, interval: 50 })
}

const press = (key: string) => [
  { type: 'keyDown', value: key },
  { type: 'keyUp', value: key },
]
const mouse = (actions: readonly object[]): DrivenActions => ({ type: 'pointer', id: 'mouse', actions })
const keys = (text: string): DrivenActions => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap(press),
})
const click = [
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
]
/** WebDriver takes whole pixels (section 15.4.2). */
const placed = ([x, y]: readonly [number, number]) => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  origin: 'viewport',
})
/** CSS pixels from the middle. */
const coming = [-40, -30, -20, -10, 0].map((x) => ({ type: 'pointerMove', x, y: x / 4 }))

/**
 * Source of a function that runs in the page: settles with the next frame. A document that is not drawn has none, as
 * that of the wallet once a page has hidden it, so a timer stands in for them.
 */
export const nextDrawn = `() => new Promise((done) => {
  requestAnimationFrame(() => done())
  setTimeout(done, 250)
})`

/**
 * Source of a function that runs in the page: whether an element stays where it is for two frames. One that moves on is
 * missed by the mouse.
 */
const standsStill = `async (find) => {
  const placeOf = () => {
    const { x, y } = find()?.getBoundingClientRect() ?? {}
    return x + ',' + y
  }
  const next = ${nextDrawn}
  const before = placeOf()
  await next()
  await next()
  return placeOf() === before
}`

async function bringIntoView(
  driver: Driver,
  selector: DrivenSelector,
  timeout = drivenWait,
): Promise<object> {
  await locate(driver, selector, timeout)
  const target = JSON.stringify({ block: 'center', inline: 'center', behavior: 'instant' })
  await driver.evaluate(`String(${queryFor(selector, true)}?.scrollIntoView(${target}))`)
  const attempt = async () => {
    const still = await driver.evaluate(`(${standsStill})(() => ${queryFor(selector, true)}).then(String)`)
    if (still !== 'true') throw new Error('it moves')
  }
  await poll(attempt, { name: nameOf(selector), timeout, interval: 50 })
  return locate(driver, selector, timeout)
}

/** A document as tests see it, whatever protocol drives it. */
export function drivenDocument(driver: Driver): DrivenDocument {
  const evaluate = async (expression: string) =>
    JSON.parse(
      await driver.evaluate(
        `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`,
      ),
    ) as unknown
  const document: DrivenDocument = {
    frame: (prefix) => drivenDocument(driver.frame(prefix)),
    evaluate,
    async waitFor(selector, { timeout = drivenWait } = {}) {
      await locate(driver, selector, timeout)
    },
    async waitUntil(expression, { timeout = drivenWait } = {}) {
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
    async click(selector, { timeout } = {}) {
      const origin = await bringIntoView(driver, selector, timeout)
      await driver.perform(mouse([{ type: 'pointerMove', x: 0, y: 0, origin }, ...click]))
    },
    async hover(selector) {
      const origin = await bringIntoView(driver, selector)
      await driver.perform(mouse(coming.map((move) => ({ ...move, origin }))))
    },
    async type(selector, text) {
      await document.click(selector)
      await document.pressKeys(text)
    },
    async moveMouse(places) {
      await driver.perform(mouse(places.map(placed)))
    },
    async clickAt(place) {
      await driver.perform(mouse([placed(place), ...click]))
    },
    async pressKeys(text) {
      await driver.perform(keys(text))
    },
  }
  return document
}
