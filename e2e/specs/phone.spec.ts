import { startWalletConnectWallet } from '@latchkey/testing/node'
import type { Page } from '@playwright/test'
import type { HostPage } from '../support/HostPage.ts'
import { expect, test } from '../support/test.ts'
import { account } from '../support/wallets.ts'

const RAINBOW = 'https://rnbwapp.com/'

test.use({
  // What moves is drawn as most visitors see it.
  contextOptions: { reducedMotion: 'no-preference' },
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

/** Chooses a wallet of the directory, as a thumb does. */
async function chooseRainbow(host: HostPage): Promise<void> {
  await host.goto()
  await host.button.tap()
  await host.dialog.getByRole('button', { name: /^All wallets/ }).tap()
  await host.dialog.getByRole('searchbox').fill('rainbow')
  const row = host.dialog.getByRole('button', { name: /^Rainbow/ }).first()
  await expect(row).toBeVisible()
  await row.tap()
}

const openLink = ({ dialog }: HostPage) => dialog.getByRole('link', { name: 'Open Rainbow', exact: true })
const pairingOf = (href: string | null) => new URL(href ?? '').searchParams.get('uri') ?? ''

/** A phone without the app: its link is asked for by the tap alone, and the page stays. */
async function withoutApp(page: Page): Promise<string[]> {
  const opened: string[] = []
  await page.context().route(`${RAINBOW}**`, (route) => {
    opened.push(route.request().url())
    return route.fulfill({ status: 204 })
  })
  return opened
}

test('R4-14 a wallet of the directory opens by its universal link, from the tap itself', async ({
  host,
  page,
}) => {
  const opened = await withoutApp(page)
  await chooseRainbow(host)
  const link = openLink(host)
  await expect(link).toHaveAttribute('href', /^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A/)
  await expect(link).toHaveAttribute('target', '_self')
  const href = await link.getAttribute('href')
  expect(pairingOf(href)).toMatch(/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/)
  expect(await link.evaluate((element) => element.tagName)).toBe('A')
  // Nothing is opened before the tap.
  expect(opened).toEqual([])

  await link.tap()
  await expect.poll(() => opened).toEqual([href])
  const other = host.dialog.getByRole('link', { name: 'Try another way to open Rainbow' })
  await expect(other).toBeVisible()
  expect(pairingOf(await other.getAttribute('href'))).toBe(pairingOf(href))
  await expect(other).toHaveAttribute('href', /^rainbow:\/\/wc\?uri=/)
  await expect(host.dialog.getByRole('link', { name: 'Get Rainbow' }).first()).toBeVisible()
  // The next tap uses the same pairing.
  await expect(link).toHaveAttribute('href', href ?? '')
})

test('R4-13 in Telegram the link opens a window, and the page stays', async ({ host, page }) => {
  await page.addInitScript(() => Object.assign(window, { TelegramWebview: {} }))
  const opened = await withoutApp(page)
  await chooseRainbow(host)
  await expect(openLink(host)).toHaveAttribute('target', '_blank')
  await expect(openLink(host)).toHaveAttribute('href', /^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A/)
  const href = await openLink(host).getAttribute('href')
  await openLink(host).tap()
  await expect.poll(() => opened).toEqual([href])
  await expect(host.dialog).toBeVisible()
})

test('the code stays within reach, for a wallet on another device', async ({ host }) => {
  await chooseRainbow(host)
  const code = host.dialog.getByRole('img', { name: /code/i })
  await expect(openLink(host)).toBeVisible()
  await expect(code).toBeHidden()
  await host.dialog.getByText('Use another device').tap()
  await expect(code).toBeVisible()
})

test('R4-14 whoever goes back and chooses again has a link that a wallet takes', async ({ host, stack }) => {
  const wallet = await startWalletConnectWallet({
    relayUrl: stack.nodeRelayUrl,
    accounts: [account(1).privateKey],
  })
  try {
    await chooseRainbow(host)
    await expect(openLink(host)).toBeVisible()
    await host.dialog.getByRole('button', { name: 'Back' }).tap()
    await host.dialog
      .getByRole('button', { name: /^Rainbow/ })
      .first()
      .tap()
    await expect(openLink(host)).toHaveAttribute('href', /uri=wc%3A/)
    const { outcome } = await wallet.pair(pairingOf(await openLink(host).getAttribute('href')))
    expect(outcome).toBe('approved')
    await expect(host.button).toHaveAttribute('data-state', 'connected')
    await expect(host.dialog).toBeHidden()
  } finally {
    await wallet.stop()
  }
})
