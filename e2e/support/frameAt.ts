import { expect, type Frame, type Page } from '@playwright/test'

/** The frame of a page at an address, as soon as it is there: a new one is at no address before it has loaded. */
export async function frameAt(page: Page, address: string | RegExp): Promise<Frame> {
  const find = () =>
    page
      .frames()
      .find((frame) =>
        typeof address === 'string' ? frame.url().startsWith(address) : address.test(frame.url()),
      )
  await expect.poll(() => find() !== undefined).toBe(true)
  return find() as Frame
}
