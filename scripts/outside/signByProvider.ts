import type { Page } from 'playwright'
import { press } from '../bench/visitorPath.ts'
import { MESSAGE, verifySigned } from './outsideMessage.ts'

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
 * Asks the page's provider for a signature of the visitor that is signed in, and approves it.
 *
 * @throws Error when a step does not come, or the signature is not that of the address
 */
export async function signByProvider(page: Page): Promise<void> {
  const [address = ''] = (await page.evaluate(ask, { method: 'eth_accounts' })) as string[]
  const signing = page.evaluate(ask, { method: 'personal_sign', params: [HEX, address] })
  // What is asked for settles in the end; until then nobody waits for it.
  signing.catch(() => undefined)
  const frame = page.frameLocator('iframe[title="Wallet"]')
  await press(page, frame.getByRole('button', { name: 'Approve' }))
  await verifySigned(address, (await signing) as string)
}
