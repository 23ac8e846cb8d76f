import type { Page } from '@playwright/test'
import { chainClient, ether, friend } from '../support/chainClient.ts'
import { createHostPage } from '../support/HostPage.ts'
import { outcome, rpc, startRequests } from '../support/provider.ts'
import { callsEnd, callsStatus, idOf, localChainId, sendCalls } from '../support/sendCalls.ts'
import { signInWith } from '../support/socials.ts'
import { connected } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { tokenCalls } from '../support/tokenCalls.ts'

type Capabilities = Record<string, Record<string, object>>

async function capabilitiesOf(page: Page, address: string): Promise<Capabilities> {
  const { result } = await rpc(page, 'wallet_getCapabilities', [address, [localChainId]])
  return result as Capabilities
}
const pay = (value: bigint) => ({ to: friend, value: `0x${value.toString(16)}` })

test.describe('the plain account', () => {
  test('R6-11 R6-19 sends two calls one after the other after one approval, and says what it cannot do', async ({
    host,
    page,
    email,
    stack,
  }) => {
    test.slow()
    await host.signIn(email)
    const address = await host.address()
    expect((await capabilitiesOf(page, address))[localChainId]).toEqual({ atomic: { status: 'unsupported' } })
    await stack.chain.setBalance(address, ether)
    const together = sendCalls([pay(1n), pay(2n)], { atomicRequired: true })
    expect((await rpc(page, together.method, together.params)).code).toBe(5760)

    const had = await chainClient(stack).getBalance({ address: friend })
    await startRequests(page, [sendCalls([pay(1_000n), pay(2_000n)])])
    await expect(host.frame.getByText(/Run 2 steps one after another/)).toBeVisible()
    await expect(host.frame.getByText('Some steps may not happen')).toBeVisible()
    await host.approve()
    const end = await callsEnd(page, idOf(await outcome(page)))
    expect(end).toMatchObject({ status: 200, atomic: false })
    expect(end.receipts).toHaveLength(2)
    expect(end.receipts?.map(({ status }) => status)).toEqual(['0x1', '0x1'])
    expect((await chainClient(stack).getBalance({ address: friend })) - had).toBe(3_000n)
  })
})

test.describe('the smart account', () => {
  test.use({ hostAccount: 'smart' })

  test('R6-19 R8-75 R8-76 R8-77 R8-78 R8-79 R8-81 every refusal of EIP-5792 has its code; a page on wagmi sends a batch; another site does not hear of it', async ({
    host,
    page,
    stack,
  }) => {
    test.slow()
    await host.goto()
    await signInWith(host, 'google', 'ada')
    await connected(host)
    await expect(host.dialog).toBeHidden()
    const address = (await host.address()) as `0x${string}`
    await test.step('refusals, and what is left out', async () => {
      const told = await capabilitiesOf(page, address)
      expect(told[localChainId]).toMatchObject({ atomic: { status: 'supported' } })
      expect((await rpc(page, 'wallet_getCapabilities', [friend])).code).toBe(4100)
      const call = tokenCalls.mint(address, 1n)
      const codeOf = async (calls: readonly object[], more: object = {}) => {
        const { method, params } = sendCalls(calls, more)
        return (await rpc(page, method, params)).code
      }
      expect(await codeOf([call], { capabilities: { teleport: {} } })).toBe(5700)
      expect(await codeOf([{ ...call, capabilities: { teleport: {} } }])).toBe(5700)
      expect(await codeOf([call], { chainId: '0x1' })).toBe(5710)
      expect(await codeOf(Array.from({ length: 101 }, () => call))).toBe(5740)
      expect(await codeOf([])).toBe(-32602)
      expect(await codeOf([call], { version: '3.0.0' })).toBe(-32602)
      expect(await codeOf([call], { from: friend })).toBe(4100)
      // A site cannot change the account itself.
      expect(await codeOf([{ to: address, data: '0x12345678' }])).toBe(-32602)
      expect((await rpc(page, 'wallet_getCallsStatus', ['unheard-of'])).code).toBe(5730)
      expect((await rpc(page, 'wallet_showCallsStatus', ['unheard-of'])).code).toBe(5730)

      // What the site can do without is left out.
      await startRequests(page, [
        sendCalls([call], { id: 'mine', capabilities: { teleport: { optional: true } } }),
      ])
      await host.approve()
      expect((await callsEnd(page, idOf(await outcome(page)))).status).toBe(200)
      expect(await codeOf([call], { id: 'mine' })).toBe(5720)

      await startRequests(page, [sendCalls([call])])
      await host.reject()
      expect((await outcome(page)).code).toBe(4001)

      // As sites asked before version 2.
      await startRequests(page, [
        {
          method: 'wallet_sendCalls',
          params: [{ version: '1.0', chainId: localChainId, from: address, calls: [call] }],
        },
      ])
      await host.approve()
      const { result } = await outcome(page)
      expect(result).toMatch(/^0x[0-9a-f]{64}$/)
      await expect.poll(async () => (await callsStatus(page, String(result))).status).toBe('CONFIRMED')
    })

    await test.step('a page on wagmi sends a batch with a hook and follows it', async () => {
      await stack.chain.setBalance(address, ether)
      // A sign-in holds for the whole site.
      await page.goto(`${stack.origins.app}/wagmi`)
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await expect(page.getByTestId('address')).toHaveText(address)
      await page.getByRole('button', { name: 'Send two payments' }).click()
      await host.approve()
      await expect(page.getByTestId('calls')).toHaveText('success')
    })

    await test.step('another site does not hear of it, although it knows the account', async () => {
      const shop = createHostPage(page, stack, stack.origins.shop, 'smart')
      await page.goto(shop.url)
      await signInWith(shop, 'google', 'ada')
      await expect(page.getByTestId('address')).toHaveText(address)
      expect((await rpc(page, 'wallet_getCallsStatus', ['mine'])).code).toBe(5730)
    })
  })
})
