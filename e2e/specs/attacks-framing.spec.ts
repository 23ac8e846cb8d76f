import type { Frame, FrameLocator, Page } from '@playwright/test'
import { startEvilHost, startUnlistedDemo } from '../support/evilHost.ts'
import { frameAt } from '../support/frameAt.ts'
import { createHostPage } from '../support/HostPage.ts'
import { barePage, frameUrl } from '../support/rawFrame.ts'
import { expect, test } from '../support/test.ts'

const BLOCKED = /^chrome-error:/
const DID_NOT_LOAD = 'The wallet did not load'

declare global {
  interface Window {
    /** What another window has told this one. */
    told: unknown[]
  }
}

/** Embeds a document, and gives it everything that a host would: listens, and answers with a port without being asked. */
async function embed(page: Page, url: string): Promise<void> {
  await page.evaluate(
    (address) =>
      new Promise<void>((resolve) => {
        window.told = []
        addEventListener('message', ({ data }) => window.told.push(data))
        const iframe = document.createElement('iframe')
        iframe.addEventListener('load', () => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => window.told.push(data)
          const nonce = 'A'.repeat(22)
          const init = { t: 'init', v: 1, frameNonce: nonce, hostNonce: nonce }
          iframe.contentWindow?.postMessage(init, '*', [port2])
          resolve()
        })
        iframe.src = address
        document.body.append(iframe)
      }),
    url,
  )
}

/** What the page was told once everything that the document had posted before is here. */
async function toldBy(page: Page, child: Frame): Promise<unknown[]> {
  await child.evaluate(() => parent.postMessage('fence', '*'))
  await expect.poll(() => page.evaluate(() => window.told.includes('fence'))).toBe(true)
  return page.evaluate(() => window.told.filter((data) => data !== 'fence'))
}

/** The card that tells what went wrong; other alerts of the modal are silent live regions. */
const card = (within: Page | FrameLocator, text: string) =>
  within.getByRole('dialog').getByRole('alert').filter({ hasText: text })

test('the document does not run in a site that is not on the list, and runs in one that is', async ({
  page,
  stack,
}) => {
  const evil = await startEvilHost({ '/': '<!doctype html><title>Evil</title>' })
  try {
    const refusal = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
    await page.goto(evil.origin)
    await embed(page, frameUrl(stack))
    await refusal
    await frameAt(page, BLOCKED)
    expect(await page.evaluate(() => window.told)).toEqual([])

    await page.goto(barePage(stack.origins.app))
    await embed(page, frameUrl(stack))
    await expect.poll(() => page.evaluate(() => window.told[0])).toMatchObject({ t: 'hello', v: 1 })
  } finally {
    await evil.stop()
  }
})

test('the modal on a site that is not on the list says so', async ({ page, stack }) => {
  const evil = await startUnlistedDemo(stack)
  try {
    const host = createHostPage(page, stack, evil.origin)
    await host.goto()
    await host.button.click()
    await host.dialog.getByRole('textbox', { name: /e-mail/i }).fill('somebody@example.com')
    const alert = card(page, 'This site may not use this wallet')
    await expect(alert).toBeVisible()
    await expect(alert).toContainText('6003')
    await host.dialog.getByRole('button', { name: 'Send code' }).click()
    await expect(alert).toBeVisible()
    expect(page.frames().some((frame) => frame.url().startsWith(stack.origins.wallet))).toBe(false)
  } finally {
    await evil.stop()
  }
})

test('an unknown project opens nowhere, and the modal says so', async ({ page, stack, host }) => {
  const unknown = (url: string) => url.replace('projectId=demo', 'projectId=nobody')
  await page.route(/projectId=demo/, (route) => route.continue({ url: unknown(route.request().url()) }))
  await host.goto()
  await host.button.click()
  await host.dialog.getByRole('textbox', { name: /e-mail/i }).fill('somebody@example.com')
  await expect(card(page, 'This site is not set up correctly')).toBeVisible()
  await page.goto(barePage(stack.origins.app))
  for (const project of ['nobody', '', '%00', '__proto__', 'demo%20', 'DEMO']) {
    await embed(page, frameUrl(stack, project))
    expect(await page.evaluate(() => window.told)).toEqual([])
  }
})

test('a site that is not on the list cannot use the wallet through a frame of one that is', async ({
  page,
  stack,
}) => {
  const evil = await startEvilHost({
    '/': `<!doctype html><iframe src="${stack.origins.app}" width="900" height="700"></iframe>`,
  })
  try {
    await page.goto(evil.origin)
    const inner = page.frameLocator('iframe')
    await inner.locator('latchkey-button').getByRole('button').click()
    const refusal = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
    await inner.getByRole('dialog').getByRole('textbox').fill('somebody@example.com')
    await refusal
    await expect(card(inner, DID_NOT_LOAD)).toBeVisible()
  } finally {
    await evil.stop()
  }
})

test('an allowed site in a frame of another allowed site is refused by the handshake', async ({
  page,
  stack,
}) => {
  await page.addInitScript(() => {
    window.told = []
    addEventListener('message', ({ data }) => window.told.push(data))
  })
  await page.goto(barePage(stack.origins.shop))
  await page.evaluate((src) => {
    const iframe = document.createElement('iframe')
    Object.assign(iframe, { src, width: '900', height: '700' })
    document.body.append(iframe)
  }, stack.origins.app)
  const inner = page.frameLocator('iframe')
  await inner.locator('latchkey-button').getByRole('button').click()
  // From before it is there: it is taken away again as soon as it has refused.
  const loaded = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith(stack.origins.wallet))
  await inner.getByRole('dialog').getByRole('textbox').fill('somebody@example.com')
  // Its policy lets both sites embed it, so the document itself has to refuse.
  const wallet = await loaded
  await expect(card(inner, DID_NOT_LOAD)).toBeVisible()
  await expect.poll(() => wallet.isDetached()).toBe(true)
  const app = await frameAt(page, stack.origins.app)
  expect(await app.evaluate(() => window.told)).toEqual([])
  expect(await page.evaluate(() => window.told)).toEqual([])
})

test('the keys document answers no host', async ({ page, stack }) => {
  await page.goto(barePage(stack.origins.app))
  const refused = page.waitForEvent('console', (message) => /stays closed/.test(message.text()))
  await embed(page, `${stack.origins.keys}/keys?projectId=demo&version=1`)
  await refused
  expect(await toldBy(page, await frameAt(page, stack.origins.keys))).toEqual([])
})

for (const kind of ['frame', 'keys'] as const)
  test(`a ${kind} document in a window of its own shows nothing and answers nothing`, async ({
    page,
    stack,
  }) => {
    const url = kind === 'frame' ? frameUrl(stack) : `${stack.origins.keys}/keys?projectId=demo&version=1`
    await page.goto(barePage(stack.origins.app))
    const popup = page.waitForEvent('popup')
    // From before it opens: it may have spoken before it is known here.
    const refused = page
      .context()
      .waitForEvent('console', (message) => message.type() === 'error' && message.page() !== page)
    await page.evaluate((address) => {
      window.told = []
      addEventListener('message', ({ data }) => window.told.push(data))
      Object.assign(window, { popup: open(address) })
    }, url)
    const opened = await popup
    // It has run, and has refused.
    await refused
    await page.evaluate(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => window.told.push(data)
      const nonce = 'A'.repeat(22)
      const init = { t: 'init', v: 1, frameNonce: nonce, hostNonce: nonce }
      ;(window as unknown as { popup: Window }).popup.postMessage(init, '*', [port2])
    })
    await expect(opened.locator('body')).toHaveText('')
    expect(await opened.locator('button, input').count()).toBe(0)
    await opened.evaluate(() => opener.postMessage('fence', '*'))
    await expect.poll(() => page.evaluate(() => window.told.includes('fence'))).toBe(true)
    expect(await page.evaluate(() => window.told)).toEqual(['fence'])
  })
