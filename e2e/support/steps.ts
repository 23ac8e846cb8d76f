import { expect, type Locator } from '@playwright/test'
import type { HostPage } from './HostPage.ts'

export const emailField = ({ dialog }: HostPage) => dialog.getByRole('textbox', { name: /e-mail/i })
export const codeField = ({ frame }: HostPage) => frame.getByRole('textbox', { name: /code/i })

export const connected = (host: HostPage) => expect(host.button).toHaveAttribute('data-state', 'connected')

export async function signs(host: HostPage): Promise<void> {
  await host.action('Sign a message')
  await host.approve()
  await expect(host.result).toHaveAttribute('data-state', 'done')
}

/** Presses a button until what comes of it is there: the service sends one mail each half minute, and pages still move. */
export async function pressUntil(button: Locator, arrived: Locator): Promise<void> {
  await expect(async () => {
    // While an answer is on its way the button takes no press; once it is there, the button is gone.
    if (await arrived.isHidden()) await button.click({ timeout: 3_000 })
    await expect(arrived).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 180_000 })
}
