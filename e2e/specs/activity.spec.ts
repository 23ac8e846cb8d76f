import { JsonRpcProvider } from 'ethers'
import { kindsOfAccount } from '../support/kindsOfAccount.ts'
import { expect, test } from '../support/test.ts'

for (const [hostAccount, viewport] of kindsOfAccount)
  test.describe(`with an account that is ${hostAccount}`, () => {
    test.use({ hostAccount, viewport })

    test('R1-14 R7-6 a visitor sends, and finds it in the activity when a block has it', async ({
      host,
      page,
      email,
      stack,
    }) => {
      test.slow()
      const { dialog, button } = host
      await host.signIn(email)
      const chain = new JsonRpcProvider(stack.chain.url)
      await chain.send('anvil_setBalance', [await host.address(), `0x${(10n ** 18n).toString(16)}`])
      chain.destroy()
      await host.action('Send 0.01 ETH')
      await host.approve()
      await host.leaveReceipt()
      await expect(host.result).toHaveAttribute('data-state', 'done')
      await expect(dialog).toBeHidden()
      await button.click()
      // The service is away when it is looked for first.
      const history = /\/v1\/account\/[^/]+\/history/
      await page.route(history, (route) => route.abort())
      await dialog.getByRole('tab', { name: 'Activity' }).click()
      await expect(dialog.getByText('We could not load your activity', { exact: true }).first()).toBeVisible()
      await page.unroute(history)
      await dialog.getByRole('button', { name: 'Try again' }).click()
      const row = dialog.getByRole('tabpanel').getByRole('listitem').first()
      // Blocks are read every few seconds: whoever looks again sees it.
      await expect(async () => {
        await dialog.getByRole('tab', { name: 'Tokens' }).click()
        await dialog.getByRole('tab', { name: 'Activity' }).click()
        await expect(row).toContainText('Sent', { timeout: 3_000 })
      }).toPass({ timeout: 60_000 })
      await expect(row).toContainText('\u22120.010ETH')
      await expect(row).toContainText('To 0x7099')
    })
  })
