import { verifyMessage } from 'ethers'
import { chainClient } from '../support/chainClient.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { rpc } from '../support/provider.ts'
import { connected, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test.use({ hostAccount: 'smart' })

const message = 'Welcome to Harbour. This is a message to sign.'
const addressesOf = async ({ page }: HostPage) => (await rpc(page, 'eth_accounts', [])).result as string[]

async function choose(host: HostPage, kind: 'Smart account' | 'Plain account'): Promise<void> {
  await host.button.click()
  const { dialog } = host
  await dialog.getByRole('button', { name: 'Settings' }).click()
  await dialog.getByRole('button', { name: /^Account type/ }).click()
  await dialog.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
  await expect(dialog.getByRole('button', { name: new RegExp(`^${kind}`) })).toHaveAttribute(
    'aria-current',
    /.+/,
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
}

test('R3-12 R6-4 R7-86 R7-87 R8-13 the person chooses the kind of account in the settings: the page hears of it, and it stays chosen; on a network without smart accounts the plain one is used', async ({
  host,
  page,
  email,
  stack,
}) => {
  test.slow()
  await host.signIn(email)
  const [smart, ...others] = await addressesOf(host)
  expect(others).toEqual([])
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Settings' }).click()
  await host.dialog.getByRole('button', { name: /^Account type/ }).click()
  await expect(host.dialog.getByText('This site may not support smart accounts')).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Close' }).click()

  await choose(host, 'Plain account')
  const [plain] = await addressesOf(host)
  expect(plain).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(plain).not.toBe(smart)
  await signs(host)
  expect(verifyMessage(message, (await host.result.textContent()) ?? '')).toBe(plain)

  await page.reload()
  await connected(host)
  expect(await addressesOf(host)).toEqual([plain])

  await choose(host, 'Smart account')
  expect(await addressesOf(host)).toEqual([smart])
  await signs(host)
  const signature = (await host.result.textContent()) as `0x${string}`
  expect(
    await chainClient(stack).verifyMessage({ address: smart as `0x${string}`, message, signature }),
  ).toBe(true)

  await test.step('on a network without smart accounts the plain one is used, and back again the smart one', async () => {
    expect((await rpc(page, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])).code).toBeUndefined()
    expect((await rpc(page, 'eth_chainId', [])).result).toBe('0x2105')
    await expect.poll(() => addressesOf(host)).not.toEqual([smart])
    expect((await addressesOf(host))[0]).toMatch(/^0x[0-9a-fA-F]{40}$/)
    // A network that the page lists is switched to; another one nobody can add.
    const local = { chainId: '0x7a69', chainName: 'Elsewhere', rpcUrls: ['https://lies.example.com/'] }
    expect((await rpc(page, 'wallet_addEthereumChain', [local])).code).toBeUndefined()
    await expect.poll(() => addressesOf(host)).toEqual([smart])
    expect((await rpc(page, 'wallet_addEthereumChain', [{ ...local, chainId: '0x539' }])).code).toBe(4902)
    expect((await rpc(page, 'wallet_switchEthereumChain', [{ chainId: '0x539' }])).code).toBe(4902)
    expect((await rpc(page, 'eth_chainId', [])).result).toBe('0x7a69')
  })
})

/** Notes what the page's provider tells of its accounts from now on. */
async function listen({ page }: HostPage): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    addEventListener(
      'eip6963:announceProvider',
      ((event: CustomEvent) => {
        if (event.detail.info.rdns !== 'dev.latchkey') return
        event.detail.provider.on('accountsChanged', (accounts: unknown) => told.push(accounts))
      }) as EventListener,
      { once: true },
    )
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
  return () => page.evaluate(() => (window as unknown as { told: unknown[] }).told)
}

test('R3-12 R3-37 every open tab of the site follows the choice, and none of another site', async ({
  host,
  context,
  email,
  stack,
}) => {
  test.slow()
  await host.signIn(email)
  const other = createHostPage(await context.newPage(), stack, stack.origins.app, 'smart')
  await other.goto()
  await connected(other)
  const shop = createHostPage(await context.newPage(), stack, stack.origins.shop, 'smart')
  await shop.signIn(`shop-${email}`)
  const [smart] = await addressesOf(host)
  const [own] = await addressesOf(shop)
  expect(await addressesOf(other)).toEqual([smart])
  const [hostTold, otherTold, shopTold] = [await listen(host), await listen(other), await listen(shop)]

  // The tab that follows shows its own settings meanwhile.
  await other.page.bringToFront()
  await other.button.click()
  await other.dialog.getByRole('button', { name: 'Settings' }).click()
  await other.dialog.getByRole('button', { name: /^Account type/ }).click()
  await host.page.bringToFront()
  await choose(host, 'Plain account')
  const [plain] = await addressesOf(host)
  expect(plain).not.toBe(smart)
  await expect.poll(() => addressesOf(other)).toEqual([plain])
  await other.page.bringToFront()
  await expect(other.dialog.getByRole('button', { name: /^Plain account/ })).toHaveAttribute(
    'aria-current',
    /.+/,
  )
  await other.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(other.button).toContainText(plain?.slice(-4) ?? '')
  await expect(other.page.getByTestId('account')).toHaveAttribute('data-type', 'eoa')
  await signs(other)
  expect(verifyMessage(message, (await other.result.textContent()) ?? '')).toBe(plain)

  // And the other way round; each tab is told once each time.
  await choose(other, 'Smart account')
  await expect.poll(() => addressesOf(host)).toEqual([smart])
  await host.page.bringToFront()
  await signs(host)
  const signature = (await host.result.textContent()) as `0x${string}`
  expect(
    await chainClient(stack).verifyMessage({ address: smart as `0x${string}`, message, signature }),
  ).toBe(true)
  await expect.poll(hostTold).toEqual([[plain], [smart]])
  await expect.poll(otherTold).toEqual([[plain], [smart]])
  expect(await addressesOf(shop)).toEqual([own])
  expect(await shopTold()).toEqual([])

  // The next load has the same choice.
  await other.page.reload()
  await connected(other)
  expect(await addressesOf(other)).toEqual([smart])
})
