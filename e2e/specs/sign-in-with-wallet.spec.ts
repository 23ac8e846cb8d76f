import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { account, installWallets } from '../support/wallets.ts'

const RDNS = 'com.example.aurora'
const wallet = { name: 'Aurora', rdns: RDNS, privateKeys: [account(1).privateKey] }
const session = (page: Page) => page.getByTestId('session')
const modal = (page: Page) => page.locator('latchkey-modal').getByRole('dialog')
const signView = (page: Page) => modal(page).getByRole('button', { name: /^sign( in)?$/i })

async function connectWallet(page: Page, url: string) {
  await page.goto(url)
  const button = page.locator('latchkey-button').getByRole('button')
  await expect(button).toBeEnabled()
  await button.click()
  await modal(page)
    .getByRole('button', { name: /^Aurora/ })
    .click()
  await expect(signView(page)).toBeVisible()
  return button
}

test('R1-16 R2-19 a required sign-in is asked for, survives a reload before and after, and ends with the connection', async ({
  page,
  stack,
  walletScript,
}) => {
  const remote = await installWallets(page, walletScript, [wallet])
  const button = await connectWallet(page, `${stack.origins.app}/sign-in`)
  await expect(session(page)).toHaveAttribute('data-state', 'connected')
  // Neither Escape nor the close button gets around it.
  await page.keyboard.press('Escape')
  await expect(signView(page)).toBeVisible()

  await page.reload()
  await expect(signView(page)).toBeVisible()
  await remote(RDNS).rejectNext('personal_sign')
  await signView(page).click()
  await expect(
    modal(page)
      .getByText(/declined/i)
      .first(),
  ).toBeVisible()
  await expect(session(page)).toHaveAttribute('data-state', 'connected')

  await signView(page).click()
  await expect(session(page)).toHaveAttribute('data-state', 'signedIn')
  await expect(modal(page)).toBeHidden()
  await page.reload()
  await expect(session(page)).toHaveAttribute('data-state', 'signedIn')

  await button.click()
  await modal(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(session(page)).toHaveAttribute('data-state', 'none')
})

test('a service that is down while signing in is said, and the same button works later', async ({
  page,
  stack,
  walletScript,
}) => {
  await installWallets(page, walletScript, [wallet])
  await connectWallet(page, `${stack.origins.app}/sign-in`)
  await stack.service.kill()
  try {
    await signView(page).click()
    await expect(modal(page).getByRole('alert').first()).toBeVisible()
    await expect(session(page)).toHaveAttribute('data-state', 'connected')
  } finally {
    await stack.service.restart()
  }
  await signView(page).click()
  await expect(session(page)).toHaveAttribute('data-state', 'signedIn')
})

test('cancelling a required sign-in disconnects', async ({ page, stack, walletScript }) => {
  await installWallets(page, walletScript, [wallet])
  await connectWallet(page, `${stack.origins.app}/sign-in`)
  await modal(page)
    .getByRole('button', { name: /cancel/i })
    .click()
  await expect(session(page)).toHaveAttribute('data-state', 'none')
  await expect(modal(page)).toBeHidden()
})

test('an offered sign-in may be left, and does not ask again at once', async ({
  page,
  stack,
  walletScript,
}) => {
  await installWallets(page, walletScript, [wallet])
  await connectWallet(page, `${stack.origins.app}/sign-in?required=false`)
  await modal(page)
    .getByRole('button', { name: /cancel/i })
    .click()
  await expect(modal(page)).toBeHidden()
  await expect(session(page)).toHaveAttribute('data-state', 'connected')
  await page.reload()
  await expect(session(page)).toHaveAttribute('data-state', 'connected')
  await expect(modal(page)).toBeHidden()
})
