import { expect, test } from '../support/test.ts'
import { account, installWallets } from '../support/wallets.ts'

test('a page that a server rendered, in strict mode, is hydrated without a word and connects', async ({
  page,
  stack,
  walletScript,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await installWallets(page, walletScript, [
    { name: 'Aurora', rdns: 'com.example.aurora', privateKeys: [account(1).privateKey] },
  ])
  const document = await page.goto(`${stack.origins.shop}/server-rendered`)
  expect(await document?.text()).toContain('Not connected')
  await page.locator('latchkey-button').getByRole('button').click()
  const modal = page.locator('latchkey-modal').getByRole('dialog')
  await modal.getByRole('button', { name: /^Aurora/ }).click()
  await expect(page.getByTestId('address')).toHaveText(account(1).address)
  // After a reload the server still knows nobody, and the browser does.
  await page.reload()
  await expect(page.getByTestId('address')).toHaveText(account(1).address)
  expect(complaints).toEqual([])
})
