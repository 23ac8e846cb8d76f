import { browserLaunchOptions } from '@latchkey/testing/node'
import { type Browser, chromium } from '@playwright/test'
import { createAccountPage } from '../support/AccountPage.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { createHostPage } from '../support/HostPage.ts'
import { continueAs, findSocialButton, signInWith } from '../support/socials.ts'
import { connected, signs } from '../support/steps.ts'
import { test as base, expect } from '../support/test.ts'

/** A browser that gives a frame of another site no storage at all. */
const test = base.extend<{ blocked: Browser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
  blocked: async ({}, use) => {
    const browser = await chromium.launch(browserLaunchOptions({ storage: 'blocked' }))
    await use(browser)
    await browser.close()
  },
})

test('a social sign-in works for as long as the page lives', async ({ blocked, stack }) => {
  const host = createHostPage(await blocked.newPage(), stack)
  await host.goto()
  await signInWith(host, 'google', 'ada')
  await connected(host)
  const address = await host.address()
  await signs(host)
  // Nothing was kept: the page notices, asks again, and the same account comes back.
  await host.page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await signInWith(host, 'google', 'ada')
  await connected(host)
  expect(await host.address()).toBe(address)
})

test('a sign-in that leaves the page cannot come back, and says so', async ({ blocked, stack }) => {
  const page = await blocked.newPage()
  await page.addInitScript(() => {
    window.open = () => null
  })
  const host = createHostPage(page, stack)
  await host.goto()
  await (await findSocialButton(host, 'google')).click()
  await host.dialog.getByRole('button', { name: 'Continue on this page' }).click()
  await continueAs(page, 'ada')
  await page.getByRole('button', { name: /^Continue to / }).click()
  // The device key that began it is gone with the page.
  await expect(host.dialog.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  expect(page.url()).not.toContain('latchkey_social')
})

test('a protected wallet opens by its passkey alone', async ({ blocked, stack, email }) => {
  const page = await blocked.newPage()
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signIn(email)
  await account.addPasskey()
  await account.addRecoveryCode()
  await account.protect()
  const address = await account.address()

  const host = createHostPage(page, stack)
  await host.goto()
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await connected(host)
  expect((await host.address()).toLowerCase()).toBe(address.toLowerCase())
  await signs(host)
  await page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
})
