import type { Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { type AccountPage, createAccountPage } from '../support/AccountPage.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { openMailbox } from '../support/mailbox.ts'
import { continueAs, openNetwork, signInWith } from '../support/socials.ts'
import { codeField, connected, emailField, pressUntil, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test.use({ world: { name: 'protected wallets' } })

const sameAddress = async (host: HostPage, address: string) =>
  expect((await host.address()).toLowerCase()).toBe(address.toLowerCase())

const recoveryScreen = ({ frame }: HostPage) =>
  frame.getByRole('heading', { name: 'Open your wallet on this device' })

/** A wallet with a passkey and a recovery code, and no other way in. */
async function protects(account: AccountPage): Promise<{ code: string; address: string }> {
  await account.addPasskey()
  const code = await account.addRecoveryCode()
  await account.protect()
  return { code, address: await account.address() }
}

/** Asks for a code, as soon as the service sends one again. */
async function asksForCode(host: HostPage, email: string): Promise<void> {
  await host.button.click()
  await emailField(host).fill(email)
  await pressUntil(host.dialog.getByRole('button', { name: 'Send code' }), codeField(host))
}

/** Signs in on a device that is new to the wallet, up to the step where it must be opened. */
async function openNewDevice(page: Page, stack: Stack, person: 'ada' | 'bob' | 'carol'): Promise<HostPage> {
  const host = createHostPage(page, stack)
  await host.goto()
  await continueAs(await openNetwork(host, 'google'), person)
  await expect(recoveryScreen(host)).toBeVisible()
  return host
}

test('by e-mail on a new device: the code signs in, the passkey opens the wallet', async ({
  page,
  stack,
  email,
}) => {
  const mailbox = openMailbox(stack, email)
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signIn(email, mailbox)
  const { address } = await protects(account)

  // A site is a device of its own: it shares no storage with the account page.
  const host = createHostPage(page, stack)
  await host.goto()
  await asksForCode(host, email)
  await host.typeCode(await mailbox.code())
  await expect(recoveryScreen(host)).toBeVisible()
  await host.press(host.frame.getByRole('button', { name: 'Use your passkey' }))
  await connected(host)
  await sameAddress(host, address)
  await signs(host)
  await page.reload()
  await connected(host)
  await signs(host)
})

test('a passkey alone signs in and opens the wallet', async ({ page, stack }) => {
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signInWith('google', 'ada')
  const { address } = await protects(account)

  const host = createHostPage(page, stack)
  await host.goto()
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await connected(host)
  await sameAddress(host, address)
  await signs(host)
})

test('a device without passkeys is let in from the wallet’s window, by the recovery code', async ({
  page,
  browser,
  stack,
}) => {
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signInWith('google', 'bob')
  const { code, address } = await protects(account)

  const context = await browser.newContext()
  const host = await openNewDevice(await context.newPage(), stack, 'bob')
  const opener = host.frame.getByRole('link', { name: 'Use your recovery code' })
  await host.settled()
  const [opened] = await Promise.all([context.waitForEvent('page'), opener.click()])
  const number = (await host.frame.getByText(/^\d{2}$/).textContent()) ?? ''
  const own = createAccountPage(opened, stack)
  await opened.getByRole('button', { name: 'Continue with Google' }).click()
  await continueAs(opened, 'bob')
  await own.open(opened.getByRole('button', { name: 'Enter the recovery code' }), 'Enter your recovery code')
  await own.panel.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await own.press('Continue')
  await own.press('Done')
  await own.open(opened.getByRole('button', { name: 'Look and decide' }), 'Let another device in?')
  await expect(own.panel.getByText(number, { exact: true })).toBeVisible()
  await expect(own.panel.getByText(stack.origins.app, { exact: true })).toBeVisible()
  await own.press('Let it in')
  await own.press('Done')
  await connected(host)
  await sameAddress(host, address)
  await signs(host)
  await context.close()
})

test('refused in the wallet’s window, the other device stays outside', async ({ page, browser, stack }) => {
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signInWith('google', 'carol')
  await protects(account)

  const context = await browser.newContext()
  const host = await openNewDevice(await context.newPage(), stack, 'carol')
  const opener = host.frame.getByRole('link', { name: 'Use your recovery code' })
  const href = (await opener.getAttribute('href')) ?? ''
  // The person opens it where the wallet is open already.
  const own = createAccountPage(await page.context().newPage(), stack)
  await own.page.goto(href)
  await own.open(own.page.getByRole('button', { name: 'Look and decide' }), 'Let another device in?')
  await own.press('Refuse')
  await expect(recoveryScreen(host)).toBeVisible()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await context.close()
})

test('after protection, signing in alone opens nothing, whoever asks the service', async ({
  page,
  browser,
  stack,
}) => {
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signInWith('github', 'ada')
  await protects(account)
  await expect(
    account.section('How your key is kept').getByRole('button', { name: 'Protect this wallet' }),
  ).toBeHidden()

  const context = await browser.newContext()
  const host = createHostPage(await context.newPage(), stack)
  const recoveries: number[] = []
  context.on('response', (response) => {
    if (/\/wallets\/[^/]+\/recover$/.test(response.url())) recoveries.push(response.status())
  })
  await host.goto()
  await signInWith(host, 'github', 'ada')
  await expect(recoveryScreen(host)).toBeVisible()
  expect(recoveries.filter((status) => status < 400)).toEqual([])
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  expect(await host.address()).toBe('')
  await context.close()
})

test('one way to recover is not enough to protect, and two are not taken away again', async ({
  page,
  stack,
}) => {
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signInWith('facebook', 'ada')
  const tier = account.section('How your key is kept')
  const protect = tier.getByRole('button', { name: 'Protect this wallet' })
  await expect(protect).toBeDisabled()
  await account.addPasskey()
  await expect(protect).toBeDisabled()
  await account.addRecoveryCode()
  await account.protect()
  await tier.getByRole('button', { name: 'Remove Recovery code' }).click()
  await expect(page.getByText('A protected wallet keeps at least two tested ways to recover.')).toBeVisible()
})

test('a passkey of a device without PRF signs in, and says that it opens nothing', async ({
  page,
  stack,
}) => {
  await addAuthenticator(page, { hasPrf: false })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signInWith('facebook', 'bob')
  await account.open(page.getByRole('button', { name: 'Add a passkey' }), 'New passkey')
  await account.press('Create passkey')
  await expect(account.panel.getByRole('heading', { name: 'This passkey signs you in' })).toBeVisible()
  await account.press('Done')
  const tier = account.section('How your key is kept')
  await expect(tier.getByText('Signs in only')).toBeVisible()
  await expect(tier.getByRole('button', { name: 'Protect this wallet' })).toBeDisabled()
  const address = await account.address()

  const host = createHostPage(page, stack)
  await host.goto()
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await connected(host)
  await sameAddress(host, address)
  await signs(host)
})

test('a device that has no passkey says so, and there is another way', async ({ page, stack }) => {
  await addAuthenticator(page, { hasPrf: true })
  const host = createHostPage(page, stack)
  await host.goto()
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(host.frame.getByText('No passkey was used').first()).toBeVisible()
  await expect(host.frame.getByRole('link', { name: 'Continue in the wallet’s window' })).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Back' }).click()
  const google = host.dialog.getByRole('button', { name: 'Continue with Google', exact: true })
  const [popup] = await Promise.all([page.waitForEvent('popup'), google.click()])
  await continueAs(popup, 'ada')
  await expect(recoveryScreen(host).or(page.locator('[data-state="connected"]')).first()).toBeVisible()
})

test('a passkey that did not verify the person is refused, and the next try works', async ({
  page,
  stack,
}) => {
  const authenticator = await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signInWith('facebook', 'carol')
  await account.addPasskey()
  expect(await authenticator.count()).toBe(1)

  const host = createHostPage(page, stack)
  await host.goto()
  await authenticator.skipVerification(true)
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(host.frame.getByText('We could not verify this passkey').first()).toBeVisible()
  await expect(host.button).not.toHaveAttribute('data-state', 'connected')
  await authenticator.skipVerification(false)
  await host.press(host.frame.getByRole('button', { name: 'Use your passkey' }))
  await connected(host)
})
