import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { applyNetwork } from '../connection/switchNetwork.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { accountOf } from './accounts.ts'
import { fetchBalance } from './fetchBalance.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Read = { resolve(balance: string): void; reject(error: Error): void }

async function make() {
  const reads: Read[] = []
  const made = testConfig({
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: () => true,
        getBalance: () => new Promise((resolve, reject) => void reads.push({ resolve, reject })),
      }),
    ],
  })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return { ...made, reads, account: () => accountOf(made.config.accounts, 'eip155') }
}

describe('fetchBalance', () => {
  it('R1-6 R3-4 R3-5 R9-4 reads once in 30 s', async () => {
    const { config, reads, account } = await make()
    const work = fetchBalance(config)
    reads[0]?.resolve('1.5')
    await work
    expect(account()).toMatchObject({ balance: '1.5', balanceSymbol: 'ETH' })
    vi.setSystemTime(Date.now() + 29_999)
    await fetchBalance(config)
    expect(reads).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    void fetchBalance(config)
    expect(reads).toHaveLength(2)
    vi.setSystemTime(Date.now() - 3_600_000)
    void fetchBalance(config)
    expect(reads).toHaveLength(3)
  })
  it('R9-4 shows the cached balance again after a switch there and back', async () => {
    const { config, reads, account } = await make()
    const work = fetchBalance(config)
    reads[0]?.resolve('1.5')
    await work
    applyNetwork(config, 'eip155:8453')
    expect(account().balance).toBeUndefined()
    applyNetwork(config, 'eip155:1')
    await fetchBalance(config)
    expect(account().balance).toBe('1.5')
    expect(reads).toHaveLength(1)
  })
  it('R8-1 R8-2 a failure says so and blocks a retry for 30 s', async () => {
    const { config, reads, account } = await make()
    const work = fetchBalance(config)
    reads[0]?.reject(new Error('offline'))
    await expect(work).rejects.toThrow('Token Balance Unavailable')
    await expect(fetchBalance(config)).rejects.toThrow('Token Balance Unavailable')
    expect(reads).toHaveLength(1)
    expect(account().balance).toBeUndefined()
    vi.setSystemTime(Date.now() + 30_000)
    void fetchBalance(config)
    expect(reads).toHaveLength(2)
  })
  it('an aborted read blocks nothing', async () => {
    const { config, reads } = await make()
    const controller = new AbortController()
    const work = fetchBalance(config, { signal: controller.signal })
    controller.abort()
    reads[0]?.reject(new Error('aborted'))
    await expect(work).rejects.toThrow()
    void fetchBalance(config)
    expect(reads).toHaveLength(2)
  })
  it('an answer for a network that was left is not shown', async () => {
    const { config, reads, account } = await make()
    const work = fetchBalance(config)
    applyNetwork(config, 'eip155:8453')
    reads[0]?.resolve('1.5')
    await work
    expect(account().balance).toBeUndefined()
  })
  it.each([
    ['an answer', (read: Read) => read.resolve('5')],
    ['a failure', (read: Read) => read.reject(new Error('late'))],
  ])('%s that comes late is not kept in place of what was asked for after it', async (_, end) => {
    const { config, reads, account } = await make()
    const [old, fresh] = [fetchBalance(config), fetchBalance(config, { force: true })]
    old.catch(() => undefined)
    reads[1]?.resolve('1.5')
    await fresh
    end(reads[0] as Read)
    await old.catch(() => undefined)
    expect(account().balance).toBe('1.5')
    await fetchBalance(config)
    expect(account().balance).toBe('1.5')
  })
  it('R8-1 an unsupported network has no balance', async () => {
    const { config } = await make()
    applyNetwork(config, 'eip155:10')
    await expect(fetchBalance(config)).rejects.toThrow('Token Balance Unavailable')
  })
})
