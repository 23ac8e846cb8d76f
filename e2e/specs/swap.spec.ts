import { mintMoney, moneyContracts, swapContracts } from '@latchkey/local-bundler'
import { erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import { approveToReceipt } from '../support/approveToReceipt.ts'
import { chainClient, ether } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { expect, test } from '../support/test.ts'

type Chain = ReturnType<typeof chainClient>

const { dollar, oldDollar } = moneyContracts
const held = (chain: Chain, token: Hex, account: Hex) =>
  chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
const allowed = (chain: Chain, token: Hex, account: Hex) =>
  chain.readContract({
    ...{ address: token, abi: erc20Abi, functionName: 'allowance' },
    args: [account, swapContracts.router],
  })

/** Opens the form from the account's own view. */
async function openSwap(host: HostPage): Promise<void> {
  if (!(await host.dialog.isVisible())) await host.button.click()
  await host.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(host.dialog.getByRole('textbox', { name: /^Amount/ })).toBeVisible()
}

async function choose({ dialog }: HostPage, button: string | RegExp, token: RegExp): Promise<void> {
  await dialog.getByRole('button', { name: button }).click()
  await dialog.getByRole('button', { name: token }).click()
  await expect(dialog.getByRole('textbox', { name: /^Amount/ })).toBeVisible()
}

/** Fills the amount in and comes to the review. */
async function review({ dialog }: HostPage, amount: string): Promise<void> {
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByRole('heading', { name: 'Review' })).toBeVisible()
}
const confirm = ({ dialog }: HostPage) => dialog.getByRole('button', { name: 'Swap', exact: true }).click()

test('R1-11 R7-8 R7-13 R7-14 a plain account swaps ether for dollars, though whoever makes the swaps goes away and comes back, and back; another client sees both', async ({
  host,
  email,
  stack,
}) => {
  test.slow()
  const chain = chainClient(stack)
  await host.signIn(email)
  const address = (await host.address()) as Hex
  await stack.chain.setBalance(address, 2n * ether)
  await openSwap(host)
  await choose(host, 'Choose what you get', /^Latchkey Test Dollar/)
  await review(host, '0.1')
  await test.step('whoever makes the swaps goes away: it is said, and nothing is sent', async () => {
    const build = /\/v1\/convert\/build-transaction/
    await host.page.route(build, (route) => route.abort())
    await confirm(host)
    await expect(host.dialog.getByText('We could not read the price').last()).toBeVisible()
    expect(await chain.getTransactionCount({ address })).toBe(0)
    await host.page.unroute(build)
  })
  await confirm(host)
  await approveToReceipt(host)
  await expect(host.dialog.getByRole('heading', { name: 'Account' })).toBeVisible()
  // An ether is 2 500 dollars; the pool keeps its part.
  await expect.poll(() => held(chain, dollar, address)).toBeGreaterThan(parseUnits('240', 6))
  expect(await chain.getBalance({ address })).toBeLessThan(2n * ether - parseEther('0.1'))

  const dollars = await held(chain, dollar, address)
  const before = await chain.getBalance({ address })
  await openSwap(host)
  await choose(host, 'Token: Ether. Choose another one', /^Latchkey Test Dollar/)
  await choose(host, 'Choose what you get', /^Ether/)
  await review(host, '100')
  await expect(host.dialog.getByText(/^Your wallet asks twice/)).toBeVisible()
  await confirm(host)
  await approveToReceipt(host, { isFollowed: true })
  await approveToReceipt(host)
  await expect.poll(() => held(chain, dollar, address)).toBe(dollars - parseUnits('100', 6))
  expect(await chain.getBalance({ address })).toBeGreaterThan(before)
  // As much was let be used as was swapped, and no more.
  expect(await allowed(chain, dollar, address)).toBe(0n)
})

test.describe('a smart account, on a phone', () => {
  test.use({ hostAccount: 'smart', viewport: { width: 390, height: 844 } })
  test('swaps a token of the old kind by two pools, with its approval in one request, and back', async ({
    host,
    email,
    stack,
  }) => {
    test.slow()
    const chain = chainClient(stack)
    await host.signIn(email)
    const address = (await host.address()) as Hex
    await mintMoney(stack.chain.call, oldDollar, address, parseUnits('50', 6))
    await openSwap(host)
    await choose(host, 'Token: Ether. Choose another one', /^Latchkey Old Dollar/)
    await choose(host, 'Choose what you get', /^Ether/)
    await review(host, '50')
    await expect(host.dialog.getByText(/^You approve once/)).toBeVisible()
    await confirm(host)
    await approveToReceipt(host)
    await expect.poll(() => held(chain, oldDollar, address)).toBe(0n)
    await expect.poll(() => chain.getBalance({ address })).toBeGreaterThan(parseEther('0.019'))
    expect(await allowed(chain, oldDollar, address)).toBe(0n)

    // And back: what came of the first swap is more than enough.
    await openSwap(host)
    await choose(host, 'Choose what you get', /^Latchkey Old Dollar/)
    await review(host, '0.01')
    await confirm(host)
    await approveToReceipt(host)
    await expect.poll(() => held(chain, oldDollar, address)).toBeGreaterThan(parseUnits('20', 6))
  })
})
