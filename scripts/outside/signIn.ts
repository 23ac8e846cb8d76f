import type { Page } from 'playwright'
import type { Stack } from '../stack/startStack.ts'

/**
 * Signs a new visitor in by e-mail, where the page shows its ways to connect.
 *
 * @param email that no account has yet
 * @throws Error when a step does not come
 */
export async function signIn(page: Page, mail: Stack['mail'], email: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Wallet"]')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /e-mail/i }).fill(email)
  await dialog.getByRole('button', { name: /^Send (a )?code$/ }).click()
  const { text } = await mail.waitForMessage(email)
  const code = /^\s*([0-9]{6})\s*$/m.exec(text)?.[1] ?? ''
  await frame.getByRole('textbox', { name: /code/i }).fill(code)
  await page.locator('latchkey-modal').getByRole('dialog').waitFor({ state: 'hidden' })
}
