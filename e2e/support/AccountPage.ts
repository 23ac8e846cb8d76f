import type { TestPersonId } from '@latchkey/testing/node'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { continueAs, type Network, networks } from './socials.ts'
import { pressUntil } from './steps.ts'

/** What a person does on the wallet's own page. */
export type AccountPage = {
  page: Page
  /** What keys draws over the page. */
  panel: FrameLocator
  goto(): Promise<void>
  /** With the eight characters of the mail; answers the mailbox, for what comes later. */
  signIn(email: string, mailbox?: Mailbox): Promise<Mailbox>
  /** As `signIn`, up to the code: a protected wallet has a step of its own next. */
  enterCode(email: string, mailbox?: Mailbox): Promise<Mailbox>
  signInWith(network: Network, person: TestPersonId): Promise<void>
  /** A part of the page, by its heading. */
  section(name: string): Locator
  /** Opens a panel and waits until keys has drawn it. */
  open(button: Locator, heading: string): Promise<void>
  /** The button with which a panel goes on. */
  press(name: string): Promise<void>
  addPasskey(): Promise<void>
  /** Answers the code as it was shown. */
  addRecoveryCode(): Promise<string>
  protect(): Promise<void>
  /** Confirms in writing and shows a secret by the keyboard. */
  reveal(row: string, heading: string): Promise<void>
  address(): Promise<string>
}

export const overview = 'Security and devices'

export function createAccountPage(page: Page, stack: Stack): AccountPage {
  const panel = page.frameLocator('iframe[title="Protected part of your wallet"]')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const isIn = () => expect(page.getByRole('heading', { name: overview, level: 1 })).toBeVisible()
  const account: AccountPage = {
    page,
    panel,
    section,
    async goto() {
      await page.goto(`${stack.origins.wallet}/account?projectId=demo`)
    },
    async enterCode(email, mailbox = openMailbox(stack, email)) {
      await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
      const field = page.getByRole('textbox', { name: 'Code from the e-mail' })
      await pressUntil(page.getByRole('button', { name: 'Send code' }), field)
      await field.fill(await mailbox.code())
      return mailbox
    },
    async signIn(email, given) {
      const mailbox = await account.enterCode(email, given)
      await isIn()
      return mailbox
    },
    async signInWith(network, person) {
      await page.getByRole('button', { name: `Continue with ${networks[network]}` }).click()
      await continueAs(page, person)
      await isIn()
    },
    // What the page still loads moves its parts: a press may fall beside the button, and a person presses again.
    open: (button, heading) => pressUntil(button, panel.getByRole('heading', { name: heading })),
    press: (name) => panel.getByRole('button', { name, exact: true }).click(),
    async addPasskey() {
      await account.open(page.getByRole('button', { name: 'Add a passkey' }), 'New passkey')
      await account.press('Create passkey')
      await finish(panel, 'Your passkey works')
    },
    async addRecoveryCode() {
      await account.open(page.getByRole('button', { name: 'Make a recovery code' }), 'Recovery code')
      await account.press('Show the code')
      const groups = await shownGroups(panel)
      await account.press('I wrote it down')
      const fields = panel.getByRole('textbox', { name: /^Group \d$/ })
      await expect(fields).toHaveCount(2)
      for (const field of await fields.all()) {
        const number = Number(
          /\d/.exec(
            await field.evaluate(({ labels }: HTMLInputElement) => labels?.[0]?.textContent ?? ''),
          )?.[0],
        )
        await field.fill(groups[number - 1] ?? '')
      }
      await account.press('Continue')
      await finish(panel, 'Your recovery code works')
      return groups.join('-')
    },
    async protect() {
      const tier = section('How your key is kept')
      await tier.getByRole('button', { name: 'Protect this wallet' }).click()
      await tier.getByRole('button', { name: 'Protect for good' }).click()
      await expect(tier.getByText('Protected', { exact: true })).toBeVisible()
    },
    reveal: (row, heading) => reveal(account, row, heading),
    async address() {
      const shown = section('Wallet').getByText(/^0x[0-9a-fA-F]{40}$/)
      await expect(shown).toBeVisible()
      return (await shown.textContent()) ?? ''
    },
  }
  return account
}

/** Leaves a panel. It takes no press before the browser has seen it, so a person may press again. */
async function finish(panel: FrameLocator, heading: string): Promise<void> {
  const last = panel.getByRole('heading', { name: heading })
  await expect(last).toBeVisible()
  await expect(async () => {
    if (await last.isVisible()) await panel.getByRole('button', { name: 'Done' }).click({ timeout: 2_000 })
    await expect(last).toBeHidden({ timeout: 2_000 })
  }).toPass()
}

async function reveal(account: AccountPage, row: string, heading: string): Promise<void> {
  const { page, panel } = account
  await account.open(page.getByRole('button', { name: row }), heading)
  await panel.getByRole('textbox', { name: 'Type SHOW to continue' }).fill('show')
  await account.press('Continue')
  const hold = panel.getByRole('button', { name: 'Hold to show' })
  await expect(hold).toBeFocused()
  await expect(panel.getByText('Hidden', { exact: true })).toBeVisible()
  await hold.press('Enter')
}

/** The groups of four of a code that a panel shows. */
export async function shownGroups(panel: FrameLocator): Promise<string[]> {
  const groups = panel.getByRole('listitem')
  await expect(groups.first()).toHaveText(/^[0-9A-Z*~$=]{4}$/)
  return groups.allTextContents()
}
