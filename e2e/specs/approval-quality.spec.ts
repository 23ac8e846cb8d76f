import { encodeFunctionData, parseAbi } from 'viem'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { chainClient, ether, friend } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, startRequests } from '../support/provider.ts'
import { sendCalls } from '../support/sendCalls.ts'
import { expect, test } from '../support/test.ts'
import { token, tokenCalls } from '../support/tokenCalls.ts'

const armed = ({ frame }: HostPage) =>
  expect(frame.getByRole('button', { name: 'Approve', exact: true })).toHaveAttribute('data-armed', 'true')
const hashOf = async (host: HostPage) => {
  const { result, message } = await outcome(host.page)
  expect(message).toBeUndefined()
  return result as `0x${string}`
}

/** Stops a transaction that waits from the approval of the next one. */
async function stopsOne(host: HostPage, stack: Stack, from: `0x${string}`): Promise<void> {
  const { page } = host
  const chain = chainClient(stack)
  const count = await chain.getTransactionCount({ address: from })
  const pay = (value: string) => ({ method: 'eth_sendTransaction', params: [{ from, to: friend, value }] })
  await stack.chain.call('evm_setAutomine', [false])
  let first: `0x${string}`
  let second: `0x${string}`
  try {
    await startRequests(page, [pay('0x11')])
    await host.approve()
    first = await hashOf(host)
    await startRequests(page, [pay('0x22')])
    await expect(host.frame.getByText('1 transaction is waiting to be confirmed')).toBeVisible()
    await host.press(host.frame.getByRole('button', { name: 'Stop it' }))
    await expect(host.frame.getByRole('heading', { name: 'Stop a transaction' })).toBeVisible()
    await host.approve('Stop it')
    await armed(host)
    await host.approve()
    second = await hashOf(host)
  } finally {
    await stack.chain.call('evm_setAutomine', [true])
    await stack.chain.call('evm_mine', [])
  }
  const sent = await chain.waitForTransactionReceipt({ hash: second })
  expect(sent.status).toBe('success')
  await expect(chain.getTransactionReceipt({ hash: first })).rejects.toThrow()
  expect(await chain.getTransactionCount({ address: from })).toBe(count + 2)
}

test('a person chooses the fee, reads a call in words, sets a limit, and stops a transaction that waits', async ({
  host,
  page,
  email,
  stack,
}) => {
  test.slow()
  const chain = chainClient(stack)
  await host.signIn(email)
  const from = (await host.address()) as `0x${string}`
  await stack.chain.setBalance(from, ether)
  await test.step('the fee that is chosen is what is signed', async () => {
    const pay = { method: 'eth_sendTransaction', params: [{ from, to: friend, value: '0x1' }] }
    const sentWith = async (speed: RegExp) => {
      await startRequests(page, [pay])
      await armed(host)
      await host.press(host.frame.getByRole('button', { name: /Change$/ }))
      await host.press(host.frame.getByRole('radio', { name: speed }))
      await expect(host.frame.getByRole('radio', { name: speed })).toBeChecked()
      await host.approve()
      const hash = await hashOf(host)
      await chain.waitForTransactionReceipt({ hash })
      return (await chain.getTransaction({ hash })).maxFeePerGas ?? 0n
    }
    const slow = await sentWith(/^Slow/)
    const fast = await sentWith(/^Fast/)
    expect(fast).toBeGreaterThan(slow)
  })

  await test.step('a call of a contract that is described is told in words', async () => {
    await startRequests(page, [
      { method: 'eth_sendTransaction', params: [{ from, ...tokenCalls.mint(from, 30n) }] },
    ])
    await expect(host.frame.getByRole('heading', { name: 'Create test tokens' })).toBeVisible()
    await expect(host.frame.getByText(/^Create 30 LKD for/)).toBeVisible()
    await host.approve()
    const receipt = await chain.waitForTransactionReceipt({ hash: await hashOf(host) })
    expect(receipt.status).toBe('success')
  })

  await test.step('a limit that is set is what is allowed', async () => {
    await stack.chain.mintToken(from, 40_000_000n)
    const everything = encodeFunctionData({
      abi: token.abi,
      functionName: 'approve',
      args: [friend, 2n ** 256n - 1n],
    })
    await startRequests(page, [
      { method: 'eth_sendTransaction', params: [{ from, to: token.address, data: everything }] },
    ])
    // All of a token is a danger, which is reviewed in the wallet's own window.
    const window = await host.approval()
    await window.getByRole('button', { name: 'Set a limit' }).click()
    await window.getByRole('textbox', { name: /^At most/ }).fill('12.5')
    await window.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(window.getByText(/12\.5/).first()).toBeVisible()
    await host.confirmReading()
    await host.approve()
    await chain.waitForTransactionReceipt({ hash: await hashOf(host) })
    const allowed = await chain.readContract({
      address: token.address,
      abi: parseAbi(['function allowance(address owner, address spender) view returns (uint256)']),
      functionName: 'allowance',
      args: [from, friend],
    })
    expect(allowed).toBe(12_500_000n)
  })

  await test.step('a transaction that waits is stopped from the next approval, and the next one is sent', () =>
    stopsOne(host, stack, from))
})

test.describe('in a batch', () => {
  test.use({ hostAccount: 'smart' })

  test('an address that only looks like a known one is warned of, and every step can be read', async ({
    host,
    page,
    email,
  }) => {
    test.slow()
    await host.signIn(email)
    const address = (await host.address()) as `0x${string}`
    await startRequests(page, [sendCalls([tokenCalls.mint(address, 9n), tokenCalls.transfer(friend, 1n)])])
    await host.approve()
    await outcome(page)
    // Same beginning and end, another address.
    const alike = `${friend.slice(0, 6)}${'5'.repeat(32)}${friend.slice(-4)}`.toLowerCase() as `0x${string}`
    await startRequests(page, [sendCalls([tokenCalls.transfer(friend, 1n), tokenCalls.transfer(alike, 1n)])])
    await expect(host.frame.getByText('Review this in the wallet’s window')).toBeVisible()
    const window = await host.approval()
    await expect(window.getByRole('list').getByRole('listitem')).toHaveCount(2)
    await expect(window.getByText('This address imitates one that you used').first()).toBeVisible()
    await expect(window.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-armed', 'false')
    await host.reject()
    expect((await outcome(page)).code).toBe(4001)
  })
})
