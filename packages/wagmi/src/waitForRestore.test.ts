import { createLatchkey, type Latchkey, localhost } from '@latchkey/sdk'
import { foundry } from 'viem/chains'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForRestore } from './followLatchkey.ts'
import { latchkey as connectorOf } from './latchkey.ts'

let latchkey: Latchkey
const isDone = async (work: Promise<void>) => {
  const done = vi.fn()
  void work.then(done)
  await vi.advanceTimersByTimeAsync(0)
  return done.mock.calls.length > 0
}
const become = (status: 'connecting' | 'connected' | 'disconnected') =>
  latchkey.config.accounts.setState({ byNamespace: { eip155: { status, allAccounts: [] } } })

beforeEach(() => {
  vi.useFakeTimers()
  latchkey = createLatchkey({
    projectId: 'test',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'https://api.example.net',
    networks: [localhost],
  })
})
afterEach(() => {
  latchkey.destroy()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('does not wait where nothing is stored', async () => {
  expect(await isDone(waitForRestore(latchkey.config))).toBe(true)
})

it.each(['connected', 'disconnected'] as const)('waits until a stored connection is %s', async (status) => {
  become('connecting')
  const work = waitForRestore(latchkey.config)
  expect(await isDone(work)).toBe(false)
  become(status)
  expect(await isDone(work)).toBe(true)
})

it('does not wait for a visitor who is connecting in the modal', async () => {
  latchkey.config.modal.setState({ open: true })
  become('connecting')
  expect(await isDone(waitForRestore(latchkey.config))).toBe(true)
})

it('waits in a page that the modal is a part of, where it is always open', async () => {
  const { config } = latchkey
  config.modal.setState({ open: true })
  become('connecting')
  const work = waitForRestore({ ...config, embedded: true })
  expect(await isDone(work)).toBe(false)
  become('connected')
  expect(await isDone(work)).toBe(true)
})

it('waits no longer than 10 s, and leaves nothing behind', async () => {
  become('connecting')
  const work = waitForRestore(latchkey.config)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await isDone(work)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isDone(work)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('wagmi’s reconnecting ends with that wait: a connection that is neither confirmed nor given up is none', async () => {
  vi.stubGlobal('window', globalThis)
  const emitter = { emit: vi.fn(), listenerCount: () => 0 }
  const connector = connectorOf(latchkey)({ chains: [foundry], emitter })
  become('connecting')
  const authorized = vi.fn()
  const connected = vi.fn()
  void connector.isAuthorized().then(authorized)
  void connector.connect({ isReconnecting: true }).catch(connected)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(authorized.mock.calls).toEqual([[false]])
  expect(connected.mock.calls).toEqual([[expect.objectContaining({ message: 'Latchkey is not connected.' })]])
})
