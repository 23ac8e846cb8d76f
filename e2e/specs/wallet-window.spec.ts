import type { BrowserContext, Page } from '@playwright/test'
import { friend } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, startRequests, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'
import { tokenCalls } from '../support/tokenCalls.ts'
import { sharedWorld } from '../support/worlds.ts'

test.use({ world: { name: 'approvals-auto', approvals: 'auto' } })

const transfer = (from: string) => ({
  method: 'eth_sendTransaction',
  params: [{ from, to: friend, value: '0x1' }],
})
const card = ({ frame }: HostPage) => frame.getByText('Review this in the wallet’s window')
const approveIn = (place: Page | HostPage['frame']) =>
  place.getByRole('button', { name: 'Approve', exact: true })
const hash = /^0x[0-9a-f]{64}$/

/** Signs in with money on the account, and asks for a transfer in the page's own click. */
async function asks(
  host: HostPage,
  email: string,
  stack: { chain: { setBalance(a: `0x${string}`, b: bigint): Promise<unknown> } },
) {
  await host.signIn(email)
  const address = (await host.address()) as `0x${string}`
  await stack.chain.setBalance(address, 10n ** 18n)
  return transfer(address)
}

/** A page whose windows the browser blocks: then the person opens the wallet's from the frame. */
const blockWindowsOf = (page: Page) =>
  page.evaluate(() => {
    window.open = () => null
  })

async function pressReview(host: HostPage, page: Page, name = 'Review in wallet window'): Promise<Page> {
  const button = host.frame.getByRole('button', { name })
  const [window] = await Promise.all([page.waitForEvent('popup'), host.press(button)])
  return window
}

async function approves(window: Page): Promise<void> {
  await expect(approveIn(window)).toHaveAttribute('data-armed', 'true')
  await Promise.all([window.waitForEvent('close'), approveIn(window).click()])
}

test('a request is approved in the wallet’s own window: opened by the page or from the frame, closed and reloaded', async ({
  host,
  page,
  email,
  stack,
}) => {
  const request = await asks(host, email, stack)
  const address = request.params[0]?.from ?? ''
  await test.step('a transfer, in the window that the page opens in its click', async () => {
    const [window] = await Promise.all([page.waitForEvent('popup'), startRequests(page, [request])])
    await expect(window.getByText(new URL(host.url).host).first()).toBeVisible()
    expect(new URL(window.url()).origin).toBe(stack.origins.wallet)
    expect(new URL(window.url()).hash).toBe('')
    await expect(card(host)).toBeVisible()
    await expect(approveIn(host.frame)).toHaveCount(0)
    await approves(window)
    expect((await outcome(page)).result).toMatch(hash)
    await expect(host.dialog).toBeHidden()
  })

  await test.step('signing in to the site stays in the page; any other message does not', async () => {
    const { origin, host: domain } = new URL(host.url)
    const signIn = [
      `${domain} wants you to sign in with your Ethereum account:`,
      `${address}\n`,
      'Sign in.\n',
      `URI: ${origin}`,
      'Version: 1',
      'Chain ID: 31337',
      'Nonce: a1b2c3d4e5f6',
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')
    await startRequests(page, [{ method: 'personal_sign', params: [toHex(signIn), address] }])
    await host.approve()
    expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
    expect(page.context().pages()).toHaveLength(1)
    await expect(host.dialog).toBeHidden()
    const other = { method: 'personal_sign', params: [toHex('Hello'), address] }
    const [window] = await Promise.all([page.waitForEvent('popup'), startRequests(page, [other])])
    await expect(card(host)).toBeVisible()
    await approves(window)
    expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
    await expect(host.dialog).toBeHidden()
  })

  await test.step('a window that is closed approved nothing, and can be opened again', async () => {
    const [window] = await Promise.all([page.waitForEvent('popup'), startRequests(page, [request])])
    await expect(approveIn(window)).toBeVisible()
    await window.close()
    await expect(host.frame.getByText('The window is closed.').first()).toBeVisible()
    const again = await pressReview(host, page, 'Open it again')
    await expect(again.getByRole('button', { name: 'Reject' })).toBeVisible()
    await Promise.all([again.waitForEvent('close'), again.getByRole('button', { name: 'Reject' }).click()])
    expect(await outcome(page)).toMatchObject({ code: 4001 })
    await expect(host.dialog).toBeHidden()
  })

  await test.step('where the page opens no window, the person opens it from the frame', async () => {
    await blockWindowsOf(page)
    await startRequests(page, [request])
    await expect(card(host)).toBeVisible()
    await approves(await pressReview(host, page))
    expect((await outcome(page)).result).toMatch(hash)
  })

  await test.step('a reload of the window or of the page ends what the other one shows', async () => {
    await page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'connected')
    const [window] = await Promise.all([page.waitForEvent('popup'), startRequests(page, [request])])
    await expect(approveIn(window)).toBeVisible()
    await window.reload()
    await expect(window.getByText('This request is gone.')).toBeVisible()
    await expect(host.frame.getByText('The window is closed.').first()).toBeVisible()
    const second = await pressReview(host, page, 'Open it again')
    await expect(approveIn(second)).toBeVisible()
    await Promise.all([second.waitForEvent('close'), page.reload()])
  })
})

test('a window that the browser blocks is said, and the request can be turned down', async ({
  host,
  page,
  context,
  email,
  stack,
}) => {
  await blockAllWindows(context)
  const request = await asks(host, email, stack)
  await startRequests(page, [request])
  await host.press(host.frame.getByRole('button', { name: 'Review in wallet window' }))
  await expect(host.frame.getByText('Your browser blocked the window.').first()).toBeVisible()
  await host.reject()
  expect(await outcome(page)).toMatchObject({ code: 4001 })
})

const blockAllWindows = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.open = () => null
  })

test('no other window and no page answers for it; a page that cuts itself off meets it at the service', async ({
  host,
  page,
  context,
  email,
  stack,
}) => {
  const request = await asks(host, email, stack)
  await test.step('no other window and no page answers for it', async () => {
    // The page learns the nonce: it opens the window. What it says with it is not of the wallet's origin.
    await page.evaluate(() => {
      const open = window.open.bind(window)
      window.open = (url, ...rest) => {
        Object.assign(window, { walletUrl: String(url) })
        return open('about:blank', ...rest)
      }
    })
    const [blank] = await Promise.all([page.waitForEvent('popup'), startRequests(page, [request])])
    await expect(card(host)).toBeVisible()
    await page.evaluate(() => {
      const { walletUrl } = window as unknown as { walletUrl: string }
      const iframe =
        document.querySelector('latchkey-modal, lk-modal')?.shadowRoot?.querySelector('iframe') ??
        [...document.querySelectorAll('*')].map((e) => e.shadowRoot?.querySelector('iframe')).find(Boolean)
      const nonce = new URL(walletUrl).hash.slice(1, 23)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Object.assign(window, { forged: true })
      iframe?.contentWindow?.postMessage({ t: 'window', v: 1, nonce }, '*', [port2])
    })
    // The genuine one takes the nonce; a second one with it finds nothing.
    const url = await page.evaluate(() => (window as unknown as { walletUrl: string }).walletUrl)
    await blank.evaluate((to) => location.replace(to), url)
    await expect(approveIn(blank)).toBeVisible()
    const [second] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((to) => {
        const link = Object.assign(document.createElement('a'), { href: to, target: '_blank', rel: 'opener' })
        document.body.append(link)
        link.click()
      }, url),
    ])
    await expect(second.getByText('This request is gone.')).toBeVisible()
    expect(await page.evaluate(() => 'forged' in window)).toBe(false)
    await second.close()
    await approves(blank)
    expect((await outcome(page)).result).toMatch(hash)
  })

  await test.step('a page that cuts itself off from windows meets the wallet’s at the service', async () => {
    await page.goto(`${stack.origins.app}/isolated?account=eoa`)
    await expect(host.button).toHaveAttribute('data-state', 'connected')
    const [orphan] = await Promise.all([context.waitForEvent('page'), startRequests(page, [request])])
    await expect.poll(() => orphan.isClosed()).toBe(true)
    const button = host.frame.getByRole('button', { name: 'Review in wallet window' })
    const [window] = await Promise.all([context.waitForEvent('page'), host.press(button)])
    expect(await window.evaluate(() => window.opener === null)).toBe(true)
    await expect(window.getByText(new URL(host.url).host).first()).toBeVisible()
    await expect(host.frame.getByText('Continue in the window that opened.').first()).toBeVisible()
    await approves(window)
    expect((await outcome(page)).result).toMatch(hash)
  })
})

test('a window that no frame has opened meets nobody at the service, whatever its fragment says', async ({
  page,
  context,
  stack,
}) => {
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/window/v1/')) asked.push(request.url())
  })
  const address = `${stack.origins.wallet}/window?projectId=demo`
  const mailbox = `#${'n'.repeat(22)}~${'s'.repeat(43)}`
  await page.goto(stack.origins.app)

  await test.step('opened by a page without an opener', async () => {
    const orphan = context.waitForEvent('page')
    await page.evaluate((to) => open(to, '_blank', 'noopener'), `${address}${mailbox}`)
    const window = await orphan
    await expect.poll(() => window.isClosed()).toBe(true)
  })

  await test.step('opened by hand, as by a link in a mail', async () => {
    const window = await context.newPage()
    await window.goto(`${address}${mailbox}`)
    await expect(window.getByText('This request is gone.')).toBeVisible()
    await window.close()
  })

  await test.step('given its fragment by a page, which then goes away', async () => {
    const opener = await context.newPage()
    await opener.goto(stack.origins.app)
    const popup = opener.waitForEvent('popup')
    await opener.evaluate(
      (to) => {
        Object.assign(globalThis, { wallet: open(to) })
      },
      `${address}#${'n'.repeat(22)}`,
    )
    const window = await popup
    await expect(window.getByText('Getting the request')).toBeVisible()
    await opener.evaluate((to) => {
      const { wallet } = globalThis as unknown as { wallet: Window }
      wallet.location.href = to
    }, `${address}${mailbox}`)
    await opener.close()
    await expect(window.getByText('This request is gone.')).toBeVisible()
    // It closes itself: nobody but its own script is left.
    await window.reload().catch(() => undefined)
    await expect.poll(() => window.isClosed()).toBe(true)
  })
  expect(asked).toEqual([])
})

test.describe('a page whose every request is approved in the window', () => {
  test.use({ world: { name: 'approvals-window', approvals: 'window' } })

  test('signs a message there', async ({ host, page, email }) => {
    await host.signIn(email)
    const request = { method: 'personal_sign', params: [toHex('Hello'), await host.address()] }
    const [window] = await Promise.all([page.waitForEvent('popup'), startRequests(page, [request])])
    await approves(window)
    expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
  })
})

test.describe('a page that the operator vouches for', () => {
  test.use({ world: sharedWorld })

  test('has a transfer approved in it, and a danger in the window', async ({ host, page, email, stack }) => {
    const request = await asks(host, email, stack)
    await startRequests(page, [request])
    await expect(approveIn(host.frame)).toBeVisible()
    await host.reject()
    const from = request.params[0]?.from ?? ''
    const unlimited = { from, ...tokenCalls.approve(friend, 2n ** 196n) }
    const danger = { method: 'eth_sendTransaction', params: [unlimited] }
    const [window] = await Promise.all([page.waitForEvent('popup'), startRequests(page, [danger])])
    await expect(card(host)).toBeVisible()
    await expect(approveIn(window)).toHaveAttribute('data-armed', 'false')
    await window.getByRole('button', { name: 'Reject' }).click()
    expect(await outcome(page)).toMatchObject({ code: 4001 })
  })
})
