import { createAccountPage } from '../support/AccountPage.ts'
import type { HostPage } from '../support/HostPage.ts'
import { createHostPage } from '../support/HostPage.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { says, signInWith } from '../support/socials.ts'
import { codeField, connected, emailField, pressUntil } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

// Each waits for the service's pause between two mails: they wait side by side.
test.describe.configure({ mode: 'parallel' })

const newAddressOf = (email: string) => `new-${email}`

/** From the account to the field for the new address. */
async function asksForChange(host: HostPage, to: string, row = 'Change e-mail'): Promise<void> {
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Settings' }).click()
  await host.dialog.getByRole('button', { name: new RegExp(`^${row}`) }).click()
  await host.dialog.getByRole('textbox', { name: 'New e-mail' }).fill(to)
  // One mail each half minute, and the one that signed in counts.
  await pressUntil(host.dialog.getByRole('button', { name: 'Save' }), codeField(host))
}

async function typesBothCodes(host: HostPage, old: Mailbox, next: Mailbox): Promise<void> {
  await expect(host.frame.getByText(/present address/)).toBeVisible()
  await codeField(host).fill(await old.code())
  await expect(host.frame.getByText(/new address/)).toBeVisible()
  await codeField(host).fill(await next.code())
  await expect(says(host, 'Your e-mail was changed')).toBeVisible()
}

/** E-mail sign-in of a visitor with a mailbox that holds other mails too. */
async function signsIn(host: HostPage, email: string, mailbox: Mailbox): Promise<void> {
  await host.goto()
  await host.askForCode(email)
  await host.typeCode(await mailbox.code())
  await connected(host)
  await expect(host.dialog).toBeHidden()
}

test('two codes change the address; the new one opens the same account, the old one another', async ({
  host,
  browser,
  stack,
  email,
}) => {
  const to = newAddressOf(email)
  const [old, next] = [openMailbox(stack, email), openMailbox(stack, to)]
  await signsIn(host, email, old)
  const address = await host.address()
  await asksForChange(host, to)
  await typesBothCodes(host, old, next)
  // The page was never told the address before, and is told what it asked for itself.
  await expect(host.dialog.getByText(to).first()).toBeVisible()

  const second = await browser.newContext()
  const other = createHostPage(await second.newPage(), stack)
  await other.goto()
  await other.button.click()
  await emailField(other).fill(to)
  const send = other.dialog.getByRole('button', { name: 'Send code' })
  // One mail each half minute, also after a change.
  await pressUntil(send, codeField(other))
  await other.typeCode(await next.code())
  await connected(other)
  expect(await other.address()).toBe(address)
  await second.close()

  const third = await browser.newContext()
  const stranger = createHostPage(await third.newPage(), stack)
  await signsIn(stranger, email, old)
  expect(await stranger.address()).not.toBe(address)
  await third.close()
})

test('the old address is told, and its link puts everything back', async ({
  host,
  context,
  stack,
  email,
}) => {
  const to = newAddressOf(email)
  const [old, next] = [openMailbox(stack, email), openMailbox(stack, to)]
  await signsIn(host, email, old)
  const address = await host.address()
  await asksForChange(host, to)
  await typesBothCodes(host, old, next)

  const tab = await context.newPage()
  await tab.goto(await old.link('link'))
  await expect(tab.getByRole('heading', { name: 'Put your old e-mail address back?' })).toBeVisible()
  await tab.getByRole('button', { name: 'Put it back' }).click()
  await expect(tab.getByText('Your old address is back.')).toBeVisible()

  // Everybody is signed out, and the account is frozen until its owner has looked.
  const account = createAccountPage(tab, stack)
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

test('a wrong code changes nothing', async ({ host, stack, email }) => {
  const to = newAddressOf(email)
  const old = openMailbox(stack, email)
  await signsIn(host, email, old)
  await asksForChange(host, to)
  const code = await old.code()
  const wrong = code.replace(/.$/, (last) => (last === '2' ? '3' : '2'))
  await codeField(host).fill(wrong)
  await expect(host.frame.getByText(/That code is not right/).first()).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(host.dialog.getByText(to)).toBeHidden()
  expect(await openMailbox(stack, to).subjects()).toEqual([])
})

test('who signed in without an e-mail address adds one, with one code', async ({ host, stack, email }) => {
  await host.goto()
  await signInWith(host, 'x', 'bob')
  await connected(host)
  await asksForChange(host, email, 'Add an e-mail address')
  await codeField(host).fill(await openMailbox(stack, email).code())
  await expect(says(host, 'Your e-mail was changed')).toBeVisible()
})

test('an address that has an account already is not taken over', async ({ host, browser, stack, email }) => {
  const taken = newAddressOf(email)
  const context = await browser.newContext()
  const owner = createHostPage(await context.newPage(), stack)
  const theirs = openMailbox(stack, taken)
  await signsIn(owner, taken, theirs)
  const old = openMailbox(stack, email)
  await signsIn(host, email, old)
  await asksForChange(host, taken)
  // It is not said before the mailbox of that address has answered.
  await codeField(host).fill(await old.code())
  await expect(host.frame.getByText(/new address/)).toBeVisible()
  await codeField(host).fill(await theirs.code())
  await expect(says(host, 'This e-mail belongs to another account')).toBeVisible()
  await context.close()
})
