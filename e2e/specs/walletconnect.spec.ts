import { startWalletConnectWallet, type WalletConnectWallet } from '@latchkey/testing/node'
import { verifyMessage } from 'ethers'
import { startUnlistedDemo } from '../support/evilHost.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { outcome, startRequests, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'
import { account } from '../support/wallets.ts'

const ADDRESS = account(1).address
const message = { method: 'personal_sign', params: [toHex('Hello'), ADDRESS] }

/** Reads the link as a person would: from "Copy link". */
async function copiedLink({ page, dialog }: HostPage): Promise<string> {
  await expect(dialog.getByRole('img', { name: /code/i })).toBeVisible()
  // The clipboard is the browser's: it may hold the link of an earlier pairing.
  await page.evaluate(() => navigator.clipboard.writeText('nothing yet'))
  await dialog.getByRole('button', { name: /copy link/i }).click()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).toMatch(/^wc:/)
  return read()
}

/** Opens the pairing, and reads its link. */
async function pairingLink(host: HostPage): Promise<string> {
  await host.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await host.button.click()
  await host.dialog.getByRole('button', { name: /^WalletConnect/ }).click()
  return copiedLink(host)
}

async function signs(host: HostPage): Promise<void> {
  await startRequests(host.page, [message])
  const { result } = await outcome(host.page)
  expect(verifyMessage('Hello', result as string)).toBe(ADDRESS)
}

const connected = (host: HostPage) => expect(host.button).toHaveAttribute('data-state', 'connected')

for (const version of ['current', 'older'] as const)
  test.describe(`a WalletConnect wallet (${version})`, () => {
    let wallet: WalletConnectWallet
    test.beforeEach(async ({ stack }) => {
      wallet = await startWalletConnectWallet({
        relayUrl: stack.nodeRelayUrl,
        version,
        accounts: [account(1).privateKey],
      })
    })
    test.afterEach(() => wallet.stop())

    test('R1-2 pairs, signs, is cut off and comes back, and ends the session', async ({ host }) => {
      await host.goto()
      const { outcome: answer } = await wallet.pair(await pairingLink(host))
      expect(answer).toBe('approved')
      await connected(host)
      await expect(host.dialog).toBeHidden()
      expect(await host.address()).toBe(ADDRESS)
      await signs(host)

      await wallet.cutSocket()
      await signs(host)

      await host.page.reload()
      await connected(host)
      await signs(host)

      await wallet.disconnect()
      await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    })

    test('R5-48 pairs and signs on a site that is not on the list', async ({ page, stack }) => {
      const unlisted = await startUnlistedDemo(stack)
      try {
        const host = createHostPage(page, stack, unlisted.origin)
        await host.goto()
        const { outcome: answer } = await wallet.pair(await pairingLink(host))
        expect(answer).toBe('approved')
        await connected(host)
        await signs(host)
      } finally {
        await unlisted.stop()
      }
    })

    test('hears when the page disconnects', async ({ host }) => {
      await host.goto()
      await wallet.pair(await pairingLink(host))
      await connected(host)
      await host.button.click()
      await host.dialog.getByRole('button', { name: 'Disconnect' }).click()
      await expect(host.button).toHaveAttribute('data-state', 'disconnected')
      await wallet.waitFor('session_delete')
    })
  })

test('a wallet that refuses leaves a page that may try again', async ({ host, stack }) => {
  const wallet = await startWalletConnectWallet({
    relayUrl: stack.nodeRelayUrl,
    accounts: [account(1).privateKey],
    proposals: 'reject',
  })
  try {
    await host.goto()
    await wallet.pair(await pairingLink(host))
    await expect(host.dialog.getByText(/cancelled|declined/i).first()).toBeVisible()
    await wallet.set({ proposals: 'approve' })
    await host.dialog.getByRole('button', { name: 'Try again' }).click()
    await wallet.pair(await copiedLink(host))
    await connected(host)
  } finally {
    await wallet.stop()
  }
})

test('a relay that is down is said, and the same button works later', async ({ host, stack }) => {
  await host.goto()
  await host.button.click()
  await expect(host.dialog.getByRole('button', { name: /^WalletConnect/ })).toBeVisible()
  await stack.service.kill()
  try {
    await host.dialog.getByRole('button', { name: /^WalletConnect/ }).click()
    await expect(host.dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  } finally {
    await stack.service.restart()
  }
  await host.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(host.dialog.getByRole('img', { name: /code/i })).toBeVisible()
})
