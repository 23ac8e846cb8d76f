import type { Page } from 'playwright'
import { press } from '../bench/visitorPath.ts'
import { verifySigned } from './outsideMessage.ts'

/**
 * Presses the button by which the page has its kit ask for a signature, and approves it: the kit has to know who has
 * signed in.
 *
 * @throws Error when a step does not come, or the signature is not that of the address that the page names
 */
export async function signByPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign a message' }).click()
  const frame = page.frameLocator('iframe[title="Wallet"]')
  await press(page, frame.getByRole('button', { name: 'Approve' }))
  const output = page.getByRole('status').and(page.locator('output:not(:empty)'))
  await output.waitFor()
  await verifySigned((await output.getAttribute('title')) ?? '', (await output.textContent()) ?? '')
}
