import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { readCode } from './inbox.ts'

/** What a visitor does on the demo's host page. */
export type HostPage = {
  page: Page
  button: Locator
  dialog: Locator
  frame: FrameLocator
  result: Locator
  goto(): Promise<void>
  /** Opens the modal and asks for a code. */
  askForCode(email: string): Promise<void>
  typeCode(code: string): Promise<void>
  /** The whole way from the button to an account. */
  signIn(email: string): Promise<void>
  action(name: string): Promise<void>
  /** Waits until the frame is on the screen and stays where it is: what is inside cannot tell that it moves. */
  settled(): Promise<void>
  approve(): Promise<void>
  reject(): Promise<void>
  /** The connected address, as the provider tells it. */
  address(): Promise<string>
}

/** @param origin of the page; the demo's first host when left out */
export function createHostPage(page: Page, stack: Stack, origin = stack.origins.app): HostPage {
  const button = page.locator('latchkey-button').getByRole('button')
  const dialog = page.getByRole('dialog')
  const frame = page.frameLocator('iframe[title="Wallet"]')
  const result = page.getByTestId('result')
  const host: HostPage = {
    page,
    button,
    dialog,
    frame,
    result,
    async goto() {
      await page.goto(origin)
      await expect(button).toBeEnabled()
    },
    async askForCode(email) {
      await button.click()
      await dialog.getByRole('textbox', { name: /e-mail/i }).fill(email)
      await dialog.getByRole('button', { name: 'Send code' }).click()
      await expect(frame.getByRole('textbox', { name: /code/i })).toBeVisible()
    },
    async typeCode(code) {
      await frame.getByRole('textbox', { name: /code/i }).fill(code)
    },
    async signIn(email) {
      await host.goto()
      await host.askForCode(email)
      await host.typeCode(await readCode(stack, email))
      await expect(button).toHaveAttribute('data-state', 'connected')
      await expect(dialog).toBeHidden()
    },
    async action(name) {
      await page.getByRole('button', { name }).click()
    },
    settled: () => settled(page),
    async approve() {
      const approve = frame.getByRole('button', { name: 'Approve' })
      await expect(approve).toHaveAttribute('data-armed', 'true')
      await host.settled()
      await approve.click()
    },
    async reject() {
      const reject = frame.getByRole('button', { name: 'Reject' })
      await expect(reject).toBeVisible()
      await host.settled()
      await reject.click()
    },
    async address() {
      const accounts = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            addEventListener('eip6963:announceProvider', ((event: CustomEvent) => {
              if (event.detail.info.rdns === 'dev.latchkey')
                resolve(event.detail.provider.request({ method: 'eth_accounts' }))
            }) as EventListener)
            dispatchEvent(new Event('eip6963:requestProvider'))
          }),
      )
      return accounts[0] ?? ''
    },
  }
  return host
}

async function settled(page: Page): Promise<void> {
  const iframe = page.locator('iframe[title="Wallet"]')
  await expect(iframe).toBeVisible()
  let last = ''
  const isCalm = async () => {
    const before = last
    last = JSON.stringify(await iframe.boundingBox())
    return last === before
  }
  await expect.poll(isCalm, { intervals: [100] }).toBe(true)
}
