import {
  type DrivenDocument,
  type DrivenPage,
  type DrivenSelector,
  findFirefox,
  findWebkit,
  nextDrawn,
  poll,
} from '@latchkey/testing/node'
import { expect } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import type { HostAccount } from './HostPage.ts'
import { readCode } from './inbox.ts'
import { isMoving } from './isMoving.ts'
import type { RpcOutcome } from './provider.ts'
import { test as base } from './test.ts'

export { expect } from '@playwright/test'

export const noFirefox = findFirefox() === undefined
export const noWebkit = findWebkit() === undefined

/** What a visitor does on the demo's host page, in a browser that Playwright does not drive. */
export type DrivenHost = {
  browser: 'firefox' | 'webkit'
  page: DrivenPage
  frame: DrivenDocument
  goto(): Promise<void>
  signIn(email: string): Promise<void>
  approve(): Promise<void>
  /** Rejects, and presses again while the request still stands: what scrolls under a mouse takes its effect away. */
  reject(): Promise<void>
  /** Approves in the wallet's own window, opened from the frame unless the page has opened it. */
  approveInWindow(): Promise<void>
  /** Starts a request of the page's provider, without waiting for it; it replaces the one before. */
  startRequest(request: object): Promise<void>
  /** Clicks what is inside the frame, once the page around it stands still. */
  press(inside: DrivenSelector): Promise<void>
  /** What the started request came to; null when nobody answers it within a second. */
  outcomeSoFar(): Promise<RpcOutcome | null>
  /** What the started request came to. @throws Error with what the wallet shows, when nobody answers it */
  outcome(): Promise<RpcOutcome>
  /** The connected address, as the provider tells it. */
  address(): Promise<string>
}

/** Settles when what was done has been drawn, and has told who listens. */
const DRAWN = `(async (next) => { for (let left = 3; left > 0; left--) await next() })(${nextDrawn})`

/** Settles when the approval has gone, or when a press has had time to show that it took no effect. */
const PRESSED = `(async (next) => {
  for (let left = 40; left > 0 && document.querySelector('button[data-state="ready"]') !== null; left--) await next()
})(${nextDrawn})`

/** Brings what is signed into view, one part after the other, as somebody does who reads it: each once. */
const READ = `((next) => { if (next) { next.dataset.read = ''; next.scrollIntoView({ block: 'center' }) } })(document.querySelector('[data-end]:not([data-read]), [data-watched]:not([data-read])'))`

/** The provider that the page announces (EIP-6963). */
const PROVIDER = `new Promise((resolve) => {
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    if (detail.info.rdns === 'dev.latchkey') resolve(detail.provider)
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
})`

/** What the card says before a window is being opened; while it comes, the card offers to open it again. */
const REVIEW = 'Review in wallet window'

const OUTCOME_SO_FAR = 'Promise.race([window.asked, new Promise((done) => setTimeout(done, 1000, null))])'

const ARMED_BUTTON = 'button[data-armed="true"]'
const ARMED = `(${READ}, document.querySelector('${ARMED_BUTTON}') !== null)`
const SHOWS_REJECT = `[...document.querySelectorAll('button')].some((button) => button.textContent === 'Reject' && button.checkVisibility())`
const SHOWS_REVIEW = `[...document.querySelectorAll('button')].some(({ textContent }) => textContent === '${REVIEW}')`

/** Approves in the frame. */
async function approveIn({ page, frame, press }: DrivenHost): Promise<void> {
  const isGone = `document.querySelector('button[data-state="ready"]') === null`
  await frame.waitUntil(ARMED)
  for (;;) {
    // What changes or scrolls under a press takes its effect away, and disarms for a moment: a person presses again.
    await frame.waitUntil(`${isGone} || ${ARMED}`)
    if ((await frame.evaluate(isGone)) === true) return
    await page.waitUntil(`!(${isMoving})()`)
    await frame.hover(ARMED_BUTTON)
    // To come to the button scrolls, and what has scrolled arms anew.
    await frame.evaluate(DRAWN)
    await press(`${ARMED_BUTTON}[data-steady="true"]`)
    // That it is being signed is drawn once that has lasted for a moment.
    await frame.evaluate(PRESSED)
  }
}

async function outcomeOf({ frame, outcomeSoFar }: DrivenHost): Promise<RpcOutcome> {
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    const outcome = await outcomeSoFar()
    if (outcome !== null) return outcome
  }
  const shown = await frame.evaluate('document.body.innerText')
  throw new Error(`Nobody answers the request; the wallet shows: ${shown}`)
}

/** @param account smart is what a page has that names none */
export function createDrivenHost(
  browser: DrivenHost['browser'],
  page: DrivenPage,
  stack: Stack,
  account: HostAccount,
): DrivenHost {
  const frame = page.frame(stack.origins.wallet)
  const host: DrivenHost = {
    browser,
    page,
    frame,
    async goto() {
      await page.goto(`${stack.origins.app}/${account === 'eoa' ? '?account=eoa' : ''}`)
      await page.waitFor('button[data-state="disconnected"]')
    },
    async signIn(email) {
      await host.goto()
      await page.click('button[data-state="disconnected"]')
      await page.type({ css: 'input', text: 'e-mail' }, email)
      await page.click({ css: 'button', text: 'Send code' })
      await frame.waitFor({ css: 'input', text: 'code' })
      await page.waitUntil(`!(${isMoving})()`)
      await frame.type({ css: 'input', text: 'code' }, await readCode(stack, email))
      await page.waitFor('button[data-state="connected"]')
    },
    approve: () => approveIn(host),
    async approveInWindow() {
      const prefix = `${stack.origins.wallet}/window`
      const review = { css: 'button', text: REVIEW }
      await poll(
        async () => {
          const opened = await page.popup(prefix)
          if (opened) return
          if (await frame.evaluate(SHOWS_REVIEW)) await host.press(review)
          throw new Error('it is not open')
        },
        { name: 'The window of the wallet', timeout: 60_000, interval: 300 },
      )
      const window = (await page.popup(prefix)) as DrivenPage
      await window.waitUntil(ARMED)
      await window.hover(ARMED_BUTTON)
      // To come to the button scrolls, and what has scrolled arms anew.
      await window.evaluate(DRAWN)
      await window.click(ARMED_BUTTON)
      await expect.poll(() => window.isOpen()).toBe(false)
    },
    async reject() {
      const hasGone = () =>
        frame.waitUntil(`!${SHOWS_REJECT}`, { timeout: 5_000 }).then(
          () => true,
          () => false,
        )
      const reject = { css: 'button', text: 'Reject' }
      await host.press(reject)
      // It may go at any moment: who comes too late presses nothing, and waits for nothing.
      while (!(await hasGone())) await frame.click(reject, { timeout: 5_000 }).catch(() => undefined)
    },
    async press(inside) {
      await frame.waitFor(inside)
      await page.waitUntil(`!(${isMoving})()`)
      // WebKit's driver moved the focus to ask the page, which disarms.
      await frame.waitFor(inside)
      await frame.click(inside)
    },
    async startRequest(request) {
      await page.evaluate(`void (window.asked = ${PROVIDER}.then((provider) =>
        provider.request(${JSON.stringify(request)})
      ).then((result) => ({ result }), ({ code, message }) => ({ code, message })))`)
    },
    outcomeSoFar: async () => (await page.evaluate(OUTCOME_SO_FAR)) as RpcOutcome | null,
    outcome: () => outcomeOf(host),
    async address() {
      await host.startRequest({ method: 'eth_accounts' })
      const { result } = await host.outcome()
      return String(Array.isArray(result) ? (result[0] ?? '') : '')
    },
  }
  return host
}

/** As the other specs, with a page of the worker's Firefox or WebKit instead of Playwright's. */
export const test = base.extend<{ firefoxHost: DrivenHost; webkitHost: DrivenHost }>({
  firefoxHost: async ({ firefox, stack, hostAccount }, use) => {
    const page = await firefox.newPage()
    await use(createDrivenHost('firefox', page, stack, hostAccount))
    await page.close()
  },
  webkitHost: async ({ webkit, stack, hostAccount }, use) => {
    const page = await webkit.newPage()
    await use(createDrivenHost('webkit', page, stack, hostAccount))
    await page.close()
  },
})
