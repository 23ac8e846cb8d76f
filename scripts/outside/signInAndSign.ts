import type { Page } from 'playwright'
import { verifyMessage } from 'viem'
import { press } from '../bench/visitorPath.ts'
import type { Stack } from '../stack/startStack.ts'

const MESSAGE = 'Signed outside'
const HEX = `0x${Buffer.from(MESSAGE).toString('hex')}`

type Provider = { request(call: { method: string; params?: unknown[] }): Promise<unknown> }
type Announced = CustomEvent<{ info: { rdns: string }; provider: Provider }>

/** Runs in the page: asks the provider that the page announces (EIP-6963), as any library does. */
async function ask(call: { method: string; params?: unknown[] }): Promise<unknown> {
  let found: Provider | undefined
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as Announced).detail
    if (info.rdns === 'dev.latchkey') found = provider
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  if (!found) throw new Error('The page announces no provider of Latchkey.')
  return found.request(call)
}

/**
 * Signs a new visitor in by e-mail, where the page shows its ways to connect, then signs a message and checks the
 * signature by another library.
 *
 * @param email that no account has yet
 * @throws Error when a step does not come, or the signature is not that of the address
 */
export async function signInAndSign(page: Page, mail: Stack['mail'], email: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Wallet"]')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /e-mail/i }).fill(email)
  await dialog.getByRole('button', { name: /^Send (a )?code$/ }).click()
  const { text } = await mail.waitForMessage(email)
  const code = /^\s*([0-9]{6})\s*$/m.exec(text)?.[1] ?? ''
  await frame.getByRole('textbox', { name: /code/i }).fill(code)
  await page.locator('latchkey-modal').getByRole('dialog').waitFor({ state: 'hidden' })
  const [address] = (await page.evaluate(ask, { method: 'eth_accounts' })) as [`0x${string}`]
  const signing = page.evaluate(ask, { method: 'personal_sign', params: [HEX, address] })
  // What is asked for settles in the end; until then nobody waits for it.
  signing.catch(() => undefined)
  await press(page, frame.getByRole('button', { name: 'Approve' }))
  const signature = (await signing) as `0x${string}`
  if (!(await verifyMessage({ address, message: MESSAGE, signature })))
    throw new Error(`The signature is not that of ${address}.`)
}
