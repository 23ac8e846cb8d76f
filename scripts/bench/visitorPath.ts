import type { FrameLocator, Locator, Page } from 'playwright'
import type { Stack } from '../stack/startStack.ts'

const walletFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Wallet"]')

/** From the demo's host page to an account. */
export async function signIn(page: Page, stack: Stack, email: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.locator('latchkey-button').getByRole('button').click()
  await dialog.getByRole('textbox', { name: /e-mail/i }).fill(email)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  const input = walletFrame(page).getByRole('textbox', { name: /code/i })
  await input.waitFor()
  const { text } = await stack.mail.waitForMessage(email)
  const code = /^\s*([0-9]{6}|[0-9A-Z]{8})\s*$/m.exec(text)?.[1]
  if (!code) throw new Error('The mail has no code.')
  await input.fill(code)
  await page.locator('latchkey-button').locator('button[data-state="connected"]').waitFor()
  await dialog.waitFor({ state: 'hidden' })
}

/** Asks for a signature and approves it; resolves once the page has it. */
export async function signMessage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign a message' }).click()
  const approve: Locator = walletFrame(page).getByRole('button', { name: 'Approve' })
  await approve.and(walletFrame(page).locator('[data-state="ready"]')).click()
  const result = page.getByTestId('result')
  await result.and(page.locator('[data-state="done"], [data-state="failed"]')).waitFor()
  const text = (await result.textContent()) ?? ''
  if (!/^0x[0-9a-f]{130}$/.test(text)) throw new Error(`No signature: ${text}`)
}
