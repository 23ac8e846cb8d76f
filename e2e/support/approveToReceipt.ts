import { expect } from '@playwright/test'
import type { HostPage } from './HostPage.ts'

/**
 * Reads what can be lost, approves, and leaves the receipt: a contract that the wallet does not know wants to be read first.
 *
 * @param options.isFollowed the page asks for more at once, and its next request comes in the receipt's place
 */
export async function approveToReceipt(host: HostPage, { isFollowed = false } = {}): Promise<void> {
  const place = await host.approval()
  await expect(place.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  if ((await place.getByRole('checkbox').count()) > 0) await host.confirmReading()
  const heading = isFollowed ? await place.getByRole('main').getAttribute('aria-labelledby') : null
  await host.approve()
  // The wallet's own window shows its receipt itself.
  if ('isClosed' in place) return
  if (!isFollowed) return host.leaveReceipt()
  // The receipt may be gone before anybody has seen it.
  await host.frame.locator(`main:not([aria-labelledby="${heading}"])`).waitFor()
  await host.frame.getByRole('button', { name: 'Reject' }).waitFor()
}
