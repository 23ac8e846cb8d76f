import { falseAnswers, type LyingServer } from '@latchkey/local-bundler'
import { chainClient, ether } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, rpc, startRequests } from '../support/provider.ts'
import { callsEnd, idOf, localChainId, sendCalls } from '../support/sendCalls.ts'
import { test as base, expect } from '../support/test.ts'
import { token, tokenCalls } from '../support/tokenCalls.ts'

/** The project has a paymaster service that does as the test tells it, and nobody else pays. */
const test = base.extend<{ paymaster: LyingServer }>({
  paymaster: ({ paymasterService }, use) => use(paymasterService),
  world: async ({ paymasterService: { url } }, use) => {
    const project = { paymasters: [url], sponsorship: { weiPerDay: '0' } }
    await use({ name: 'paymaster', project })
  },
})

test.use({ hostAccount: 'smart' })

test.afterEach(({ paymaster }) => paymaster.tell())

const notice = ({ frame }: HostPage, text: string | RegExp) => frame.getByText(text).first()

test('a paymaster of the project pays, and is named by its address and by what it calls itself', async ({
  host,
  page,
  email,
  stack,
  paymaster,
}) => {
  await host.signIn(email)
  const address = (await host.address()) as `0x${string}`
  const { result } = await rpc(page, 'wallet_getCapabilities', [address, [localChainId]])
  expect((result as Record<string, object>)[localChainId]).toMatchObject({
    paymasterService: { supported: true },
  })
  // Whatever else it answers is not taken over.
  paymaster.tell(falseAnswers.sponsorAdds({ callData: '0x', maxFeePerGas: '0xffffffffff' }))
  const capabilities = { paymasterService: { url: paymaster.url, context: { policy: 'first' } } }
  await startRequests(page, [sendCalls([tokenCalls.mint(address, 7n)], { capabilities })])
  await expect(notice(host, /Free: paid by/)).toBeVisible()
  await host.press(host.frame.getByText('Details', { exact: true }))
  await expect(notice(host, /Test sponsor/)).toBeVisible()
  await expect(notice(host, new RegExp(new URL(paymaster.url).host))).toBeVisible()
  await host.approve()
  expect((await callsEnd(page, idOf(await outcome(page)))).status).toBe(200)
  const owned = await chainClient(stack).readContract({
    address: token.address,
    abi: token.abi,
    functionName: 'balanceOf',
    args: [address],
  })
  expect(owned).toBe(7_000_000n)
  expect(paymaster.calls.at(-1)?.params[3]).toEqual({ policy: 'first' })
})

test('a paymaster that refuses: the site that insists hears of it, the other one’s visitor pays', async ({
  host,
  page,
  email,
  stack,
  paymaster,
}) => {
  await host.signIn(email)
  const address = (await host.address()) as `0x${string}`
  const asked = (optional: boolean) =>
    sendCalls([tokenCalls.mint(address, 1n)], {
      capabilities: { paymasterService: { url: paymaster.url, context: {}, optional } },
    })
  await stack.chain.setBalance(address, ether)
  for (const lie of [falseAnswers.sponsorRefuses(), falseAnswers.sponsorRefusesLate, falseAnswers.dead]) {
    paymaster.tell(lie)
    await startRequests(page, [asked(false)])
    await expect(notice(host, 'Nobody is paying the fee for this')).toBeVisible()
    await host.press(host.frame.getByRole('button', { name: 'Close', exact: true }))
    expect(await outcome(page)).toMatchObject({ code: -32003, data: { latchkeyCode: 2034 } })
  }
  paymaster.tell(falseAnswers.sponsorRefuses())
  await startRequests(page, [asked(true)])
  await expect(notice(host, 'You pay the fee yourself')).toBeVisible()
  await host.approve()
  expect((await callsEnd(page, idOf(await outcome(page)))).status).toBe(200)
  expect(await chainClient(stack).getBalance({ address })).toBeLessThan(ether)
})
