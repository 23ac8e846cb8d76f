import type { Page } from '@playwright/test'
import { HDNodeWallet } from 'ethers'
import { type AccountPage, createAccountPage } from '../support/AccountPage.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { createHostPage } from '../support/HostPage.ts'
import { openMailbox } from '../support/mailbox.ts'
import { codeField, connected, emailField, pressUntil, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { usePasskeysOf } from '../support/usePasskeysOf.ts'

test.use({ world: { name: 'protected wallets' } })

const EVM_PATH = "m/44'/60'/0'/0/0"

/** A browser that lets no frame of another origin make a passkey, as WebKit is: the page cannot hand the right on. */
const refusesFrames = (page: Page) =>
  page.addInitScript(() => {
    const { prototype } = HTMLIFrameElement
    const allow = Object.getOwnPropertyDescriptor(prototype, 'allow')
    Object.defineProperty(prototype, 'allow', {
      ...allow,
      set(value: string) {
        allow?.set?.call(this, value.replace('publickey-credentials-create;', ''))
      },
    })
  })

async function startPasskey({ page, open, press, panel }: AccountPage): Promise<void> {
  await open(page.getByRole('button', { name: 'Add a passkey' }), 'New passkey')
  await press('Create passkey')
  await expect(panel.getByRole('heading', { name: 'Continue in another window' })).toBeVisible()
}

async function opensWindow({ page, press }: AccountPage): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent('popup'), press('Open the window')])
  return window
}

const make = (window: Page) => window.getByRole('button', { name: 'Make the passkey' })

/** Keeps a window that closes itself, with the passkeys of its device: it only notes that it would have closed. */
const keepsWindow = (page: Page) =>
  // For every document: a window begins with an empty one, and what is set there stays.
  page.context().addInitScript(() => {
    const close = globalThis.close.bind(globalThis)
    globalThis.close = () => {
      if (location.pathname !== '/passkey') return close()
      document.documentElement.dataset.closed = 'true'
    }
  })

test('where a frame makes no passkey, a window of the keys origin makes it; it protects the wallet and opens it', async ({
  page,
  stack,
  email,
}) => {
  const mailbox = openMailbox(stack, email)
  let hasDevice: (window: Page) => void = () => undefined
  const device = new Promise<Page>((resolve) => {
    hasDevice = resolve
  })
  await refusesFrames(page)
  await keepsWindow(page)
  await usePasskeysOf(page, device)
  const account = createAccountPage(page, stack)
  const { panel, press } = account
  await account.goto()
  await account.signIn(email, mailbox)
  await startPasskey(account)

  await test.step('a window that the person closes makes none, and another one can be opened', async () => {
    const window = await opensWindow(account)
    await expect(make(window)).toBeVisible()
    expect(new URL(window.url()).search).toBe('?projectId=demo')
    await window.close()
    await expect(panel.getByText('You closed the window.')).toBeVisible()
  })

  const window = await opensWindow(account)
  await test.step('the window names the wallet’s site, makes the passkey and closes', async () => {
    await expect(panel.getByRole('heading', { name: 'Make the passkey in the window' })).toBeVisible()
    const { count } = await addAuthenticator(window, { hasPrf: true })
    await expect(window.getByText(new URL(stack.origins.wallet).host, { exact: true })).toBeVisible()
    await make(window).click()
    await expect(window.locator('html')).toHaveAttribute('data-closed', 'true')
    expect(await count()).toBe(1)
  })

  const address = await test.step('the panel tries it, and the wallet is protected with it', async () => {
    await window.goto(`${stack.origins.keys}/panel?projectId=demo`)
    hasDevice(window)
    await expect(panel.getByRole('heading', { name: 'Your passkey works' })).toBeVisible()
    await press('Done')
    await account.addRecoveryCode()
    await account.protect()
    return account.address()
  })

  await test.step('it opens the wallet in a site’s page', async () => {
    const host = createHostPage(window, stack)
    await host.goto()
    await host.button.click()
    await emailField(host).fill(email)
    await pressUntil(host.dialog.getByRole('button', { name: 'Send code' }), codeField(host))
    await host.typeCode(await mailbox.code())
    await host.press(host.frame.getByRole('button', { name: 'Use your passkey' }))
    await connected(host)
    expect((await host.address()).toLowerCase()).toBe(address.toLowerCase())

    // In a low window, as of a phone whose browser shows its bars: all of it has room, and its buttons are in sight.
    await signs(host)
    // Opened once, it needs the passkey no more.
    await window.reload()
    await connected(host)
    await signs(host)
  })

  await test.step('where the window was opened, its secrets are shown and the passkey stays', async () => {
    await page.bringToFront()
    await account.reveal('Show the recovery phrase', 'Show the recovery phrase')
    const words = panel.getByRole('listitem')
    await expect(words).toHaveCount(24)
    const phrase = (await words.allTextContents()).join(' ')
    expect(HDNodeWallet.fromPhrase(phrase, '', EVM_PATH).address.toLowerCase()).toBe(address.toLowerCase())
    await press('Done')
    await page.getByRole('button', { name: 'Remove Passkey' }).click()
    await expect(
      page.getByText('A protected wallet keeps at least two tested ways to recover.'),
    ).toBeVisible()
  })
})

test('the window closes itself, and the panel has heard what it made', async ({ page, stack, email }) => {
  await refusesFrames(page)
  // The device of the page has no passkeys, and the window's goes with the window.
  await addAuthenticator(page, { hasPrf: true })
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signIn(email)
  await startPasskey(account)
  const window = await opensWindow(account)
  await addAuthenticator(window, { hasPrf: true })
  await Promise.all([window.waitForEvent('close'), make(window).click()])
  await expect(account.panel.getByRole('heading', { name: 'Now try the passkey' })).toBeVisible()
  await account.press('Close')
  const tier = account.section('How your key is kept')
  await expect(tier.getByText('Signs in only')).toBeVisible()
})

test('a window whose panel is closed says so; a page that opens one itself gets a sentence and no passkey', async ({
  page,
  stack,
  email,
}) => {
  await refusesFrames(page)
  const account = createAccountPage(page, stack)
  await account.goto()
  await account.signIn(email)
  await startPasskey(account)
  const window = await opensWindow(account)
  await expect(make(window)).toBeVisible()
  await account.press('Close')
  await expect(window.getByRole('heading', { name: 'Your wallet’s page stopped waiting' })).toBeVisible()
  await expect(make(window)).toBeHidden()
  await window.close()

  await page.goto(`${stack.origins.app}/`)
  const address = `${stack.origins.keys}/passkey?projectId=demo`
  const [stranger] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => {
      const opened = globalThis.open(url)
      const options = {
        challenge: 'AAAA',
        rpId: 'x',
        userHandle: 'AAAA',
        userName: 'eve',
        excludeCredentials: [],
      }
      const ask = { type: 'passkey.ask', nonce: 'A'.repeat(22), time: 1_000, options }
      setInterval(() => opened?.postMessage(ask, '*'), 50)
    }, address),
  ])
  await expect(stranger.getByRole('heading', { name: 'There is nothing to do here' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(make(stranger)).toBeHidden()
})
