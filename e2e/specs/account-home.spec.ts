import { mintMoney, moneyContracts } from '@latchkey/local-bundler'
import { encodeFunctionData, erc20Abi, formatUnits, type Hex, parseEther, parseUnits } from 'viem'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { approveToReceipt } from '../support/approveToReceipt.ts'
import { chainClient, ether, friend } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { expect, test } from '../support/test.ts'
import { token, tokenCalls } from '../support/tokenCalls.ts'
import { account, installWallets } from '../support/wallets.ts'

type Chain = ReturnType<typeof chainClient>

/** Answers as the service does, with what the chain says now. */
async function serveTokens({ page }: HostPage, chain: Chain): Promise<void> {
  await page.route(/\/v1\/account\/0x[0-9a-fA-F]{40}\/balance\?/, async (route) => {
    const [, address = ''] = /\/account\/(0x[0-9a-fA-F]{40})\//.exec(route.request().url()) ?? []
    const [native, held] = await Promise.all([
      chain.getBalance({ address: address as Hex }),
      balanceOf(chain, address as Hex),
    ])
    const chainId = 'eip155:31337'
    const balances = [
      {
        ...{ name: 'Ether', symbol: 'ETH', chainId, price: 2_000 },
        quantity: { decimals: '18', numeric: formatUnits(native, 18) },
      },
      {
        ...{ name: 'Test Token', symbol: 'TEST', chainId, address: `${chainId}:${token.address}`, price: 1 },
        quantity: { decimals: '6', numeric: formatUnits(held, 6) },
      },
    ]
    await route.fulfill({ json: { balances }, headers: { 'access-control-allow-origin': '*' } })
  })
}

const balanceOf = (chain: Chain, address: Hex) =>
  chain.readContract({ address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

/** A node for a browser wallet, at an address that the page's policy lets it ask. */
async function serveNode({ page }: HostPage, { chain, origins }: Stack): Promise<string> {
  const url = `${origins.api}/wallet-node`
  await page.route(url, async (route) => {
    const body = route.request().postData() ?? ''
    const answer = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await route.fulfill({
      body: await answer.text(),
      headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
    })
  })
  return url
}

/** Opens the account's own view. */
async function home(host: HostPage): Promise<void> {
  await host.button.click()
  await expect(host.dialog.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
}

/** Fills the form in and comes to the review. */
async function review({ dialog }: HostPage, amount: string, to: string): Promise<void> {
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await dialog.getByRole('textbox', { name: 'To' }).fill(to)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByRole('heading', { name: 'Review' })).toBeVisible()
}

const dollars = [
  ['Latchkey Test Dollar', moneyContracts.dollar],
  ['Latchkey Old Dollar', moneyContracts.oldDollar],
] as const

const confirm = ({ dialog }: HostPage) => dialog.getByRole('button', { name: 'Send', exact: true }).click()

/** Receive shows the address, and the home what has come there. */
async function isPaid(host: HostPage, { chain }: Stack): Promise<void> {
  const { page, dialog } = host
  const address = await host.address()
  await home(host)
  await dialog.getByRole('button', { name: 'Receive' }).click()
  await expect(dialog.locator('.lk-address[data-form="long"]')).toHaveText(address)
  await expect(dialog.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await chain.setBalance(address, 3n * ether)
  await page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'connected')
  await home(host)
  // From the service, or from the network itself where the service has no list of tokens.
  await expect(dialog.getByText('3.000').first()).toBeVisible()
}

/** Sends from the home, where the network goes away at the review and comes back. */
async function sendsThoughCutOff(host: HostPage, chain: Chain): Promise<void> {
  const { page, dialog, frame } = host
  const before = await chain.getBalance({ address: friend })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await review(host, '0.25', friend)
  let isGone = true
  await page.route(/\/v1\?/, (route) => (isGone ? route.abort() : route.fallback()))
  await confirm(host)
  const again = frame.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout: 90_000 })
  expect(await chain.getBalance({ address: friend })).toBe(before)

  isGone = false
  await host.press(again)
  await approveToReceipt(host)
  await expect.poll(() => chain.getBalance({ address: friend })).toBe(before + parseEther('0.25'))
}

test('R1-10 R2-49 a plain account is paid, sends ether though the network goes away, then from a list of tokens, and all of it by Max', async ({
  host,
  email,
  stack,
}) => {
  test.slow()
  const chain = chainClient(stack)
  await host.signIn(email)
  const address = (await host.address()) as Hex
  const back = expect(host.dialog.getByRole('heading', { name: 'Account' }))
  await test.step('it is paid at the address that Receive shows, and the home shows what came', () =>
    isPaid(host, stack))

  await test.step('it sends though the network goes away at the review, and comes back', async () => {
    await sendsThoughCutOff(host, chain)
    await back.toBeVisible()
  })

  await test.step('it sends ether, returns to the account, and the balance follows', async () => {
    await stack.chain.setBalance(address, 2n * ether)
    const before = await chain.getBalance({ address: friend })
    await serveTokens(host, chain)
    await host.page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'connected')
    await home(host)
    await host.dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await review(host, '0.25', friend.toLowerCase())
    // In full, with its checksum.
    await expect(host.dialog.locator('.lk-address[data-form="long"]')).toHaveText(friend)
    await confirm(host)
    await host.approve()
    await host.leaveReceipt()
    await back.toBeVisible()
    await expect.poll(() => chain.getBalance({ address: friend })).toBe(before + parseEther('0.25'))
    await expect(host.dialog.getByText(/^1\.749/).first()).toBeVisible()
    await expect(host.dialog.getByText('Sending 0.25 ETH')).toBeHidden()
  })

  await test.step('it sends ether by Max, and what is left pays the fee', async () => {
    const before = await chain.getBalance({ address: friend })
    await host.dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await host.dialog.getByRole('button', { name: 'Send as much as you can' }).click()
    const amount = host.dialog.getByRole('textbox', { name: /^Amount/ })
    await expect(amount).toHaveValue(/^1\.74/)
    const all = parseEther(await amount.inputValue())
    await review(host, await amount.inputValue(), friend)
    await confirm(host)
    await host.approve()
    await host.leaveReceipt()
    await expect.poll(() => chain.getBalance({ address: friend })).toBe(before + all)
  })
})

test('R1-10 a browser wallet sends a token, all of it by Max, and what the person declines stays written', async ({
  host,
  page,
  stack,
  walletScript,
}) => {
  const chain = chainClient(stack)
  const sender = account(4)
  const { to, data } = tokenCalls.mint(sender.address as Hex, 40n)
  await stack.chain.call('eth_sendTransaction', [{ from: account(0).address, to, data }])
  const rpcUrl = await serveNode(host, stack)
  const wallet = await installWallets(page, walletScript, [
    { name: 'Aurora', rdns: 'com.example.aurora4', privateKeys: [sender.privateKey], rpcUrl },
  ])
  await serveTokens(host, chain)
  await host.goto()
  await host.button.click()
  await host.dialog.getByRole('button', { name: /^Aurora/ }).click()
  await expect(host.button).toHaveAttribute('data-state', 'connected')
  const [held, before] = await Promise.all([
    balanceOf(chain, sender.address as Hex),
    balanceOf(chain, friend),
  ])
  expect(held).toBeGreaterThan(0n)
  await home(host)
  await host.dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await host.dialog.getByRole('button', { name: 'Token: Ether. Choose another one' }).click()
  await host.dialog.getByRole('button', { name: /^Test Token/ }).click()
  await host.dialog.getByRole('button', { name: 'Send as much as you can' }).click()
  const amount = host.dialog.getByRole('textbox', { name: /^Amount/ })
  await expect(amount).toHaveValue(formatUnits(held, 6))
  await review(host, formatUnits(held, 6), friend)
  await wallet('com.example.aurora4').rejectNext('eth_sendTransaction')
  await confirm(host)
  await expect(host.dialog.getByText('You declined. Nothing was sent.')).toBeVisible()
  await expect(amount).toHaveValue(formatUnits(held, 6))
  await expect(host.dialog.getByRole('textbox', { name: 'To' })).toHaveValue(friend)
  expect(await balanceOf(chain, friend)).toBe(before)

  await host.dialog.getByRole('button', { name: 'Review' }).click()
  await confirm(host)
  await expect(host.dialog.getByRole('heading', { name: 'Account' })).toBeVisible()
  await expect.poll(() => balanceOf(chain, friend)).toBe(before + held)
  expect(await balanceOf(chain, sender.address as Hex)).toBe(0n)
  const sent = (await wallet('com.example.aurora4').readCalls()).filter(
    ({ method }) => method === 'eth_sendTransaction',
  )
  expect(sent.at(-1)?.params).toMatchObject([
    {
      to: token.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, held] }),
    },
  ])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hostAccount: 'smart' })

  test('R1-10 every view of a smart account fits: it is paid, sends though the network goes away, sends tokens, and is refused with words', async ({
    host,
    email,
    stack,
  }, info) => {
    test.slow()
    const chain = chainClient(stack)
    const { dialog } = host
    const fits = async (name: string) => {
      const wide = await host.page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, name).toBeLessThanOrEqual(390)
      await info.attach(name, { body: await host.page.screenshot(), contentType: 'image/png' })
    }
    await host.signIn(email)
    const account = (await host.address()) as Hex
    // The service keeps what an account holds for a moment: the tokens are there before it is asked.
    for (const [, address] of dollars)
      await mintMoney(stack.chain.call, address, account, parseUnits('30', 6))
    await test.step('it is paid at the address that Receive shows, and the home shows what came', () =>
      isPaid(host, stack))

    await test.step('every view fits, and sending is refused with words', async () => {
      await fits('account')
      await dialog.getByRole('button', { name: 'Receive' }).click()
      await expect(dialog.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
      await fits('receive')
      await dialog.getByRole('button', { name: 'Back' }).click()
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await dialog.getByRole('button', { name: 'Review' }).click()
      await expect(dialog.getByText('An amount and receiver address are required')).toBeVisible()
      await fits('send')
      await review(host, '0.1', friend)
      await fits('review')
      await confirm(host)
      await host.reject()
      await expect(dialog.getByText('You declined. Nothing was sent.')).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'To' })).toHaveValue(friend)
      await dialog.getByRole('button', { name: 'Back' }).click()
    })

    await test.step('it sends though the network goes away at the review, and comes back', () =>
      sendsThoughCutOff(host, chain))

    for (const [name, address] of dollars)
      await test.step(`it sends ${name}`, async () => {
        const held = (account: Hex) =>
          chain.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
        const before = await held(friend)
        await expect(dialog.getByRole('heading', { name: 'Account' })).toBeVisible()
        await dialog.getByRole('button', { name: 'Send', exact: true }).click()
        await dialog.getByRole('button', { name: 'Token: Ether. Choose another one' }).click()
        await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
        await review(host, '12.5', friend)
        await confirm(host)
        await approveToReceipt(host)
        await expect.poll(() => held(friend)).toBe(before + parseUnits('12.5', 6))
        expect(await held(account)).toBe(parseUnits('17.5', 6))
      })
  })
})
