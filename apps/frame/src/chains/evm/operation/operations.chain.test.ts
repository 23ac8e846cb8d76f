import {
  type AccountWorld,
  falseAnswers,
  startAccountWorld,
  startPaymasterService,
} from '@latchkey/local-bundler'
import { RequestBlockedError } from '@latchkey/protocol/frame'
import { createPublicClient, encodeFunctionData, erc20Abi, http, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpcHandlers } from '../../../host/rpc.ts'
import { approveNow, openNow, smartConfig, worldChain, worldFrame } from '../../../testing/worldFrame.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signal = new AbortController().signal
let world: AccountWorld
beforeAll(async () => {
  world = await startAccountWorld()
})
afterAll(() => world.stop())

const client = () => createPublicClient({ transport: http(world.chain.url) })
const someone = async (wei = parseEther('1')) => {
  const who = await worldFrame(worldChain(world.chain.url, world.bundler.url))
  await world.chain.setBalance(who.smart, wei)
  return who
}

describe('eth_sendTransaction by the smart account', () => {
  test('R6-17 the first one sets the account up; the answer is a transaction', async () => {
    const { frame, smart } = await someone()
    const request = {
      method: 'eth_sendTransaction',
      params: [{ from: smart, to: friend, value: '0x2386f26fc10000' }],
    }
    const approval = await openNow(frame, request)
    const { view, payload } = await approval.prepare(signal)
    expect(view.stop).toBeNull()
    expect(view.sentence.key).toBe('send.native')
    expect(view.changes).toMatchObject({
      status: 'known',
      rows: [{ direction: 'out', value: { amount: 10n ** 16n } }],
    })
    expect(view.facts.map(({ label }) => label)).toEqual([
      'row.to',
      'row.network',
      'row.fee',
      'row.setUp',
      'row.account',
    ])
    const before = await client().getBalance({ address: friend })
    const hash = await approval.sign(payload, () => undefined)
    expect(await client().getTransactionReceipt({ hash: hash as `0x${string}` })).toMatchObject({
      status: 'success',
    })
    expect((await client().getBalance({ address: friend })) - before).toBe(10n ** 16n)
    expect(await client().getCode({ address: smart })).toBeDefined()
    // The second one needs no setting up.
    const second = await openNow(frame, request)
    const again = await second.prepare(signal)
    expect(again.view.facts.map(({ label }) => label)).not.toContain('row.setUp')
    await second.sign(again.payload, () => undefined)
    expect((await client().getBalance({ address: friend })) - before).toBe(2n * 10n ** 16n)
  })

  test('a contract is created where the screen said', async () => {
    const { frame, smart } = await someone()
    // Returns one byte, 00, as the contract's code.
    const params = [{ from: smart, data: '0x6001600c60003960016000f300' }]
    for (const _ of ['first', 'second']) {
      const approval = await openNow(frame, { method: 'eth_sendTransaction', params })
      const { view, payload } = await approval.prepare(signal)
      expect(view.stop).toBeNull()
      const value = view.facts.find(({ label }) => label === 'row.newContract')?.value
      const address = value?.kind === 'address' ? (value.address as `0x${string}`) : '0x'
      expect(await client().getCode({ address })).toBeUndefined()
      await approval.sign(payload, () => undefined)
      expect(await client().getCode({ address })).toBe('0x00')
    }
  })

  test('the own account and its module take no orders from a site', async () => {
    const { frame, smart, owner } = await someone()
    for (const from of [smart, owner.address])
      for (const to of [smart, world.contracts.safe4337Module])
        await expect(
          openNow(frame, { method: 'eth_sendTransaction', params: [{ from, to, data: '0x610b5925' }] }),
        ).rejects.toThrow(RequestBlockedError)
  })

  test('without money for the fee it stops', async () => {
    const { frame, smart } = await someone(0n)
    const approval = await openNow(frame, {
      method: 'eth_sendTransaction',
      params: [{ from: smart, to: friend, value: '0x0' }],
    })
    const { view } = await approval.prepare(signal)
    expect(view.stop?.title.key).toMatch(/stop\.(?:funds|refused)/)
  })
})

describe('wallet_sendCalls', () => {
  const token = () => world.chain.contracts.token.address
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] })
  const status = (frame: Parameters<typeof rpcHandlers.rpcRequest>[0], id: string) =>
    rpcHandlers.rpcRequest(frame)({ method: 'wallet_getCallsStatus', params: [id] }, {
      origin: '',
      signal,
    } as never)

  test('R6-19 a batch of the smart account', async () => {
    const { frame, smart } = await someone()
    const calls = [
      { to: friend, value: '0x1' },
      { to: token(), data: transfer(0n) },
      { to: friend, value: '0x2' },
    ]
    const params = [{ version: '2.0.0', chainId: '0x7a69', from: smart, atomicRequired: true, calls }]
    const { id } = (await approveNow(frame, { method: 'wallet_sendCalls', params })) as { id: string }
    await expect.poll(() => status(frame, id)).toMatchObject({ status: 200 })
    const answer = (await status(frame, id)) as { receipts: { logs: { address: string }[] }[] }
    expect(answer).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', atomic: true })
    expect(answer.receipts).toHaveLength(1)
    const addresses = answer.receipts[0]?.logs.map(({ address }) => address.toLowerCase())
    expect(addresses).toContain(token().toLowerCase())
    expect(addresses).not.toContain(world.contracts.entryPoint.toLowerCase())
  })

  test('R6-19 a batch of the plain account: one transaction after the other', async () => {
    const { frame, owner } = await someone()
    await world.chain.setBalance(owner.address, parseEther('1'))
    const calls = [
      { to: friend, value: '0x1' },
      { to: friend, value: '0x2' },
    ]
    const params = [
      { version: '2.0.0', chainId: '0x7a69', from: owner.address, atomicRequired: false, calls },
    ]
    const { id } = (await approveNow(frame, { method: 'wallet_sendCalls', params })) as { id: string }
    await expect.poll(() => status(frame, id)).toMatchObject({ status: 200, atomic: false })
    const answer = (await status(frame, id)) as { receipts: unknown[] }
    expect(answer.receipts).toHaveLength(2)
  })
})

describe('somebody else pays', () => {
  const batch = (from: string) => ({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        chainId: '0x7a69',
        from,
        atomicRequired: true,
        calls: [
          { to: friend, value: '0x0' },
          { to: world.chain.contracts.token.address, data: '0x18160ddd' },
        ],
      },
    ],
  })
  const config = {
    ...smartConfig,
    chains: smartConfig.chains.map((chain) =>
      chain.smartAccounts ? { ...chain, smartAccounts: { ...chain.smartAccounts, sponsor: 'Test' } } : chain,
    ),
  }

  test('a new account without any money, then by itself', async () => {
    const service = await startPaymasterService({ chainUrl: world.chain.url })
    try {
      const rpc = worldChain(world.chain.url, world.bundler.url, service.url)
      const { frame, smart } = await worldFrame(rpc, config)
      const chain = config.chains[0]
      const first = await openNow(frame, { ...batch(smart), ...(chain ? { chain } : {}) })
      const { view, payload } = await first.prepare(signal)
      expect(view.stop).toBeNull()
      expect(view.facts.find(({ label }) => label === 'row.fee')?.value).toMatchObject({
        key: 'value.sponsored',
      })
      const { id } = (await first.sign(payload, () => undefined)) as { id: string }
      const status = () =>
        rpcHandlers.rpcRequest(frame)({ method: 'wallet_getCallsStatus', params: [id] }, {
          origin: '',
          signal,
        } as never)
      await expect.poll(status).toMatchObject({ status: 200 })
      expect(await client().getBalance({ address: smart })).toBe(0n)

      service.tell(falseAnswers.sponsorRefuses())
      const broke = await openNow(frame, { ...batch(smart), ...(chain ? { chain } : {}) })
      expect((await broke.prepare(signal)).view.stop?.title.key).toBe('stop.sponsor')
      await world.chain.setBalance(smart, parseEther('1'))
      const second = await broke.prepare(signal)
      expect(second.view.stop).toBeNull()
      expect(second.view.warnings.map(({ title }) => title.key)).toContain('warn.selfPaid')
      await broke.sign(second.payload, () => undefined)
      await expect.poll(() => client().getBalance({ address: smart })).toBeLessThan(parseEther('1'))
    } finally {
      await service.stop()
    }
  })
})

test('a bundler that was killed after it took an operation: nothing is lost and nothing is made up', async () => {
  const { frame, smart } = await someone()
  const request = {
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        chainId: '0x7a69',
        from: smart,
        atomicRequired: true,
        calls: [{ to: friend, value: '0x1' }],
      },
    ],
  }
  const { id } = (await approveNow(frame, request)) as { id: string }
  await world.bundler.kill()
  const status = () =>
    rpcHandlers.rpcRequest(frame)({ method: 'wallet_getCallsStatus', params: [id] }, {
      origin: '',
      signal,
    } as never) as Promise<{
      status: number
    }>
  const nonce = async () =>
    (await client().getCode({ address: smart })) === undefined ? 'not there' : 'there'
  // Either it got in before the end, and the network itself says so; or it is still to come.
  const code = (await status()).status
  expect([100, 200]).toContain(code)
  if (code === 200) expect(await nonce()).toBe('there')
  await world.bundler.restart()
  frame.now = () => Date.now() + 601_000
  await expect.poll(async () => (await status()).status).toBe((await nonce()) === 'there' ? 200 : 400)
})
