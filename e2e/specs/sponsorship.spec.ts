import { chainClient, ether, friend } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, rpc, startRequests } from '../support/provider.ts'
import { callsEnd, idOf, sendCalls } from '../support/sendCalls.ts'
import { expect, test } from '../support/test.ts'
import { tokenCalls } from '../support/tokenCalls.ts'

// One operation a day is paid for.
const sponsorship = { operationsPerAccountDay: 1 }
test.use({ hostAccount: 'smart', world: { name: 'sponsorship', project: { sponsorship } } })

/** ms. A day of the service begins at midnight (UTC), with a new operation that is paid for. */
const DAY = 86_400_000
/** ms. Longer than what has to happen on one day takes. */
const LONG = 180_000

const notice = ({ frame }: HostPage, text: string | RegExp) => frame.getByText(text).first()

test('a paymaster that the project has not registered is refused, or done without where the site can; what the sponsor has left is gone: said, and the account pays itself once it can', async ({
  host,
  page,
  email,
  stack,
}) => {
  test.slow()
  const chain = chainClient(stack)
  await host.signIn(email)
  const address = (await host.address()) as `0x${string}`
  const batch = sendCalls([tokenCalls.mint(address, 3n), tokenCalls.transfer(friend, 1n)])

  // In the last minutes of a day nothing is begun that could end on the next one.
  await expect.poll(() => DAY - (Date.now() % DAY), { timeout: 2 * LONG }).toBeGreaterThan(LONG)
  await test.step('a paymaster that is not registered', async () => {
    const paymasterService = { url: 'https://paymaster.example.com/', context: {} }
    const calls = [tokenCalls.mint(address, 1n)]
    const refused = sendCalls(calls, { capabilities: { paymasterService } })
    expect(await rpc(page, refused.method, refused.params)).toMatchObject({
      code: 5700,
      data: { capability: 'paymasterService', reason: 'notRegistered' },
    })
    const optional = { paymasterService: { ...paymasterService, optional: true } }
    await startRequests(page, [sendCalls(calls, { capabilities: optional })])
    await expect(notice(host, 'by Latchkey demo')).toBeVisible()
    await host.approve()
    expect((await callsEnd(page, idOf(await outcome(page)))).status).toBe(200)
  })

  // That was the one of today.
  await startRequests(page, [batch])
  await expect(notice(host, 'Nobody is paying the fee for this')).toBeVisible()
  await host.press(host.frame.getByRole('button', { name: 'Close', exact: true }))
  expect(await outcome(page)).toMatchObject({ code: -32003, data: { latchkeyCode: 2034 } })
  // The notice of this request would pass for the next one's.
  await expect(host.dialog).toBeHidden()

  await startRequests(page, [batch])
  await expect(notice(host, 'Nobody is paying the fee for this')).toBeVisible()
  await stack.chain.setBalance(address, ether)
  await host.press(host.frame.getByRole('button', { name: 'Try again' }))
  await expect(notice(host, 'You pay the fee yourself')).toBeVisible()
  await host.press(host.frame.getByText('Details', { exact: true }))
  await expect(notice(host, /at most 0\.\d+ ETH/)).toBeVisible()
  await host.approve()
  expect((await callsEnd(page, idOf(await outcome(page)))).status).toBe(200)
  const left = await chain.getBalance({ address })
  expect(left).toBeLessThan(ether)
  expect(left).toBeGreaterThan((ether * 9n) / 10n)
})
