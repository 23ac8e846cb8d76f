import type { Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { type AccountPage, createAccountPage } from '../support/AccountPage.ts'
import { ask, endOf, refusal, startFlow } from '../support/forgedFlow.ts'
import type { HostPage } from '../support/HostPage.ts'
import { createHostPage } from '../support/HostPage.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { connectRawFrame } from '../support/rawFrame.ts'
import { codeField, connected, emailField, pressUntil } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

// Each waits for the service's pause between two mails: they wait side by side.
test.describe.configure({ mode: 'parallel' })

const ACCOUNT_PAGE_ONLY = 4147
const CHANGED = 'Your e-mail address has changed.'

const newAddressOf = (email: string) => `new-${email}`

/** The wallet's own page in a tab of the same browser, by the way there in the page's settings, signed in by the long code. */
async function openAccount(
  { page, button, dialog }: HostPage,
  stack: Stack,
  email: string,
  mailbox: Mailbox,
) {
  await button.click()
  await dialog.getByRole('button', { name: 'Settings' }).click()
  const link = dialog.getByRole('link', { name: /^Change e-mail|^Add an e-mail/ })
  const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await expect(tab.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
  expect(new URL(tab.url()).origin).toBe(stack.origins.wallet)
  const account = createAccountPage(tab, stack)
  await account.signIn(email, mailbox)
  return account
}

/** Asks for the change there; settles when the first code is on its way. */
async function asksForChange(
  { page }: AccountPage,
  to: string,
  name = 'Change e-mail address',
): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill(to)
  // One mail each half minute, and the one that signed in counts.
  await pressUntil(page.getByRole('button', { name: 'Send code', exact: true }), codeOf(page))
}

const codeOf = (page: Page) => page.getByRole('textbox', { name: 'Code from the e-mail' })

/** The link of the notice about the change: the notice of the new device came before it. */
async function linkOfChange(mailbox: Mailbox, tab: Page): Promise<string> {
  for (;;) {
    const link = await mailbox.link('link')
    await tab.goto(link)
    const heading = tab.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(/Was this not you|Put your old e-mail address back/)
    if ((await heading.textContent())?.startsWith('Put')) return link
  }
}

async function typesBothCodes({ page }: AccountPage, old: Mailbox, next: Mailbox): Promise<void> {
  await expect(page.getByText(/your current address/)).toBeVisible()
  await codeOf(page).fill(await old.code())
  await expect(page.getByText(/your new address/)).toBeVisible()
  await codeOf(page).fill(await next.code())
  await expect(page.getByText(CHANGED)).toBeVisible()
}

/** E-mail sign-in of a visitor with a mailbox that holds other mails too. */
async function signsIn(host: HostPage, email: string, mailbox: Mailbox): Promise<void> {
  await host.goto()
  await host.askForCode(email)
  await host.typeCode(await mailbox.code())
  await connected(host)
  await expect(host.dialog).toBeHidden()
}

test('attack: a page that is connected asks for another address; nothing is sent and nothing is shown', async ({
  page,
  stack,
  email,
}) => {
  await connectRawFrame(page, stack)
  const uri = await endOf(page, await startFlow(page, 'google'), 'bob')
  expect((await ask(page, 'connectSocial', { uri })).error).toBeUndefined()
  const to = newAddressOf(email)
  expect(await refusal(page, 'updateEmail', { email: to })).toBe(ACCOUNT_PAGE_ONLY)
  expect(await refusal(page, 'promptUpdateEmail', {})).toBe(ACCOUNT_PAGE_ONLY)
  expect(await refusal(page, 'updateEmailPrimaryOtp', { otp: '12345678' })).toBe(ACCOUNT_PAGE_ONLY)
  expect(await openMailbox(stack, to).subjects()).toEqual([])
})

test('two codes change the address: the new one opens the same account after a day; the old one is told, and its link puts everything back', async ({
  host,
  browser,
  stack,
  email,
}) => {
  const to = newAddressOf(email)
  const [old, next] = [openMailbox(stack, email), openMailbox(stack, to)]
  await signsIn(host, email, old)
  const address = await host.address()
  const account = await openAccount(host, stack, email, old)
  await asksForChange(account, to)
  await typesBothCodes(account, old, next)

  await test.step('the new one finds the account, and its key waits for a day', async () => {
    const second = await browser.newContext()
    const other = createHostPage(await second.newPage(), stack)
    await other.goto()
    await other.button.click()
    await emailField(other).fill(to)
    const send = other.dialog.getByRole('button', { name: 'Send code' })
    // One mail each half minute, also after a change.
    await pressUntil(send, codeField(other))
    await other.typeCode(await next.code())
    // The account is found, and what gives its key waits for a day after such a change.
    await expect(other.dialog.getByText('This is on hold for now')).toBeVisible()
    await second.close()
    await host.page.bringToFront()
    expect(await host.address()).toBe(address)
  })

  const tab = account.page
  await test.step('the link in the old mailbox puts it back', async () => {
    await tab.bringToFront()
    await tab.goto(await linkOfChange(old, tab))
    await expect(tab.getByRole('heading', { name: 'Put your old e-mail address back?' })).toBeVisible()
    await tab.getByRole('button', { name: 'Put it back' }).click()
    await expect(tab.getByText('Your old address is back.')).toBeVisible()
  })

  await test.step('everybody is signed out, and the account is frozen until its owner has looked', async () => {
    await account.goto()
    await tab.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    const field = tab.getByRole('textbox', { name: 'Code from the e-mail' })
    await pressUntil(tab.getByRole('button', { name: 'Send code' }), field)
    await field.fill(await old.code())
    await expect(tab.getByText('This account is frozen')).toBeVisible()
    await tab.getByRole('button', { name: 'Unfreeze' }).click()
    await expect(tab.getByText('This account is frozen')).toBeHidden()
    expect((await account.address()).toLowerCase()).toBe(address.toLowerCase())
  })
})

test('who signed in without an e-mail address adds one, with one code', async ({ context, stack, email }) => {
  const account = createAccountPage(await context.newPage(), stack)
  await account.goto()
  await account.signInWith('x', 'bob')
  await asksForChange(account, email, 'Add an e-mail address')
  await codeOf(account.page).fill(await openMailbox(stack, email).code())
  await expect(account.page.getByText(CHANGED)).toBeVisible()
})

test('a wrong code changes nothing, and an address that has an account already is not taken over', async ({
  host,
  browser,
  stack,
  email,
}) => {
  const taken = newAddressOf(email)
  const context = await browser.newContext()
  const owner = createHostPage(await context.newPage(), stack)
  const theirs = openMailbox(stack, taken)
  await signsIn(owner, taken, theirs)
  const old = openMailbox(stack, email)
  await signsIn(host, email, old)
  const account = await openAccount(host, stack, email, old)
  await asksForChange(account, taken)
  const code = await old.code()
  await test.step('a wrong code changes nothing', async () => {
    await codeOf(account.page).fill(code.replace(/.$/, (last) => (last === '2' ? '3' : '2')))
    await expect(account.page.getByText(/That code is not right/).first()).toBeVisible()
    expect(await theirs.subjects()).toHaveLength(1)
  })
  // It is not said before the mailbox of that address has answered.
  await codeOf(account.page).fill(code)
  await expect(account.page.getByText(/your new address/)).toBeVisible()
  await codeOf(account.page).fill(await theirs.code())
  await expect(account.page.getByText(/belongs to another account/).first()).toBeVisible()
  await account.page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(account.page.getByText(taken)).toBeHidden()
  await context.close()
})
