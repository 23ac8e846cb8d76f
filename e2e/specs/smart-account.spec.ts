import { accountContracts } from '@latchkey/local-bundler'
import { parseAbi, size } from 'viem'
import { chainClient, friend } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, rpc, startRequests } from '../support/provider.ts'
import { callsEnd, callsStatus, idOf, sendCalls } from '../support/sendCalls.ts'
import { connected } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { token, tokenCalls } from '../support/tokenCalls.ts'

test.use({ hostAccount: 'smart' })

/** ERC-6492: how a signature of an account without code ends. */
const UNDEPLOYED = '6492'.repeat(16)
const message = 'Welcome to Harbour. This is a message to sign.'
const safe = parseAbi([
  'function VERSION() view returns (string)',
  'function getThreshold() view returns (uint256)',
  'function isModuleEnabled(address) view returns (bool)',
])
const hexAddress = async (host: HostPage) => (await host.address()) as `0x${string}`

async function signs(host: HostPage, action: string, isDanger = false): Promise<`0x${string}`> {
  await host.action(action)
  if (isDanger) await host.confirmReading()
  await host.approve()
  await expect(host.result).toHaveAttribute('data-state', 'done')
  return (await host.result.textContent()) as `0x${string}`
}

test('R3-36 R3-37 R6-13 R6-19 a new visitor signs with an account that is not there yet, a sponsored batch sets it up, and it signs again', async ({
  host,
  page,
  email,
  stack,
}) => {
  test.slow()
  const chain = chainClient(stack)
  await host.signIn(email)
  const address = await hexAddress(host)
  expect(await chain.getCode({ address })).toBeUndefined()

  const early = await signs(host, 'Sign a message')
  expect(early.endsWith(UNDEPLOYED)).toBe(true)
  expect(await chain.verifyMessage({ address, message, signature: early })).toBe(true)
  expect(await chain.verifyMessage({ address, message: `${message}!`, signature: early })).toBe(false)

  const calls = [
    tokenCalls.mint(address, 500n),
    tokenCalls.transfer(friend, 200n),
    tokenCalls.transfer(friend, 50n),
  ]
  const owned = (account: `0x${string}`) =>
    chain.readContract({ address: token.address, abi: token.abi, functionName: 'balanceOf', args: [account] })
  const friendHad = await owned(friend)
  await startRequests(page, [sendCalls(calls, { atomicRequired: true, id: 'the-first' })])
  const { frame } = host
  await expect(frame.getByText('Run 3 steps together: all of them, or none.')).toBeVisible()
  await expect(frame.getByRole('list').getByRole('listitem')).toHaveCount(3)
  await expect(frame.getByText('Free: paid by Latchkey demo')).toBeVisible()
  // What is left of all three steps together.
  await expect(frame.getByText(/\+\s*250/)).toBeVisible()
  await host.approve()
  const id = idOf(await outcome(page))
  expect(id).toBe('the-first')
  const end = await callsEnd(page, id)
  expect(end).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', status: 200, atomic: true })
  expect(end.receipts).toHaveLength(1)
  expect(end.receipts?.[0]?.status).toBe('0x1')
  const logs = end.receipts?.[0]?.logs.filter(
    (log) => log.address.toLowerCase() === token.address.toLowerCase(),
  )
  expect(logs).toHaveLength(3)
  expect(await owned(address)).toBe(250_000_000n)
  expect((await owned(friend)) - friendHad).toBe(250_000_000n)
  expect(await chain.getBalance({ address })).toBe(0n)

  const read = (functionName: 'VERSION' | 'getThreshold') =>
    chain.readContract({ address, abi: safe, functionName })
  expect(await read('VERSION')).toBe('1.4.1')
  expect(await read('getThreshold')).toBe(1n)
  expect(
    await chain.readContract({
      address,
      abi: safe,
      functionName: 'isModuleEnabled',
      args: [accountContracts.safe4337Module],
    }),
  ).toBe(true)

  const late = await signs(host, 'Sign a message')
  expect(late.endsWith(UNDEPLOYED)).toBe(false)
  expect(size(late)).toBeLessThan(size(early))
  expect(await chain.verifyMessage({ address, message, signature: late })).toBe(true)
  // What was signed before holds on.
  expect(await chain.verifyMessage({ address, message, signature: early })).toBe(true)
})

test('R3-37 R6-13 typed data is signed for the account, a transfer ends with the hash of a transaction, and a batch that is under way is found again after a reload', async ({
  host,
  page,
  email,
  stack,
}) => {
  const chain = chainClient(stack)
  await host.signIn(email)
  const address = await hexAddress(host)
  await test.step('typed data, which other libraries believe', async () => {
    const signature = await signs(host, 'Sign typed data', true)
    const typed = {
      domain: { name: 'Harbour', version: '1', chainId: 31337 },
      types: {
        Order: [
          { name: 'buyer', type: 'address' },
          { name: 'item', type: 'string' },
          { name: 'price', type: 'uint256' },
        ],
      },
      primaryType: 'Order',
      message: { buyer: address, item: 'A berth for one night', price: 42n },
    } as const
    expect(await chain.verifyTypedData({ address, signature, ...typed })).toBe(true)
    const other = { ...typed, message: { ...typed.message, price: 43n } }
    expect(await chain.verifyTypedData({ address, signature, ...other })).toBe(false)
  })

  await test.step('a transfer, of which the sponsor pays the fee', async () => {
    await stack.chain.setBalance(address, 10n ** 17n)
    const had = await chain.getBalance({ address: friend })
    await host.action('Send 0.01 ETH')
    await host.approve()
    await expect(host.result).toHaveAttribute('data-state', 'done')
    const hash = (await host.result.textContent()) as `0x${string}`
    const receipt = await chain.waitForTransactionReceipt({ hash })
    expect(receipt.to?.toLowerCase()).toBe(accountContracts.entryPoint.toLowerCase())
    expect((await chain.getBalance({ address: friend })) - had).toBe(10n ** 16n)
    // The sponsor paid the fee.
    expect(await chain.getBalance({ address })).toBe(9n * 10n ** 16n)
    const { result } = await rpc(page, 'eth_getTransactionReceipt', [hash])
    expect(result).toMatchObject({ transactionHash: hash, status: '0x1' })
  })

  await test.step('a batch that is under way is found again after a reload, and its steps can be looked at', async () => {
    await stack.chain.call('evm_setAutomine', [false])
    let id: string
    try {
      await startRequests(page, [sendCalls([tokenCalls.mint(address, 1n), tokenCalls.mint(friend, 2n)])])
      await host.approve()
      id = idOf(await outcome(page))
      expect(await callsStatus(page, id)).toMatchObject({ status: 100, atomic: true })
      await page.reload()
      await connected(host)
      expect(await callsStatus(page, id)).toMatchObject({ status: 100 })
      await startRequests(page, [{ method: 'wallet_showCallsStatus', params: [id] }])
      await expect(host.frame.getByText('Under way')).toBeVisible()
    } finally {
      await stack.chain.call('evm_setAutomine', [true])
      await stack.chain.call('evm_mine', [])
    }
    await expect(host.frame.getByText('Done', { exact: true })).toBeVisible()
    await host.press(host.frame.getByRole('button', { name: 'Close', exact: true }))
    expect((await outcome(page)).code).toBeUndefined()
    expect((await callsEnd(page, id)).status).toBe(200)
  })
})
