import { expect, type Frame, type Page } from '@playwright/test'

/** The frame of a page at an address, as soon as it is there: a new one is at no address before it has loaded. */
export async function frameAt(page: Page, address: string | RegExp): Promise<Frame> {
  const isThere = (url: string) => (typeof address === 'string' ? url.startsWith(address) : address.test(url))
  let found: Frame | undefined
  const look = () => {
    found = page.frames().find((frame) => isThere(frame.url()))
    return found !== undefined
  }
  await expect.poll(look).toBe(true)
  return found as unknown as Frame
}
