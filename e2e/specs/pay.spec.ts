import { mintMoney, moneyContracts } from '@latchkey/local-bundler'
import { erc20Abi, type Hex, parseUnits } from 'viem'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { approveToReceipt } from '../support/approveToReceipt.ts'
import { chainClient, ether } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { expect, test } from '../support/test.ts'

const { dollar } = moneyContracts
/** Anvil's second account, whom the demo lets be paid. */
const MERCHANT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PRICE = parseUnits('25', 6)

const dollarsOf = (chain: ReturnType<typeof chainClient>, account: Hex) =>
  chain.readContract({ address: dollar, abi: erc20Abi, functionName: 'balanceOf', args: [account] })

const ask = ({ page }: HostPage) => page.getByRole('button', { name: 'Pay 25 test dollars' }).click()
const confirm = ({ dialog }: HostPage) => dialog.getByRole('button', { name: 'Pay', exact: true }).click()

/** Pays from an account that has the token; another client sees it. */
async function pays(host: HostPage, stack: Stack): Promise<void> {
  const chain = chainClient(stack)
  await mintMoney(stack.chain.call, dollar, (await host.address()) as Hex, PRICE)
  const before = await dollarsOf(chain, MERCHANT)
  await ask(host)
  await confirm(host)
  await approveToReceipt(host)
  await expect(host.result).toHaveAttribute('data-state', 'done')
  expect(JSON.parse((await host.result.textContent()) ?? '')).toMatchObject({
    ...{ network: 'eip155:31337', token: dollar, amount: '25', recipient: MERCHANT, status: 'confirmed' },
  })
  expect((await dollarsOf(chain, MERCHANT)) - before).toBe(PRICE)
}

test('a visitor with a plain account has too little, leaves, swaps what is missing, and pays in the token that the page asks for', async ({
  host,
  email,
  stack,
}) => {
  test.slow()
  const chain = chainClient(stack)
  await host.signIn(email)
  const address = (await host.address()) as Hex
  const before = await dollarsOf(chain, MERCHANT)
  const leaves = async () => {
    await host.dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(host.dialog).toBeHidden()
  }
  await test.step('whoever has too little is told so, and the page hears of it', async () => {
    await ask(host)
    await expect(host.dialog.getByText('You do not have enough for this payment')).toBeVisible()
    await expect(host.result).toHaveText(/\(5283\)$/)
    await leaves()
  })

  await stack.chain.setBalance(address, ether)
  await test.step('whoever leaves pays nothing, and the page hears of it', async () => {
    await ask(host)
    await expect(host.dialog.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
    await leaves()
    await expect(host.result).toHaveText(/\(5282\)$/)
    expect(await dollarsOf(chain, MERCHANT)).toBe(before)
  })

  await test.step('without the token, what is missing is swapped first', async () => {
    await ask(host)
    await expect(host.dialog.getByText(/^We swap .* first, then send the payment\.$/)).toBeVisible()
    // Whoever makes the swaps goes away half-way, and comes back.
    const build = /\/v1\/convert\/build-transaction/
    await host.page.route(build, (route) => route.abort())
    await confirm(host)
    await expect(host.result).toHaveText(/\(5251\)$/)
    expect(await chain.getTransactionCount({ address })).toBe(0)
    await host.page.unroute(build)
    await leaves()
    await ask(host)
    await confirm(host)
    await approveToReceipt(host, { isFollowed: true })
    await approveToReceipt(host)
    await expect(host.result).toHaveAttribute('data-state', 'done')
    expect((await dollarsOf(chain, MERCHANT)) - before).toBe(PRICE)
    await leaves()
  })

  await test.step('with the token', () => pays(host, stack))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hostAccount: 'smart' })

  test('a visitor with a smart account pays in the token that the page asks for', async ({
    host,
    email,
    stack,
  }) => {
    await host.signIn(email)
    await stack.chain.setBalance(await host.address(), ether)
    await pays(host, stack)
  })
})
