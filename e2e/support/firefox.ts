import {
  type FirefoxDocument,
  type FirefoxPage,
  type FirefoxSelector,
  findFirefox,
} from '@latchkey/testing/node'
import type { Stack } from '../../scripts/stack/startStack.ts'
import type { HostAccount } from './HostPage.ts'
import { readCode } from './inbox.ts'
import { isMoving } from './isMoving.ts'
import type { RpcOutcome } from './provider.ts'
import { test as base } from './test.ts'

export { expect } from '@playwright/test'

export const noFirefox = findFirefox() === undefined

/** What a visitor does on the demo's host page in Firefox. */
export type FirefoxHost = {
  page: FirefoxPage
  frame: FirefoxDocument
  goto(): Promise<void>
  signIn(email: string): Promise<void>
  approve(): Promise<void>
  /** Starts a request of the page's provider, without waiting for it; it replaces the one before. */
  startRequest(request: object): Promise<void>
  /** Clicks what is inside the frame, once the page around it stands still. */
  press(inside: FirefoxSelector): Promise<void>
  /** What the started request came to. */
  outcome(): Promise<RpcOutcome>
  /** The connected address, as the provider tells it. */
  address(): Promise<string>
}

/** Settles when what was done has been drawn, and has told who listens. */
const DRAWN =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))))'

/** Brings the ends of what is signed into view. */
const READ = `document.querySelectorAll('[data-end]').forEach((end) => end.scrollIntoView({ block: 'center' }))`

/** The provider that the page announces (EIP-6963). */
const PROVIDER = `new Promise((resolve) => {
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    if (detail.info.rdns === 'dev.latchkey') resolve(detail.provider)
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
})`

/** @param account smart is what a page has that names none */
export function createFirefoxHost(page: FirefoxPage, stack: Stack, account: HostAccount): FirefoxHost {
  const frame = page.frame(stack.origins.wallet)
  const host: FirefoxHost = {
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
    async approve() {
      const button = 'button[data-armed="true"]'
      const ready = 'button[data-state="ready"]'
      const armed = `(${READ}, document.querySelector('${button}') !== null)`
      await frame.waitUntil(armed)
      // What changes or scrolls under a press takes its effect away: a person presses again.
      while ((await frame.evaluate(armed)) === true) {
        await page.waitUntil(`!(${isMoving})()`)
        await frame.hover(button)
        // To come to the button scrolls, and what has scrolled arms anew.
        await frame.evaluate(DRAWN)
        await host.press(`${button}[data-steady="true"]`)
        await frame.evaluate(DRAWN)
        await frame.waitUntil(`document.querySelector('${ready}') === null || ${armed}`)
      }
    },
    async press(inside) {
      await frame.waitFor(inside)
      await page.waitUntil(`!(${isMoving})()`)
      await frame.click(inside)
    },
    async startRequest(request) {
      await page.evaluate(`void (window.asked = ${PROVIDER}.then((provider) =>
        provider.request(${JSON.stringify(request)})
      ).then((result) => ({ result }), ({ code, message }) => ({ code, message })))`)
    },
    outcome: async () => (await page.evaluate('window.asked')) as RpcOutcome,
    async address() {
      await host.startRequest({ method: 'eth_accounts' })
      const { result } = await host.outcome()
      return String(Array.isArray(result) ? (result[0] ?? '') : '')
    },
  }
  return host
}

/** As the other specs, with a page of the worker's Firefox instead of Playwright's. */
export const test = base.extend<{ firefoxHost: FirefoxHost }>({
  firefoxHost: async ({ firefox, stack, hostAccount }, use) => {
    const page = await firefox.newPage()
    await use(createFirefoxHost(page, stack, hostAccount))
    await page.close()
  },
})
