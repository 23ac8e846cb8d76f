import type { FrameLocator, Locator, Page } from 'playwright'
import type { Stack } from '../stack/startStack.ts'

export type Visit = { page: Page; stack: Stack; mark: (what: string) => void }

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const FUNDS = 2n * 10n ** 18n
/** ms between the keys of somebody who types. */
const KEYS = { delay: 60 }

const dialogOf = (page: Page): Locator => page.getByRole('dialog')
const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Wallet"]')
const buttonOf = (page: Page): Locator => page.locator('latchkey-button').getByRole('button')
const named = (place: Locator | FrameLocator, name: string): Locator =>
  place.getByRole('button', { name, exact: true })

/** In the page: done when nothing that comes to an end has moved for half a second of frames. */
async function rests(): Promise<void> {
  for (let calm = 0; calm < 30; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const isMoving = [document, ...shadows]
      .flatMap((root) => root.getAnimations())
      .some(
        ({ effect, timeline, playState }) =>
          playState === 'running' &&
          timeline instanceof DocumentTimeline &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    calm = isMoving ? 0 : calm + 1
  }
}

/** Gives whoever watches the time to see what is there, and taps once it stands still. */
async function tap({ page, mark }: Visit, what: string, target: Locator): Promise<void> {
  await target.waitFor()
  await page.evaluate(rests)
  mark(what)
  await target.tap()
}

async function type({ page, mark }: Visit, what: string, field: Locator, text: string): Promise<void> {
  await field.waitFor()
  await page.evaluate(rests)
  mark(what)
  await field.tap()
  await field.pressSequentially(text, KEYS)
}

async function signsIn(visit: Visit): Promise<void> {
  const { page, stack } = visit
  const email = 'ada@example.com'
  await tap(visit, 'taps Connect', buttonOf(page))
  const field = dialogOf(page).getByRole('textbox', { name: /e-mail/i })
  await type(visit, 'types the address', field, email)
  await tap(visit, 'taps Send code', named(dialogOf(page), 'Send code'))
  const code = frameOf(page).getByRole('textbox', { name: /code/i })
  await code.waitFor()
  const { text } = await stack.mail.waitForMessage(email)
  await type(visit, 'types the code', code, /^\s*([0-9]{6})\s*$/m.exec(text)?.[1] ?? '')
  await page.locator('latchkey-button').locator('button[data-state="connected"]').waitFor()
  await dialogOf(page).waitFor({ state: 'hidden' })
}

/** Approves what the frame shows. A finger needs no way to the button, but the end of what is signed has to be read. */
async function approves(visit: Visit): Promise<void> {
  const frame = frameOf(visit.page)
  const unread = frame.getByText('Read to the end')
  await frame.locator('[data-armed="true"]').or(unread).first().waitFor()
  if (await unread.isVisible())
    for (const end of await frame.locator('[data-end]').all())
      await end.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const approve = named(frame, 'Approve').and(frame.locator('[data-armed="true"]'))
  await tap(visit, 'taps Approve', approve)
}

async function signs(visit: Visit): Promise<void> {
  const { page } = visit
  await tap(visit, 'taps Sign a message on the page', page.getByRole('button', { name: 'Sign a message' }))
  await approves(visit)
  await frameOf(page).getByText('Approved', { exact: true }).first().waitFor()
  visit.mark('sees the receipt of the message')
  await dialogOf(page).waitFor({ state: 'hidden' })
}

async function sends(visit: Visit): Promise<void> {
  const { page } = visit
  const dialog = dialogOf(page)
  await tap(visit, 'taps the account', buttonOf(page))
  await tap(visit, 'taps Send', named(dialog, 'Send'))
  await type(visit, 'types the amount', dialog.getByRole('textbox', { name: /^Amount/ }), '0.25')
  await type(visit, 'types the recipient', dialog.getByRole('textbox', { name: 'To' }), RECIPIENT)
  await tap(visit, 'taps Review', named(dialog, 'Review'))
  await tap(visit, 'taps Send in the review', named(dialog, 'Send'))
  await approves(visit)
  await frameOf(page)
    .getByText(/^Confirmed/)
    .waitFor()
  await tap(visit, 'sees the receipt, taps Done', named(frameOf(page), 'Done'))
  await dialog.getByRole('heading', { name: 'Account' }).waitFor()
  await tap(visit, 'taps Close', named(dialog, 'Close'))
  await dialog.waitFor({ state: 'hidden' })
  await page.evaluate(rests)
}

/** What somebody does who comes for the first time: signs in, signs a message, sends, and sees what came of it. */
export async function visit(visit: Visit): Promise<void> {
  const { page, stack } = visit
  await signsIn(visit)
  const address = await page.getByTestId('account').evaluate((element) => element.textContent ?? '')
  const [account] = /0x[0-9a-fA-F]{40}/.exec(address) ?? []
  if (account) await stack.chain.setBalance(account as `0x${string}`, FUNDS)
  await signs(visit)
  await sends(visit)
}
