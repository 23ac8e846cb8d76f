import { createMockInjectedWallet } from '@latchkey/testing'
import { base, foundry } from 'viem/chains'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followLatchkey } from './followLatchkey.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const connect = ['connect', { accounts: [ADDRESS], chainId: foundry.id }]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function make() {
  const wallet = createMockInjectedWallet({ connected: true, chainId: foundry.id, chains: [base.id] })
  const emitted: unknown[][] = []
  const wagmi = { holds: false, takesAt: 1 }
  const emitter = {
    emit(...event: unknown[]) {
      emitted.push(event)
      if (event[0] === 'connect' && emitted.length >= wagmi.takesAt) wagmi.holds = true
    },
    listenerCount: () => Number(wagmi.holds),
  }
  const follower = followLatchkey(emitter, () => wallet.provider)
  return { wallet, wagmi, emitted, follower, settle: () => vi.advanceTimersByTimeAsync(0) }
}

it('tells once what wagmi takes at once', async () => {
  const { follower, emitted } = make()
  follower.connected()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(emitted).toEqual([connect])
})

it('tells again what wagmi did not take, and gives up in the end', async () => {
  const taken = make()
  taken.wagmi.takesAt = 3
  taken.follower.connected()
  const never = make()
  never.wagmi.takesAt = Number.POSITIVE_INFINITY
  never.follower.connected()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(taken.emitted).toEqual([connect, connect, connect])
  expect(never.emitted.length).toBe(10)
  expect(vi.getTimerCount()).toBe(0)
})

it('tells nothing of a connection that ended while it was read', async () => {
  const { follower, emitted, settle } = make()
  follower.connected()
  follower.disconnected()
  await settle()
  expect(emitted).toEqual([])
})

it('is silent during what wagmi asked for, and looks once it is over', async () => {
  const { follower, emitted, settle } = make()
  await follower.quietly(async () => follower.connected())
  expect(emitted).toEqual([])
  await settle()
  expect(emitted).toEqual([connect])
})

it('tells wagmi of an end that came during what it asked for', async () => {
  const { follower, emitted, wagmi, wallet, settle } = make()
  wagmi.holds = true
  await follower.quietly(async () => {
    wallet.revoke()
    follower.disconnected()
  })
  await settle()
  expect(emitted).toEqual([['disconnect']])
})

it('spells the accounts of a change as EIP-55 does, and drops one that is overtaken', async () => {
  const { follower, emitted, wagmi } = make()
  wagmi.holds = true
  follower.accountsChanged([`0x${'ab'.repeat(20)}`])
  follower.accountsChanged([ADDRESS.toLowerCase()])
  await vi.waitFor(() => expect(emitted).toEqual([['change', { accounts: [ADDRESS] }]]), 15_000)
})

it('tells a change that was still being read when what wagmi asked for was over', async () => {
  const { follower, emitted, wagmi, settle } = make()
  wagmi.holds = true
  await follower.quietly(async () => follower.accountsChanged([ADDRESS.toLowerCase()]))
  await settle()
  await vi.waitFor(() => expect(emitted).toEqual([['change', { accounts: [ADDRESS] }]]), 15_000)
})

it('tells a change of the network at once', () => {
  const { follower, emitted, wagmi } = make()
  wagmi.holds = true
  follower.chainChanged(base.id)
  expect(emitted).toEqual([['change', { chainId: base.id }]])
})

it('tells an error where the provider fails', async () => {
  const { follower, emitted, wallet, settle } = make()
  wallet.failWith('eth_accounts', { code: -32603, message: 'Broken' })
  follower.connected()
  await settle()
  expect(emitted).toMatchObject([['error', { error: { message: 'Broken' } }]])
})
