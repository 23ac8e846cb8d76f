import type { FrameLocator, Locator, Page } from 'playwright'
import type { Stack } from '../stack/startStack.ts'

const walletFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Wallet"]')

const codeField = (page: Page): Locator => walletFrame(page).getByRole('textbox', { name: /code/i })

/** From the demo's host page to the field for the code; resolves with the code from the mail. */
export async function askForCode(page: Page, stack: Stack, email: string): Promise<string> {
  const dialog = page.getByRole('dialog')
  await page.locator('latchkey-button').getByRole('button').click()
  await dialog.getByRole('textbox', { name: /e-mail/i }).fill(email)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await codeField(page).waitFor()
  const { text } = await stack.mail.waitForMessage(email)
  const code = /^\s*([0-9]{6}|[0-9A-Z]{8})\s*$/m.exec(text)?.[1]
  if (!code) throw new Error('The mail has no code.')
  return code
}

/** From the code to an account. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await page.locator('latchkey-button').locator('button[data-state="connected"]').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** From the demo's host page to an account. */
export async function signIn(page: Page, stack: Stack, email: string): Promise<void> {
  await typeCode(page, await askForCode(page, stack, email))
}

/** ms that a finger is down. Without it the click falls into the frame that shows the press, and waits for it (decision 0072). */
const HELD = 80

/** Presses what approves as a person does: the wallet has to see the mouse come and rest. */
export async function press(page: Page, approve: Locator): Promise<void> {
  const unread = walletFrame(page).getByText('Read to the end')
  await walletFrame(page).locator('[data-armed="true"]').or(unread).first().waitFor()
  const folded = walletFrame(page).getByRole('button', { name: /^Show all/ })
  if (await folded.isVisible()) await folded.click()
  for (const end of await walletFrame(page).locator('[data-end]').all())
    await end.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await approve.waitFor()
  const box = await approve.boundingBox()
  if (!box) throw new Error('What is to be pressed is not on the screen.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 30, y - 30)
  await page.mouse.move(x, y, { steps: 6 })
  await approve.and(walletFrame(page).locator('[data-steady="true"]')).waitFor()
  await approve.click({ delay: HELD })
}

/** Asks for what the page's button of that name asks, and approves it; resolves with what the page then shows. */
export async function approveAction(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name }).click()
  const approve: Locator = walletFrame(page).getByRole('button', { name: 'Approve' })
  await press(page, approve.and(walletFrame(page).locator('[data-state="ready"]')))
  const result = page.getByTestId('result')
  await result.and(page.locator('[data-state="done"], [data-state="failed"]')).waitFor()
  return (await result.textContent()) ?? ''
}

/** Asks for a signature and approves it; resolves once the page has it. */
export async function signMessage(page: Page): Promise<void> {
  const text = await approveAction(page, 'Sign a message')
  // A smart account signs in a form of its own (EIP-1271, EIP-6492).
  if (!/^0x(?:[0-9a-f]{2}){65,}$/.test(text)) throw new Error(`No signature: ${text.slice(0, 200)}`)
}
