import { JsonRpcProvider } from 'ethers'
import { outcome, startRequests } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const SPENDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** `approve(SPENDER, 2^256 - 1)` of ERC-20. */
const APPROVE_ALL = `0x095ea7b3${SPENDER.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`

test('a danger arms only after its own step, and the step stays done', async ({
  host,
  page,
  email,
  stack,
}) => {
  await host.signIn(email)
  const from = await host.address()
  const chain = new JsonRpcProvider(stack.chain.url)
  await chain.send('anvil_setBalance', [from, `0x${(10n ** 18n).toString(16)}`])
  chain.destroy()
  await startRequests(page, [
    { method: 'eth_sendTransaction', params: [{ from, to: TOKEN, data: APPROVE_ALL }] },
  ])
  await expect(host.frame.getByText('Review this in the wallet’s window')).toBeVisible()
  const window = await host.approval()
  const box = window.getByRole('checkbox')
  const approve = window.getByRole('button', { name: 'Approve' })
  await expect(box).toBeVisible()
  await approve.click({ force: true })
  await expect(box).not.toBeChecked()
  await expect(approve).toHaveAttribute('data-armed', 'false')
  await box.click()
  await expect(box).toBeChecked()
  await expect(approve).toHaveAttribute('data-armed', 'true')
  await expect(box).toBeChecked()
  await approve.click()
  expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{64}$/)
})
