import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { RpcParamsError, UnknownCallsIdError, UserRejectedError } from '@latchkey/protocol/frame'
import { expect, test, vi } from 'vitest'
import type { Frame } from '../../../context/Frame.ts'
import { createApprovals } from '../../../host/createApprovals.ts'
import { fakeChain, fakeFrame, testAddress } from '../../../testing/fakeFrame.ts'
import { smartChain, smartConfig } from '../../../testing/worldFrame.ts'
import { addCalls } from './callsStore.ts'

const hash = `0x${'aa'.repeat(32)}`
function setUp(answers: Record<string, unknown> = {}) {
  const chain = fakeChain(({ method }) => answers[method] ?? null)
  const frame = fakeFrame({ config: smartConfig, chain, now: () => 1_000 })
  addCalls(frame, {
    id: 'one',
    version: '2.0.0',
    chainId: 31337,
    account: safeAccount.addressOf(testAddress),
    createdAt: 1_000,
    touchedAt: 1_000,
    closed: true,
    calls: [{ to: testAddress, value: '0x1', data: '0x' }],
    operation: { userOpHash: hash, sinceBlock: '0x1' },
    transactions: [],
  })
  return frame
}
const show = (frame: Frame, params: readonly unknown[] = ['one'], abort = new AbortController()) =>
  createApprovals(frame).request(
    { method: 'wallet_showCallsStatus', params, chain: smartChain },
    abort.signal,
  )
const name = (frame: Frame) => frame.store.getState().screen.name
const isShown = (frame: Frame) => vi.waitFor(() => expect(name(frame)).toBe('approval'), 15_000)
const none = { name: 'none' } as const

test('what is not known shows nothing', async () => {
  const frame = setUp()
  await expect(show(frame, ['two'])).rejects.toThrow(UnknownCallsIdError)
  await expect(show(frame, [])).rejects.toThrow(RpcParamsError)
  expect(name(frame)).toBe('none')
})

test('EIP-5792: nothing is returned once the person has closed it', async () => {
  const frame = setUp()
  const answer = show(frame)
  await isShown(frame)
  frame.store.setState({ screen: none })
  expect(await answer).toBeNull()
})

test('the host can take it away', async () => {
  const frame = setUp()
  const abort = new AbortController()
  const answer = show(frame, ['one'], abort)
  await isShown(frame)
  abort.abort()
  expect(await answer).toBeNull()
  expect(name(frame)).toBe('none')
})

test('it waits until nothing else is on the screen, and covers no approval', async () => {
  const frame = setUp()
  const other = { name: 'recovery', draw: () => null as never } as const
  frame.store.setState({ screen: other })
  const follow = vi.spyOn(frame.store, 'subscribe')
  const isWaiting = () => vi.waitFor(() => expect(follow).toHaveBeenCalled(), 15_000)
  const answer = show(frame)
  await isWaiting()
  expect(frame.store.getState().screen).toBe(other)
  frame.store.setState({ screen: none })
  await isShown(frame)
  frame.store.setState({ screen: none })
  expect(await answer).toBeNull()

  frame.store.setState({ screen: other })
  follow.mockClear()
  const abort = new AbortController()
  const waiting = show(frame, ['one'], abort)
  await isWaiting()
  abort.abort()
  await expect(waiting).rejects.toThrow(UserRejectedError)
})
