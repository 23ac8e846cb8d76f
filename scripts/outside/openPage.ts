import { browserLaunchOptions } from '@latchkey/testing/node'
import { chromium, type Request } from 'playwright'
import { type OutsideWallet, SILENT } from './OutsideWallet.ts'
import { signInAndSign } from './signInAndSign.ts'

/** Milliseconds. */
const TIMEOUT = 30_000

/**
 * Opens a page in Chromium, presses its button and waits for the modal. Where the wallet's mails can be read, a visitor
 * signs in then, and signs a message.
 *
 * @param dialogIn where the dialog is, for a page that draws its own
 * @returns how many scripts the click has loaded
 * @throws Error with what the console said, when the modal does not show or anything but the silent service is complained of
 */
export async function openPage(
  url: string,
  dialogIn = 'latchkey-modal',
  { origins, mail }: OutsideWallet = SILENT,
): Promise<number> {
  const browser = await chromium.launch(browserLaunchOptions())
  const complaints: string[] = []
  let scripts = 0
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(TIMEOUT)
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
    page.on('console', (message) => {
      const isOfService = Object.values(origins).some((origin) => message.location().url.startsWith(origin))
      if (message.type() === 'error' && !isOfService) complaints.push(message.text())
    })
    await page.goto(url)
    const count = (request: Request) => {
      if (request.resourceType() === 'script') scripts += 1
    }
    page.on('request', count)
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
    page.off('request', count)
    if (mail) await signInAndSign(page, mail, `${new URL(url).port}-${Date.now()}@example.com`)
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error))
  } finally {
    await browser.close()
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  return scripts
}
