import type { Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { frameAt } from './frameAt.ts'

export type HoldableClock = { hold(): Promise<void>; release(): Promise<void> }

/**
 * Lets a test hold the clock of the wallet's frame: however slow the machine is, nothing that the wallet has learned grows
 * old meanwhile. To be called before the page is opened.
 */
export async function holdableClock(page: Page, { origins }: Stack): Promise<HoldableClock> {
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => (window as { heldAt?: number }).heldAt ?? now()
  })
  const wallet = () => frameAt(page, `${origins.wallet}/frame`)
  return {
    hold: async () => (await wallet()).evaluate(() => void Object.assign(window, { heldAt: Date.now() })),
    release: async () => (await wallet()).evaluate(() => void Reflect.deleteProperty(window, 'heldAt')),
  }
}
