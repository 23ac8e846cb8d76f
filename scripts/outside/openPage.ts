import { browserLaunchOptions } from '@latchkey/testing/node'
import { chromium } from 'playwright'

/** The stack that the consumers name: nothing answers there, and the modal has to open all the same. */
export const ORIGINS = { api: 'http://api.localhost:9', wallet: 'http://wallet.localhost:9' } as const

/** Milliseconds. */
const TIMEOUT = 30_000

/**
 * Opens a page in Chromium, presses its button and waits for the modal.
 *
 * @param dialogIn where the dialog is, for a page that draws its own
 * @returns how many scripts the click has loaded
 * @throws Error with what the console said, when the modal does not show or anything but the silent service is complained of
 */
export async function openPage(url: string, dialogIn = 'latchkey-modal'): Promise<number> {
  const browser = await chromium.launch(browserLaunchOptions())
  const complaints: string[] = []
  const scripts: string[] = []
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(TIMEOUT)
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
    page.on('console', (message) => {
      const isOfService = Object.values(ORIGINS).some((origin) => message.location().url.startsWith(origin))
      if (message.type() === 'error' && !isOfService) complaints.push(message.text())
    })
    await page.goto(url)
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.getByRole('button', { name: 'Connect' }).click()
    const dialog = page.locator(dialogIn).getByRole('dialog')
    await dialog.getByRole('textbox').waitFor()
    const { display, width } = await dialog.evaluate((element) => {
      const { display, width } = getComputedStyle(element.querySelector('input') ?? element)
      return { display, width: Number.parseFloat(width) }
    })
    // Without its styles a text field is as wide as a browser makes it.
    if (display === 'none' || width < 200)
      complaints.push(`The modal has no styles (${display}, ${width} px).`)
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error))
  } finally {
    await browser.close()
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  return scripts.length
}
