import type { Page } from '@playwright/test'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, startRequests } from '../support/provider.ts'
import { callsEnd, idOf, sendCalls } from '../support/sendCalls.ts'
import { signInWith } from '../support/socials.ts'
import { expect, test } from '../support/test.ts'
import { tokenCalls } from '../support/tokenCalls.ts'

test.use({ hostAccount: 'smart' })

const session = (page: Page) => page.getByTestId('session')

/** From nobody to somebody whom the service knows: the wallet first, then its signature. */
async function signIn(host: HostPage): Promise<void> {
  await signInWith(host, 'google', 'bob')
  await host.dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await host.approve()
  await expect(session(host.page)).toHaveAttribute('data-state', 'signedIn')
}

test('R3-37 the service knows who signs in, before the account is on the network and after', async ({
  host,
  page,
  stack,
}) => {
  test.slow()
  await page.goto(`${stack.origins.app}/sign-in`)
  await signIn(host)
  const address = (await host.address()) as `0x${string}`
  await expect(session(page)).toHaveText(`Signed in as ${address}.`)
  expect(await stack.chain.call('eth_getCode', [address, 'latest'])).toBe('0x')

  await startRequests(page, [sendCalls([tokenCalls.mint(address, 1n)])])
  await host.approve()
  expect((await callsEnd(page, idOf(await outcome(page)))).status).toBe(200)
  expect(await stack.chain.call('eth_getCode', [address, 'latest'])).not.toBe('0x')
  // The proof from before goes on to hold.
  await page.reload()
  await expect(session(page)).toHaveAttribute('data-state', 'signedIn')

  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(session(page)).toHaveAttribute('data-state', 'none')
  await signIn(host)
  await expect(session(page)).toHaveText(`Signed in as ${address}.`)
})
