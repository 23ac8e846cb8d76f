import { expect } from '@playwright/test'
import type { HostPage } from './HostPage.ts'

export const emailField = ({ dialog }: HostPage) => dialog.getByRole('textbox', { name: /e-mail/i })
export const codeField = ({ frame }: HostPage) => frame.getByRole('textbox', { name: /code/i })

export const connected = (host: HostPage) => expect(host.button).toHaveAttribute('data-state', 'connected')

export async function signs(host: HostPage): Promise<void> {
  await host.action('Sign a message')
  await host.approve()
  await expect(host.result).toHaveAttribute('data-state', 'done')
}
