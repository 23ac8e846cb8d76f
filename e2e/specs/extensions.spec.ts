import { verifyMessage } from 'ethers'
import { startUnlistedDemo } from '../support/evilHost.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { rpc, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'
import { account, installWallets, type WalletOptions } from '../support/wallets.ts'

const aurora = (index: number, more: WalletOptions = {}): WalletOptions => ({
  name: 'Aurora',
  rdns: `com.example.aurora${index}`,
  privateKeys: [account(index).privateKey],
  ...more,
})
const AURORA = 'com.example.aurora1'
const row = ({ dialog }: HostPage, name: string | RegExp) => dialog.getByRole('button', { name })
const connectedAs = async (host: HostPage, index: number) => {
  await expect(host.button).toHaveAttribute('data-state', 'connected')
  expect(await host.address()).toBe(account(index).address)
}

test('R1-1 R5-48 three wallets of one name and a legacy one are listed, and each connects its own account', async ({
  host,
  page,
  walletScript,
}) => {
  await installWallets(page, walletScript, [
    aurora(1),
    aurora(2),
    aurora(3),
    { name: 'Old', legacy: true, announce: false, rdns: 'old', privateKeys: [account(4).privateKey] },
  ])
  for (const [at, index] of [
    [1, 2],
    [0, 1],
    [2, 3],
  ] as const) {
    await host.goto()
    await host.button.click()
    await expect(row(host, /^Aurora/)).toHaveCount(3)
    await page.evaluate(() => localStorage.removeItem('latchkey.recent_wallets'))
    await row(host, /^Aurora/)
      .nth(at)
      .click()
    await connectedAs(host, index)
    await page.evaluate(() => localStorage.clear())
  }
  await host.goto()
  await host.button.click()
  // The first view names three.
  await host.dialog.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'More' }).click()
  await row(host, /^Browser wallet/).click()
  await connectedAs(host, 4)
})

test('R5-48 on a site that is not on the list the network and the directory are read, and a wallet connects and signs', async ({
  page,
  stack,
  walletScript,
}) => {
  await installWallets(page, walletScript, [aurora(1)])
  const unlisted = await startUnlistedDemo(stack)
  try {
    const host = createHostPage(page, stack, unlisted.origin)
    await host.goto()
    // Before a wallet is there, the service reads; after that, the wallet does.
    expect(await rpc(page, 'eth_blockNumber', [])).toMatchObject({ result: expect.stringMatching(/^0x/) })
    await host.button.click()
    await row(host, /^All wallets/).click()
    await host.dialog.getByRole('searchbox').fill('rainbow')
    await expect(row(host, /^Rainbow/).first()).toBeVisible()
    await host.dialog.getByRole('button', { name: 'Back', exact: true }).click()
    await row(host, /^Aurora/).click()
    await connectedAs(host, 1)
    // The frame, which such a site may not have, was not asked for.
    expect(page.frames()).toHaveLength(1)
    const signed = await rpc(page, 'personal_sign', [toHex('Hello'), account(1).address])
    expect(verifyMessage('Hello', signed.result as string)).toBe(account(1).address)
  } finally {
    await unlisted.stop()
  }
})

test('R7-84 a wallet signs, comes back after a reload without asking, and disconnects', async ({
  host,
  page,
  walletScript,
}) => {
  const wallet = await installWallets(page, walletScript, [aurora(1)])
  await host.goto()
  await host.button.click()
  await row(host, /^Aurora/).click()
  await connectedAs(host, 1)
  await expect(host.dialog).toBeHidden()
  const signed = await rpc(page, 'personal_sign', [toHex('Hello'), account(1).address])
  expect(verifyMessage('Hello', signed.result as string)).toBe(account(1).address)

  await page.reload()
  await connectedAs(host, 1)
  const asked = (await wallet(AURORA).readCalls()).map(({ method }) => method)
  expect(asked).not.toContain('eth_requestAccounts')

  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
})

test('a refusal is calm, a second window is named, and trying again connects', async ({
  host,
  page,
  walletScript,
}) => {
  const wallet = await installWallets(page, walletScript, [aurora(1)])
  await host.goto()
  await wallet(AURORA).rejectNext('eth_requestAccounts')
  await host.button.click()
  await row(host, /^Aurora/).click()
  await expect(host.dialog.getByText(/you cancelled/i).first()).toBeVisible()
  await expect(host.dialog.getByRole('button', { name: 'Try again' })).toBeFocused()

  await wallet(AURORA).pending('eth_requestAccounts')
  await host.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(host.dialog.getByText(/already open/i).first()).toBeVisible()

  await wallet(AURORA).clear()
  await host.dialog.getByRole('button', { name: 'Try again' }).click()
  await connectedAs(host, 1)
})

test('a silent wallet gets a hint, and stepping back gives up', async ({ host, page, walletScript }) => {
  test.slow()
  const wallet = await installWallets(page, walletScript, [aurora(1)])
  await host.goto()
  await wallet(AURORA).hang('eth_requestAccounts')
  await host.button.click()
  await row(host, /^Aurora/).click()
  await expect(host.dialog.getByText(/extension/i).first()).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(row(host, /^Aurora/)).toBeVisible()
  await wallet(AURORA).release('eth_requestAccounts')
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
})

for (const unknownChain of ['code', 'nested', 'internal'] as const)
  test(`R4-82 a network that the wallet does not know (${unknownChain}) is added, then switched to`, async ({
    host,
    page,
    walletScript,
  }) => {
    const wallet = await installWallets(page, walletScript, [aurora(1, { switches: { unknownChain } })])
    await host.goto()
    await host.button.click()
    await row(host, /^Aurora/).click()
    await connectedAs(host, 1)
    const switched = await rpc(page, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
    expect(switched.code).toBeUndefined()
    expect((await rpc(page, 'eth_chainId', [])).result).toBe('0x2105')
    const asked = (await wallet(AURORA).readCalls()).map(({ method }) => method)
    expect(asked.filter((method) => method.startsWith('wallet_add'))).toHaveLength(1)
  })

test('R2-21 a wallet that goes to an unlisted network is told so, with a way back', async ({
  host,
  page,
  walletScript,
}) => {
  const wallet = await installWallets(page, walletScript, [aurora(1, { chains: [10, 31337] })])
  await host.goto()
  await host.button.click()
  await row(host, /^Aurora/).click()
  await connectedAs(host, 1)
  await expect(host.dialog).toBeHidden()
  await wallet(AURORA).selectChain(10)
  await expect(host.dialog.getByRole('heading', { name: 'Network not supported' })).toBeVisible()
  await host.dialog.getByRole('button', { name: /^Local/ }).click()
  await expect(host.dialog).toBeHidden()
  expect((await rpc(page, 'eth_chainId', [])).result).toBe('0x7a69')
})

test('an account that the wallet takes back ends the connection, another one takes its place', async ({
  host,
  page,
  walletScript,
}) => {
  const keys = [account(1).privateKey, account(2).privateKey]
  const wallet = await installWallets(page, walletScript, [aurora(1, { privateKeys: keys })])
  await host.goto()
  await host.button.click()
  await row(host, /^Aurora/).click()
  await connectedAs(host, 1)
  await wallet(AURORA).selectAccount(account(2).address)
  await expect.poll(() => host.address()).toBe(account(2).address)
  await wallet(AURORA).revoke()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
})

test('the modal works over a dialog of the page, by keyboard too', async ({
  host,
  page,
  stack,
  walletScript,
}) => {
  await installWallets(page, walletScript, [aurora(1)])
  await page.goto(`${stack.origins.app}/in-dialog`)
  await page.getByRole('button', { name: 'Check out' }).click()
  const own = page.getByRole('dialog', { name: 'Check out' })
  await own.getByRole('button', { name: 'Pay with a wallet' }).click()
  const modal = page.locator('latchkey-modal').getByRole('dialog')
  await expect(modal).toBeVisible()
  // Typing works: the page's focus trap does not take the focus away.
  const email = modal.getByRole('textbox', { name: /e-mail/i })
  await email.fill('somebody@example.com')
  await expect(email).toBeFocused()
  await modal.getByRole('button', { name: /^Aurora/ }).focus()
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(own).toBeVisible()
  await expect(own.getByTestId('address')).toHaveText(account(1).address)
  expect(host.page).toBe(page)
})

test('a page on wagmi connects, signs, comes back and disconnects', async ({ page, stack, walletScript }) => {
  await installWallets(page, walletScript, [aurora(1)])
  await page.goto(`${stack.origins.app}/wagmi`)
  const address = page.getByTestId('address')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const modal = page.locator('latchkey-modal').getByRole('dialog')
  await modal.getByRole('button', { name: /^Aurora/ }).click()
  await expect(address).toHaveText(account(1).address)
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(page.getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)
  await page.reload()
  await expect(address).toHaveText(account(1).address)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(address).toHaveText('Not connected')
})

test('two tabs of one site are connected at once, and end together', async ({
  host,
  page,
  context,
  stack,
  walletScript,
}) => {
  await installWallets(page, walletScript, [aurora(1)])
  await host.goto()
  await host.button.click()
  await row(host, /^Aurora/).click()
  await connectedAs(host, 1)
  const other = await context.newPage()
  // Another tab's wallet remembers for itself: the site was given access before.
  await installWallets(other, walletScript, [aurora(1, { connected: true })])
  const second = createHostPage(other, stack)
  await second.goto()
  await connectedAs(second, 1)
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await expect(second.button).toHaveAttribute('data-state', 'disconnected')
})
