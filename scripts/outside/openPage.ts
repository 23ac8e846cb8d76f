import { browserLaunchOptions } from '@latchkey/testing/node'
import { chromium, type Request } from 'playwright'
import { emptyOrigins } from './emptyOrigins.ts'
import { type OutsideWallet, SILENT } from './OutsideWallet.ts'
import { signByPage } from './signByPage.ts'
import { signByProvider } from './signByProvider.ts'
import { signIn } from './signIn.ts'

/** Milliseconds. */
const TIMEOUT = 30_000

export type PageKind = {
  /** Where the dialog is, for a page that draws its own. */
  dialogIn?: string | undefined
  /** Whether a kit's modal comes first, in which the visitor picks Latchkey, and the page signs by its kit. */
  hasKit?: boolean
  /** Origins of others that the page asks for something; they answer with nothing. */
  empty?: readonly string[]
}

/**
 * Opens a page in Chromium, presses its button and waits for the modal. Where the wallet's mails can be read, a visitor
 * signs in then, and signs a message.
 *
 * @returns how many scripts the click has loaded
 * @throws Error with what the console said, when the modal does not show or anything but the silent service is complained of
 */
export async function openPage(
  url: string,
  { dialogIn = 'latchkey-modal', hasKit = false, empty = [] }: PageKind = {},
  { origins, mail }: OutsideWallet = SILENT,
): Promise<number> {
  const browser = await chromium.launch(browserLaunchOptions())
  const complaints: string[] = []
  let scripts = 0
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(TIMEOUT)
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
    const silent = [...Object.values(origins), ...empty]
    page.on('console', (message) => {
      const isOfOthers = silent.some((origin) => message.location().url.startsWith(origin))
      if (message.type() === 'error' && !isOfOthers) complaints.push(message.text())
    })
    await emptyOrigins(page, empty)
    await page.goto(url)
    const count = (request: Request) => {
      if (request.resourceType() === 'script') scripts += 1
    }
    const connect = page.getByRole('button', { name: 'Connect' })
    if (hasKit) await connect.click()
    const last = hasKit ? page.getByRole('button', { name: /^Latchkey/ }) : connect
    await last.waitFor()
    page.on('request', count)
    await last.click()
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
    if (mail) {
      await signIn(page, mail, `${new URL(url).port}-${Date.now()}@example.com`)
      await (hasKit ? signByPage : signByProvider)(page)
    }
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error))
  } finally {
    await browser.close()
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  return scripts
}
