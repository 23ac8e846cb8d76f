import { erc20Abi, type Hex, parseEther } from 'viem'
import { localMoney } from '../../scripts/stack/serviceEnv.mjs'
import { chainClient } from '../support/chainClient.ts'
import { kindsOfAccount } from '../support/kindsOfAccount.ts'
import { expect, test } from '../support/test.ts'

for (const [hostAccount, viewport] of kindsOfAccount)
  test.describe(`with an account that is ${hostAccount}`, () => {
    test.use({ hostAccount, viewport })

    test('R1-12 R2-30 a visitor buys ether and tokens at the sandbox, and the modal notices that they have come', async ({
      host,
      page,
      email,
      stack,
    }) => {
      const chain = chainClient(stack)
      const { dialog } = host
      await host.signIn(email)
      const address = (await host.address()) as Hex
      await host.button.click()
      // An account that has nothing is shown the way. The provider is away at first.
      const provider = /\/v1\/onramp\/(?:options|quote)/
      await page.route(provider, (route) => route.abort())
      await dialog.getByRole('button', { name: 'Add funds' }).click()
      await expect(dialog.getByRole('heading', { name: 'Buy' })).toBeVisible()
      await expect(dialog.getByText(/^We cannot read what Sandbox sells right now/)).toBeVisible()
      await page.unroute(provider)
      await dialog.getByRole('button', { name: 'Back' }).click()
      await dialog.getByRole('button', { name: 'Buy', exact: true }).click()
      const buy = async (coins: string, sum: string) => {
        await expect(dialog.getByText(coins, { exact: true })).toBeVisible()
        const opening = page.waitForEvent('popup')
        await dialog.getByRole('button', { name: 'Continue at Sandbox' }).click()
        const checkout = await opening
        await checkout.getByRole('button', { name: `Pay ${sum}` }).click()
        await expect(checkout.getByText(/^(?:Paid|Delivered)/)).toBeVisible()
        await checkout.close()
      }
      await dialog.getByRole('textbox', { name: /^You pay/ }).fill('250')
      // 250 dollars less 1.5 %, at 2 500 dollars an ether.
      await buy('0.0985', '250 USD')
      await expect(dialog.getByText('0.0985 ETH has arrived').first()).toBeVisible()
      expect(await chain.getBalance({ address })).toBe(parseEther('0.0985'))
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog.getByRole('heading', { name: 'Account' })).toBeVisible()

      await dialog.getByRole('button', { name: 'Buy', exact: true }).click()
      await dialog.getByRole('button', { name: /^You get Ether/ }).click()
      await dialog.getByRole('button', { name: /^Latchkey Test Dollar/ }).click()
      await dialog.getByRole('button', { name: /^Currency: US/ }).click()
      await dialog.getByRole('button', { name: /^Euro/ }).click()
      await dialog.getByRole('textbox', { name: /^You pay/ }).fill('100')
      await buy('106.38', '100 EUR')
      await expect(dialog.getByText('106.38 LKD has arrived').first()).toBeVisible()
      const abi = erc20Abi
      const held = { address: localMoney.dollar, abi, functionName: 'balanceOf', args: [address] } as const
      expect(await chain.readContract(held)).toBe(106_380_000n)
    })
  })
