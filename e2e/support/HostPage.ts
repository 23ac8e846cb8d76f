import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { readCode } from './inbox.ts'
import { comesToRest, isMoving } from './isMoving.ts'

/** How soon something is looked at again, ms: every look costs the test, the browser and the page. */
const LOOKS = [50, 100, 200]

/** What a visitor does on the demo's host page. */
export type HostPage = {
  page: Page
  /** The page's address. */
  url: string
  button: Locator
  dialog: Locator
  frame: FrameLocator
  result: Locator
  goto(): Promise<void>
  /** Opens the modal and asks for a code. */
  askForCode(email: string): Promise<void>
  typeCode(code: string): Promise<void>
  /** The whole way from the button to an account. */
  signIn(email: string): Promise<void>
  action(name: string): Promise<void>
  /** Waits until the frame is on the screen and stays where it is: what is inside cannot tell that it moves. */
  settled(): Promise<void>
  /** Moves the mouse over what approves, and rests there until the wallet has seen it come. */
  comeTo(inside: Locator): Promise<void>
  /** Clicks what is inside the frame, once the frame stands still. */
  press(inside: Locator): Promise<void>
  /** Ticks every fact that an approval wants to be read. */
  confirmReading(): Promise<void>
  /** Reads what is to be approved to its end. */
  read(): Promise<void>
  /** @param name of the button, where it is another one */
  approve(name?: string): Promise<void>
  reject(): Promise<void>
  /** Puts away what the frame tells of what came of a request; it goes by itself as well. */
  leaveReceipt(): Promise<void>
  /** Where the request on the screen can be approved: the frame, or the wallet's own window. */
  approval(): Promise<FrameLocator | Page>
  /** The connected address, as the provider tells it. */
  address(): Promise<string>
}

/** What the frame says while a request is reviewed elsewhere. */
const CARD = 'Review this in the wallet’s window'

/** What an approval says while its end has not been in view. */
const UNREAD = 'Read to the end'

/** Which of a wallet's accounts the page begins with. */
export type HostAccount = 'eoa' | 'smart'

/**
 * @param origin of the page; the demo's first host when left out
 * @param account smart is what a page has that names none
 */
export function createHostPage(
  page: Page,
  stack: Stack,
  origin = stack.origins.app,
  account: HostAccount = 'eoa',
): HostPage {
  const url = account === 'eoa' ? `${origin}/?account=eoa` : `${origin}/`
  const button = page.locator('latchkey-button').getByRole('button')
  const dialog = page.getByRole('dialog')
  const frame = page.frameLocator('iframe[title="Wallet"]')
  const result = page.getByTestId('result')
  const host: HostPage = {
    page,
    url,
    button,
    dialog,
    frame,
    result,
    async goto() {
      await page.goto(url)
      await expect(button).toBeEnabled()
    },
    async askForCode(email) {
      await button.click()
      await dialog.getByRole('textbox', { name: /e-mail/i }).fill(email)
      await dialog.getByRole('button', { name: 'Send code' }).click()
      await expect(frame.getByRole('textbox', { name: /code/i })).toBeVisible()
    },
    async typeCode(code) {
      await frame.getByRole('textbox', { name: /code/i }).fill(code)
    },
    async signIn(email) {
      await host.goto()
      await host.askForCode(email)
      await host.typeCode(await readCode(stack, email))
      await expect(button).toHaveAttribute('data-state', 'connected')
      await expect(dialog).toBeHidden()
    },
    async action(name) {
      await page.getByRole('button', { name }).click()
    },
    settled: () => settled(page),
    comeTo: (inside) => comeTo(page, inside),
    press: (inside) => press(page, inside),
    async confirmReading() {
      const place = await host.approval()
      const boxes = place.getByRole('checkbox')
      await expect(boxes.first()).toBeVisible()
      for (const box of await boxes.all()) await (place === frame ? host.press(box) : box.click())
    },
    read: async () => readToEnd(await host.approval()),
    async approve(name = 'Approve') {
      const place = await host.approval()
      const approve = place.getByRole('button', { name, exact: true })
      await readToEnd(place)
      await expect(approve).toHaveAttribute('data-armed', 'true')
      if (!('isClosed' in place)) return host.press(approve)
      await approve.click()
      await seesReceipt(place)
    },
    reject: () => rejects(host),
    leaveReceipt: () => leavesReceipt(host),
    approval: () => approvalPlace(host, stack),
    async address() {
      const accounts = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            addEventListener('eip6963:announceProvider', ((event: CustomEvent) => {
              if (event.detail.info.rdns === 'dev.latchkey')
                resolve(event.detail.provider.request({ method: 'eth_accounts' }))
            }) as EventListener)
            dispatchEvent(new Event('eip6963:requestProvider'))
          }),
      )
      return accounts[0] ?? ''
    },
  }
  return host
}

/** What came of it is told in the window; whoever has seen enough closes it. */
async function seesReceipt(window: Page): Promise<void> {
  const done = window.getByRole('button', { name: 'Done', exact: true })
  const isTold = async () => window.isClosed() || (await done.isVisible().catch(() => false))
  await expect.poll(isTold, { intervals: LOOKS }).toBe(true)
  if (!window.isClosed()) await done.click().catch(() => undefined)
  await expect.poll(() => window.isClosed(), { intervals: LOOKS }).toBe(true)
}

/** Brings the ends of what is signed into view, as somebody does who reads it. */
async function readToEnd(place: FrameLocator | Page): Promise<void> {
  const unread = place.getByText(UNREAD)
  const reviewable = place.locator('[data-armed="true"]').or(unread).first()
  await expect(reviewable)
    .toBeVisible()
    .catch(async (cause) => {
      const shown = await place.locator('body').innerText()
      throw new Error(`Nothing here can be approved. The wallet shows: ${shown}`, { cause })
    })
  if (!(await unread.isVisible())) return
  // In a low window everything has to be read, not only what ends.
  for (const end of await place.locator('[data-end], [data-watched]').all())
    await end.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await place.locator('[data-armed]').scrollIntoViewIfNeeded()
}

async function press(page: Page, inside: Locator): Promise<void> {
  await expect(inside).toBeVisible()
  await settled(page)
  await comeTo(page, inside)
  await inside.click()
}

/**
 * Presses Reject, and again where the request still stands: what the network says of it can move the button away under
 * the mouse. Each request's heading has an id of its own, so the one that comes next is never rejected for it.
 */
async function rejects({ frame, press }: HostPage): Promise<void> {
  await expect(frame.getByRole('button', { name: 'Reject' })).toBeVisible()
  const heading = await frame.getByRole('main').getAttribute('aria-labelledby')
  const standing = frame.locator(`main[aria-labelledby="${heading}"]`)
  const button = frame
    .locator(`main[aria-labelledby="${heading}"] + footer`)
    .getByRole('button', { name: 'Reject' })
  await press(button)
  await expect(async () => {
    const isGone = expect(standing).toBeHidden({ timeout: 5_000 })
    // It may go at any moment: who comes too late presses nothing, and waits for nothing.
    await isGone.catch(() => button.click({ timeout: 5_000 }).catch(() => undefined))
    await isGone
  }).toPass({ timeout: 60_000 })
}

/** Presses Done where the receipt is still there, until the frame has gone: whoever comes late finds neither. */
async function leavesReceipt({ page, frame }: HostPage): Promise<void> {
  const done = frame.getByRole('button', { name: 'Done', exact: true })
  await expect(async () => {
    if (await done.isVisible()) await done.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(page.locator('iframe[title="Wallet"]')).toBeHidden({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}

/** Moves the mouse over what is inside the frame, as a person does, and rests there until the wallet has seen it come. */
async function comeTo(page: Page, inside: Locator): Promise<void> {
  const box = await inside.boundingBox()
  if (!box || (await inside.getAttribute('data-armed')) === null) return
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 30, y - 30)
  await page.mouse.move(x, y, { steps: 6 })
  await expect(inside).toHaveAttribute('data-steady', 'true')
}

/** Nothing of the page moves, and the frame has had the same place for a while. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('iframe[title="Wallet"]')).toBeVisible()
  expect(await page.evaluate(`(${comesToRest})(${isMoving}, 60000)`), 'the wallet’s frame stands still').toBe(
    true,
  )
}

/** Opens the wallet's own window where the request is reviewed there and the page has not opened it already. */
async function approvalPlace(host: HostPage, { origins }: Stack): Promise<FrameLocator | Page> {
  const { page, frame } = host
  const card = frame.getByText(CARD)
  // What the network says of a request decides whether it is a danger.
  const ready = frame
    .locator('[data-armed="true"]')
    .or(frame.getByText(UNREAD))
    .or(frame.getByRole('button', { name: 'Close', exact: true }))
  const isOurs = (page: Page) => page.url().startsWith(`${origins.wallet}/window`)
  const window = () => page.context().pages().find(isOurs)
  // A page opens it in its own click; else it waits for the person's.
  const review = frame.getByRole('button', { name: /^(Review in wallet window|Open it again)$/ })
  // The card of the request before may still be on the screen: what is there is asked again until it holds.
  for (;;) {
    await expect
      .poll(async () => window() !== undefined || (await ready.or(review).count()) > 0, { intervals: LOOKS })
      .toBe(true)
    const opened = window()
    if (opened) return opened
    if (!(await card.isVisible()) && (await ready.first().isVisible())) return frame
    await host.settled()
    const isOpening = page
      .context()
      .pages()
      .some((other) => other.url() === 'about:blank')
    // It goes by itself where the frame has room for the request after all: what is there is asked again.
    if (!isOpening && !window() && (await review.isVisible()))
      await review.click({ timeout: 5_000 }).catch(() => undefined)
  }
}
