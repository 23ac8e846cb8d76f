import { mockSolanaWalletScript } from '@latchkey/testing/node'
import type { Page } from '@playwright/test'
import { getBase58Encoder } from '@solana/web3.js'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { outcome } from '../support/provider.ts'
import {
  isSignedBy,
  lamportsOf,
  signInOnSolana,
  solanaAddress,
  startSolanaRequest,
  transferBytes,
} from '../support/solana.ts'
import { expect, test } from '../support/test.ts'

/** The wallet's key has this seed, so its address is known. */
const WALLET = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'
/** Nobody has used it: it has neither SOL nor an account for a token. */
const FRIEND = 'ErigbMVRXgm2zELSZbAtngkcizM7veFP9PqPUpPAoTpE'
const SOL = 1_000_000_000n

const decodeSignature = (text: string) => Uint8Array.from(getBase58Encoder().encode(text))
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

async function ask(stack: Stack, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(stack.solana.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { result: unknown }).result
}

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
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  // What there is has been read: until then there is no token to send.
  await expect(dialog.getByText('SOL available')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('1.5')
  await dialog.getByRole('textbox', { name: 'To' }).fill(FRIEND)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Account' })).toBeVisible()
  await expect.poll(() => lamportsOf(stack, FRIEND)).toBe(1_500_000_000n)

  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('button', { name: /^Token: .* Choose another one$/ }).click()
  const mint = stack.solana.faucet.mint.address
  await dialog.getByRole('button', { name: new RegExp(`^${mint.slice(0, 4)}`) }).click()
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('2.25')
  await dialog.getByRole('textbox', { name: 'To' }).fill(FRIEND)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Account' })).toBeVisible()
  const held = async () => {
    const filter = { mint }
    const found = await ask(stack, 'getTokenAccountsByOwner', [FRIEND, filter, { encoding: 'jsonParsed' }])
    return JSON.stringify(found)
  }
  await expect.poll(held).toContain('"amount":"2250000"')
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

test('the e-mail wallet signs a message, and refuses one that is a transaction', async ({
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

  const transfer = await transferBytes(stack, account, FRIEND, SOL / 4n)
  await startSolanaRequest(page, { method: 'signMessage', bytes: transfer.slice(65) })
  expect(await outcome(page)).toMatchObject({ reason: 'transactionLikeMessage' })
  await expect(host.dialog).toBeHidden()
})
