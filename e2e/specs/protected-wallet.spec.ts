import { type AccountPage, createAccountPage } from '../support/AccountPage.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { openMailbox } from '../support/mailbox.ts'
import { continueAs, signInWith } from '../support/socials.ts'
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

async function signsInWithPasskey({ button, dialog }: HostPage): Promise<void> {
  await button.click()
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
}

type Asking = { code: string; number: string; origin: string }

/** In a browser that has never been here: signs in, opens the wallet by the recovery code, and lets the device in that asks. */
async function letsIn(
  { page, panel, open, press }: AccountPage,
  { code, number, origin }: Asking,
): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await continueAs(page, 'bob')
  await open(page.getByRole('button', { name: 'Enter the recovery code' }), 'Enter your recovery code')
  await panel.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await press('Continue')
  await press('Done')
  await open(page.getByRole('button', { name: 'Look and decide' }), 'Let another device in?')
  await expect(panel.getByText(number, { exact: true })).toBeVisible()
  await expect(panel.getByText(origin, { exact: true })).toBeVisible()
  await press('Let it in')
  await press('Done')
}

/** Asks for a code, as soon as the service sends one again. */
async function asksForCode(host: HostPage, email: string): Promise<void> {
  await host.button.click()
  await emailField(host).fill(email)
  await pressUntil(host.dialog.getByRole('button', { name: 'Send code' }), codeField(host))
}

test('by e-mail on a new device: the code signs in, the passkey opens the wallet; on another site the passkey alone does both', async ({
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

  await test.step('the code signs in, the passkey opens the wallet', async () => {
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

  await test.step('the passkey alone', async () => {
    const shop = createHostPage(page, stack, stack.origins.shop)
    await page.goto(shop.url)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await shop.dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByTestId('address')).toHaveText(new RegExp(`^${address}$`, 'i'))
    await page.getByRole('button', { name: 'Sign a message' }).click()
    await shop.approve()
    await expect(shop.result).toHaveText(/^0x[0-9a-f]{130}$/)
  })
})

test('two ways to recover protect a wallet; then signing in alone opens nothing, and the wallet’s window refuses a device or lets it in', async ({
  page,
  browser,
  stack,
}) => {
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signInWith('google', 'bob')
  const tier = account.section('How your key is kept')
  const protect = tier.getByRole('button', { name: 'Protect this wallet' })
  const code =
    await test.step('one way to recover is not enough, and two are not taken away again', async () => {
      await expect(protect).toBeDisabled()
      await account.addPasskey()
      await expect(protect).toBeDisabled()
      const groups = await account.addRecoveryCode()
      await account.protect()
      await expect(protect).toBeHidden()
      await tier.getByRole('button', { name: 'Remove Recovery code' }).click()
      await expect(
        page.getByText('A protected wallet keeps at least two tested ways to recover.'),
      ).toBeVisible()
      return groups
    })
  const address = await account.address()

  // A device without passkeys.
  const context = await browser.newContext()
  const host = createHostPage(await context.newPage(), stack)
  const opener = host.frame.getByRole('link', { name: 'Use your recovery code' })
  await test.step('signing in alone opens nothing, whoever asks the service', async () => {
    const recoveries: number[] = []
    context.on('response', (response) => {
      if (/\/wallets\/[^/]+\/recover$/.test(response.url())) recoveries.push(response.status())
    })
    await host.goto()
    await signInWith(host, 'google', 'bob')
    await expect(recoveryScreen(host)).toBeVisible()
    expect(recoveries.filter((status) => status < 400)).toEqual([])
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    expect(await host.address()).toBe('')
  })

  await test.step('refused in the wallet’s window, it stays outside', async () => {
    const href = (await opener.getAttribute('href')) ?? ''
    // The person opens it where the wallet is open already.
    const own = createAccountPage(await page.context().newPage(), stack)
    await own.page.goto(href)
    await own.open(own.page.getByRole('button', { name: 'Look and decide' }), 'Let another device in?')
    await own.press('Refuse')
    await own.page.close()
    await expect(recoveryScreen(host)).toBeVisible()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  })

  await test.step('in the wallet’s window of its own it is let in by the recovery code', async () => {
    await host.page.bringToFront()
    await host.settled()
    const [opened] = await Promise.all([context.waitForEvent('page'), opener.click()])
    const number = (await host.frame.getByText(/^\d{2}$/).textContent()) ?? ''
    await letsIn(createAccountPage(opened, stack), { code, number, origin: stack.origins.app })
    await connected(host)
    await sameAddress(host, address)
    await signs(host)
  })
  await context.close()
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
  await signsInWithPasskey(host)
  await connected(host)
  await sameAddress(host, address)
  await signs(host)
})

test('a device that has no passkey says so, and there is another way; a passkey that did not verify the person is refused', async ({
  page,
  stack,
}) => {
  const authenticator = await addAuthenticator(page, { hasPrf: true })
  const host = createHostPage(page, stack)
  await host.goto()
  await test.step('no passkey: said, and there is another way', async () => {
    await signsInWithPasskey(host)
    await expect(host.frame.getByText('No passkey was used').first()).toBeVisible()
    await expect(host.frame.getByRole('link', { name: 'Continue in the wallet’s window' })).toBeVisible()
    await host.dialog.getByRole('button', { name: 'Back' }).click()
    const discord = host.dialog.getByRole('button', { name: 'Continue with Discord', exact: true })
    const [popup] = await Promise.all([page.waitForEvent('popup'), discord.click()])
    await continueAs(popup, 'carol')
    await connected(host)
    await host.button.click()
    await host.dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  })

  await test.step('not verified: refused, and the next try works', async () => {
    const account = createAccountPage(page, stack)
    await account.goto()
    await account.signInWith('discord', 'carol')
    await account.addPasskey()
    expect(await authenticator.count()).toBe(1)

    await host.goto()
    await authenticator.skipVerification(true)
    await signsInWithPasskey(host)
    await expect(host.frame.getByText('We could not verify this passkey').first()).toBeVisible()
    await expect(host.button).not.toHaveAttribute('data-state', 'connected')
    await authenticator.skipVerification(false)
    await host.press(host.frame.getByRole('button', { name: 'Use your passkey' }))
    await connected(host)
  })
})
