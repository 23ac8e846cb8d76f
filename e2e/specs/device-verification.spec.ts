import type { Page } from '@playwright/test'
import { createAccountPage } from '../support/AccountPage.ts'
import type { HostPage } from '../support/HostPage.ts'
import { openMailbox } from '../support/mailbox.ts'
import { says } from '../support/socials.ts'
import { connected, emailField, pressUntil, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

// The mailbox is asked about every new device.
test.use({ world: { name: 'device verification', project: { deviceVerification: 'always' } } })

// Each waits for the service's pause between two mails: they wait side by side.
test.describe.configure({ mode: 'parallel' })

const EIGHT = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** Asks for a code; the wallet shows a number instead, until the mailbox has answered. */
async function asksForDevice(host: HostPage, email: string): Promise<string> {
  await host.button.click()
  await emailField(host).fill(email)
  await host.dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(host.frame.getByRole('heading', { name: 'Confirm from your e-mail' })).toBeVisible()
  const number = host.frame.getByText(/^\d{2}$/)
  await expect(number).toBeVisible()
  return (await number.textContent()) ?? ''
}

/** Opens the link of the mail in another tab; answers once it has been read. */
async function openRequest(page: Page, link: string): Promise<void> {
  // A mail opens its links in a new tab.
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
}

test('opening the link does nothing, as mail scanners do; refused from the mailbox: said on both screens, and this browser is kept out', async ({
  host,
  context,
  stack,
  email,
}) => {
  const mailbox = openMailbox(stack, email)
  await host.goto()
  await asksForDevice(host, email)
  const link = await mailbox.link('device')
  const tab = await context.newPage()
  await test.step('opening the link does nothing', async () => {
    for (let turn = 0; turn < 3; turn++) {
      await openRequest(tab, link)
      await tab.reload()
    }
    await expect(host.frame.getByText('Waiting for your answer')).toBeVisible()
    expect(await mailbox.subjects()).toHaveLength(1)
  })

  await test.step('refused', async () => {
    await tab.getByRole('button', { name: 'No, refuse' }).click()
    await expect(tab.getByText('Refused.')).toBeVisible()
    await expect(says(host, 'Someone refused this device from your e-mail')).toBeVisible()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    await expect(emailField(host)).toHaveValue(email)
    // The link has done its work.
    await tab.goto('about:blank')
    await tab.goto(link)
    await expect(tab.getByText('This link has expired or was used before.')).toBeVisible()
    expect(await mailbox.subjects()).toHaveLength(1)
  })
})

test('a reload while the mailbox is asked: the request stays open', async ({
  host,
  page,
  context,
  stack,
  email,
}) => {
  const mailbox = openMailbox(stack, email)
  await host.goto()
  await asksForDevice(host, email)
  const link = await mailbox.link('device')
  await page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  const tab = await context.newPage()
  await openRequest(tab, link)
  await tab.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(tab.getByText('Done. Go back to the other screen.')).toBeVisible()
  await tab.close()
  await host.button.click()
  await emailField(host).fill(email)
  const field = host.frame.getByRole('textbox', { name: /code/i })
  // The page itself asks once each half minute; no second link is sent.
  await pressUntil(host.dialog.getByRole('button', { name: 'Send code' }), field)
  await field.fill(await mailbox.code())
  await connected(host)
})

test('one number on both screens; approved, the code comes and signs in; "this was not me" freezes the account until its owner lifts it', async ({
  host,
  browser,
  context,
  stack,
  email,
}) => {
  const mailbox = openMailbox(stack, email)
  const tab = await context.newPage()
  await host.goto()
  await test.step('one number on both screens; approved, the code comes and signs in', async () => {
    const number = await asksForDevice(host, email)
    await openRequest(tab, await mailbox.link('device'))
    await expect(tab.getByText(number, { exact: true })).toBeVisible()
    await expect(tab.getByText(stack.origins.app)).toBeVisible()
    expect(await mailbox.subjects()).toHaveLength(1)
    await tab.getByRole('button', { name: 'Yes, it is me' }).click()
    await expect(tab.getByText('Done. Go back to the other screen.')).toBeVisible()
    const field = host.frame.getByRole('textbox', { name: /code/i })
    await expect(field).toBeVisible()
    const code = await mailbox.code()
    expect(code).toMatch(EIGHT)
    await field.fill(code)
    await connected(host)
    await signs(host)
  })

  // The account page is another device: it is told by mail, and disowned from there.
  const ownContext = await browser.newContext()
  const account = createAccountPage(await ownContext.newPage(), stack)
  await account.goto()
  await account.page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  const send = account.page.getByRole('button', { name: 'Send code' })
  const asked = account.page.getByText('Number on both screens')
  await pressUntil(send, asked)
  await openRequest(tab, await mailbox.link('device'))
  await tab.getByRole('button', { name: 'Yes, it is me' }).click()
  await account.page.getByRole('textbox', { name: 'Code from the e-mail' }).fill(await mailbox.code())
  await expect(account.page.getByRole('region', { name: 'Devices' })).toBeVisible()

  await tab.goto('about:blank')
  await tab.goto(await mailbox.link('link'))
  await expect(tab.getByRole('heading', { name: 'Was this not you?' })).toBeVisible()
  await tab.reload()
  await tab.getByRole('button', { name: 'Freeze my account' }).click()
  await expect(tab.getByText('Your account is frozen.')).toBeVisible()

  // Nobody is signed in any more, and nothing is signed.
  await host.page.bringToFront()
  await host.page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await host.action('Sign a message')
  await expect(emailField(host)).toBeVisible()

  // The owner comes from a browser that nobody disowned, and lifts it.
  const owner = createAccountPage(tab, stack)
  await owner.goto()
  await tab.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await pressUntil(tab.getByRole('button', { name: 'Send code' }), tab.getByText('Number on both screens'))
  const mail = await context.newPage()
  await openRequest(mail, await mailbox.link('device'))
  await mail.getByRole('button', { name: 'Yes, it is me' }).click()
  await mail.close()
  await tab.getByRole('textbox', { name: 'Code from the e-mail' }).fill(await mailbox.code())
  await expect(tab.getByText('This account is frozen')).toBeVisible()
  await tab.getByRole('button', { name: 'Unfreeze' }).click()
  await expect(tab.getByText('This account is frozen')).toBeHidden()
  await ownContext.close()
})
