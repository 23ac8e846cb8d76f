import type { Page } from '@playwright/test'
import { type AccountPage, createAccountPage } from '../support/AccountPage.ts'
import { addAuthenticator, carryPasskeys } from '../support/authenticator.ts'
import { expect, test } from '../support/test.ts'

test.use({ world: { name: 'protected wallets' } })

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

test('where a frame makes no passkey, a window of the keys origin makes it, and the wallet is protected with it', async ({
  page,
  stack,
  email,
}) => {
  const device = await addAuthenticator(page, { hasPrf: true })
  await refusesFrames(page)
  const account = createAccountPage(page, stack)
  const { panel, press } = account
  await account.goto()
  await account.signIn(email)
  await startPasskey(account)

  await test.step('a window that the person closes makes none, and another one can be opened', async () => {
    const window = await opensWindow(account)
    await expect(make(window)).toBeVisible()
    expect(new URL(window.url()).search).toBe('?projectId=demo')
    await window.close()
    await expect(panel.getByText('You closed the window.')).toBeVisible()
  })

  await test.step('the window takes a press once it has been in front for a second; then it closes', async () => {
    const window = await opensWindow(account)
    await expect(panel.getByRole('heading', { name: 'Make the passkey in the window' })).toBeVisible()
    await carryPasskeys(window, device)
    await expect(window.getByText(new URL(stack.origins.wallet).host, { exact: true })).toBeVisible()
    const closed = window.waitForEvent('close')
    await make(window).click()
    await closed
  })

  await test.step('the panel goes on with it', async () => {
    const again = panel.getByRole('button', { name: 'Use passkey' })
    const works = panel.getByRole('heading', { name: 'Your passkey works' })
    // Where the test's device has it later than the panel tries it, the panel asks for a press.
    await expect(again.or(works)).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(works).toBeVisible()
    await press('Done')
    await account.addRecoveryCode()
    await account.protect()
  })
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
