import { mockSolanaWalletScript } from '@latchkey/testing/node'
import type { Locator, Page } from '@playwright/test'
import { getBase58Decoder, getBase58Encoder } from '@solana/web3.js'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { outcome } from '../support/provider.ts'
import {
  freshAddress,
  isSignedBy,
  lamportsOf,
  signInOnSolana,
  solanaAddress,
  startSolanaRequest,
  tablesOf,
  tokensOf,
  transferBytes,
} from '../support/solana.ts'
import { expect, test } from '../support/test.ts'

/** The wallet's key has this seed, so its address is known. */
const WALLET = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'
/** Nobody has used it: it has neither SOL nor an account for a token. */
const FRIEND = 'ErigbMVRXgm2zELSZbAtngkcizM7veFP9PqPUpPAoTpE'
const SOL = 1_000_000_000n

const decodeSignature = (text: string) => Uint8Array.from(getBase58Encoder().encode(text))
/** What the wallet has answered, as numbers. */
const encodeSignature = (bytes: unknown) => getBase58Decoder().decode(Uint8Array.from(bytes as number[]))
const encode = (text: string) => new TextEncoder().encode(text)

/** The page's policy lets nobody reach a node: the wallet's own is where the page may ask. */
async function serveNode(page: Page, { solana, origins }: Stack): Promise<string> {
  const url = `${origins.api}/wallet-node`
  await page.route(url, async (route) => {
    const body = route.request().postData() ?? ''
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(solana.url, { method: 'POST', headers, body })
    await route.fulfill({
      body: await answer.text(),
      headers: { ...headers, 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    })
  })
  return url
}

type Sending = { amount: string; to: string; mint?: string }

/** Fills the form of the modal in as far as its last button. */
async function reviewTransfer(dialog: Locator, { amount, to, mint }: Sending): Promise<void> {
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  if (mint) {
    await dialog.getByRole('button', { name: /^Token: .* Choose another one$/ }).click()
    await dialog.getByRole('button', { name: new RegExp(`^${mint.slice(0, 4)}`) }).click()
  }
  // What there is has been read: until then there is no token to send.
  else await expect(dialog.getByText('SOL available')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await dialog.getByRole('textbox', { name: 'To' }).fill(to)
  await dialog.getByRole('button', { name: 'Review' }).click()
}

const confirmTransfer = (dialog: Locator) => dialog.getByRole('button', { name: 'Send', exact: true }).click()

test('a wallet of the Wallet Standard connects, signs, and sends SOL and a token to an account that was not there', async ({
  page,
  stack,
}) => {
  const rpcUrl = await serveNode(page, stack)
  await page.addInitScript(await mockSolanaWalletScript({ name: 'Borealis', rpcUrl }))
  await stack.solana.faucet.give(WALLET, 10n * SOL)
  await stack.solana.faucet.giveToken(stack.solana.faucet.mint, WALLET, 25_000_000n)
  const button = page.locator('latchkey-button').getByRole('button')
  const dialog = page.getByRole('dialog')

  await page.goto(`${stack.origins.app}/solana`)
  await button.click()
  await dialog.getByRole('button', { name: /^Borealis/ }).click()
  await expect(button).toHaveAttribute('data-state', 'connected')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(page.getByTestId('result')).toContainText('"signature":"')

  await button.click()
  await reviewTransfer(dialog, { amount: '1.5', to: FRIEND })
  await confirmTransfer(dialog)
  await expect(dialog.getByRole('heading', { name: 'Account' })).toBeVisible()
  await expect.poll(() => lamportsOf(stack, FRIEND)).toBe(1_500_000_000n)

  await reviewTransfer(dialog, { amount: '2.25', to: FRIEND, mint: stack.solana.faucet.mint.address })
  await confirmTransfer(dialog)
  await expect(dialog.getByRole('heading', { name: 'Account' })).toBeVisible()
  await expect.poll(() => tokensOf(stack, FRIEND)).toBe('2250000')
  await dialog.getByRole('button', { name: 'Close' }).click()

  const table = await stack.solana.faucet.makeTable([FRIEND])
  const bytes = await transferBytes(stack, WALLET, FRIEND, SOL / 4n, table)
  await startSolanaRequest(page, { method: 'signAndSendTransaction', bytes })
  const { result } = await outcome(page)
  expect(await tablesOf(stack, encodeSignature(result))).toEqual([table])
  expect(await lamportsOf(stack, FRIEND)).toBe(1_750_000_000n)
})

test('a page that lists no network of a namespace loads no byte of it; one that does, loads it', async ({
  page,
  stack,
}) => {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.url().startsWith(stack.origins.app))
      bodies.push(response.text())
  })
  const marks = async (path: string) => {
    bodies.length = 0
    await page.goto(stack.origins.app + path)
    await page.locator('latchkey-button').getByRole('button').click()
    await expect(page.getByRole('dialog').getByRole('textbox', { name: /e-mail/i })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const scripts = (await Promise.all(bodies)).join('\n')
    const loads = (mark: string) => scripts.includes(mark)
    // Mainnet of Solana and the token program, and the explorer of Bitcoin's networks.
    return {
      solana:
        loads('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') || loads('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
      bitcoin: loads('https://mempool.space'),
    }
  }
  expect(await marks('/')).toEqual({ solana: false, bitcoin: false })
  expect(await marks('/solana')).toEqual({ solana: true, bitcoin: false })
  expect(await marks('/bitcoin')).toEqual({ solana: false, bitcoin: true })
})

test('the e-mail wallet signs a message, sends SOL, a token, and by a look-up table, and refuses a message that is a transaction', async ({
  host,
  page,
  stack,
  email,
}) => {
  await signInOnSolana(host, stack, email)
  const account = await solanaAddress(page)
  await host.action('Sign a message')
  await expect(host.frame.getByText('Welcome to Harbour on Solana.')).toBeVisible()
  await host.approve()
  const told = JSON.parse((await host.result.filter({ hasText: 'signature' }).textContent()) ?? '{}')
  expect(
    await isSignedBy(account, decodeSignature(told.signature), encode('Welcome to Harbour on Solana.')),
  ).toBe(true)
  await expect(host.dialog).toBeHidden()

  await stack.solana.faucet.give(account, 5n * SOL)
  await stack.solana.faucet.giveToken(stack.solana.faucet.mint, account, 25_000_000n)
  const [friend, holder, looked] = await Promise.all([freshAddress(), freshAddress(), freshAddress()])
  /** Each part of what the wallet's own screen says. */
  const says = async (...parts: string[]) => {
    for (const part of parts) await expect(host.frame.getByRole('main')).toContainText(part)
  }

  await host.button.click()
  await reviewTransfer(host.dialog, { amount: '1.5', to: friend })
  await confirmTransfer(host.dialog)
  await says('1.5 SOL', friend, 'Fee 0.000005 SOL')
  await host.approve()
  await host.leaveReceipt()
  await expect.poll(() => lamportsOf(stack, friend)).toBe(SOL + SOL / 2n)

  await reviewTransfer(host.dialog, { amount: '2.25', to: holder, mint: stack.solana.faucet.mint.address })
  // The page says the fee and the rent of the new account as one sum, rounded up; the wallet each for itself.
  await expect(host.dialog.getByText('0.0021')).toBeVisible()
  await confirmTransfer(host.dialog)
  await says('Open a token account for', '2.25 ', holder, '\u22120.00203928 SOL', 'Fee 0.000005 SOL')
  await host.approve()
  await host.leaveReceipt()
  await expect.poll(() => tokensOf(stack, holder)).toBe('2250000')
  // The network itself tells it, and what the faucet gave.
  await host.dialog.getByRole('tab', { name: 'Activity' }).click()
  await expect(host.dialog.getByText('Sent').first()).toBeVisible()
  await expect(host.dialog.getByText(/^\u22122\.25/).first()).toBeVisible()
  await expect(host.dialog.getByText(/^\u22121\.5/).first()).toBeVisible()
  await expect(host.dialog.getByText(/^\+25/).first()).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(host.dialog).toBeHidden()

  const table = await stack.solana.faucet.makeTable([looked])
  const bytes = await transferBytes(stack, account, looked, SOL / 4n, table)
  await startSolanaRequest(page, { method: 'signAndSendTransaction', bytes })
  // Only the table knows whom the transaction pays.
  await says('0.25 SOL', looked, 'Fee 0.000005 SOL')
  await host.approve()
  const { result } = await outcome(page)
  expect(await tablesOf(stack, encodeSignature(result))).toEqual([table])
  expect(await lamportsOf(stack, looked)).toBe(SOL / 4n)
  await host.leaveReceipt()
  await expect(host.dialog).toBeHidden()

  const transfer = await transferBytes(stack, account, FRIEND, SOL / 4n)
  await startSolanaRequest(page, { method: 'signMessage', bytes: transfer.slice(65) })
  expect(await outcome(page)).toMatchObject({ reason: 'transactionLikeMessage' })
  await expect(host.dialog).toBeHidden()
})
