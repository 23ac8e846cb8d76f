import { browserLaunchOptions } from '@latchkey/testing/node'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { readCode } from '../support/inbox.ts'
import { codeField, connected, emailField, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('a browser that blocks the frame’s storage still signs in and signs', async ({ stack, email }) => {
  const browser = await chromium.launch(browserLaunchOptions({ storage: 'blocked' }))
  try {
    const page = await browser.newPage()
    const host = createHostPage(page, stack)
    await host.signIn(email)
    await signs(host)
    // Nothing was kept: the page notices, and asks to connect again.
    await page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  } finally {
    await browser.close()
  }
})

test.describe('two tabs of one site', () => {
  async function openTabs(first: HostPage, context: BrowserContext, stack: Stack): Promise<HostPage> {
    const second = createHostPage(await context.newPage(), stack)
    await second.goto()
    await connected(second)
    await first.page.reload()
    await connected(first)
    return second
  }

  test('renew one session at the same time and both go on; they end together when one signs out', async ({
    host,
    context,
    stack,
    email,
  }) => {
    await host.signIn(email)
    const other = await openTabs(host, context, stack)
    const renewals: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/auth/v1/token') && request.method() === 'POST')
        renewals.push(request.url())
    })
    // What the service says once the access token is over; each tab hears it once.
    const expire = (page: Page) =>
      page.route(
        /\/release$/,
        (route) =>
          route.request().method() === 'OPTIONS'
            ? route.fallback()
            : route.fulfill({
                status: 401,
                contentType: 'application/json',
                headers: {
                  'access-control-allow-origin': stack.origins.keys,
                  'access-control-expose-headers': 'DPoP-Nonce, Retry-After, Date',
                },
                body: JSON.stringify({ error: { code: 4211, message: 'The access token has expired.' } }),
              }),
        { times: 1 },
      )
    await expire(host.page)
    await expire(other.page)
    // Keys count while a window has the focus; both are asked first, then answered one after the other.
    await host.action('Sign a message')
    await other.action('Sign a message')
    for (const tab of [host, other]) {
      await tab.page.bringToFront()
      await tab.approve()
      await expect(tab.result).toHaveAttribute('data-state', 'done')
    }
    // The browser tells what a worker has asked for in its own time.
    await expect.poll(() => renewals.length).toBeGreaterThan(0)
    await host.page.bringToFront()
    await signs(host)

    await other.page.bringToFront()
    await other.button.click()
    await other.dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(other.button).toHaveAttribute('data-state', 'disconnected')
    await host.page.bringToFront()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    expect(await host.address()).toBe('')
  })
})

test('the same e-mail gives the same account on another site', async ({ host, context, stack, email }) => {
  test.slow()
  // All but the press is made ready first: it has to come within half a minute of the first mail, which is read later.
  const page = await context.newPage()
  const shop = createHostPage(page, stack, stack.origins.shop)
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Connect' }).click()
  await emailField(shop).fill(email)
  const send = shop.dialog.getByRole('button', { name: 'Send code' })
  await host.page.bringToFront()
  await host.goto()
  await host.askForCode(email)
  await page.bringToFront()
  await send.click()
  // One mail each half minute: the wallet says so, and counts down.
  await expect(shop.dialog.getByText(/Please try again after \d+ seconds/).first()).toBeVisible()
  await host.page.bringToFront()
  await host.typeCode(await readCode(stack, email))
  await connected(host)
  const address = await host.address()
  await page.bringToFront()
  await expect(shop.dialog.getByText('We e-mail you a code.')).toBeVisible()
  await send.click()
  await expect(codeField(shop)).toBeVisible()
  await shop.typeCode(await readCode(stack, email, 2))
  await expect(page.getByTestId('address')).toHaveText(address)
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await shop.approve()
  await expect(page.getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)
})
