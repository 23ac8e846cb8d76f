import { afterEach, expect, test, vi } from 'vitest'
import { connectorContext } from '../testing/connectorContext.ts'
import { createFrameConnection } from './FrameConnection.ts'
import { createFakeFrame } from './testing/fakeFrame.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('an aborted transaction whose broadcast is in doubt still tells its hash', async () => {
  let answer: (hash: string) => void = () => undefined
  const rpcRequest = vi.fn(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const frame = createFakeFrame({ rpcRequest })
  const connection = createFrameConnection(connectorContext(), frame.open)
  const client = await connection.get()
  const controller = new AbortController()
  const params = { method: 'eth_sendTransaction', params: [] }
  const work = client.call.rpcRequest(params, { signal: controller.signal })
  const settled = vi.fn()
  work.then(settled, settled)
  await vi.waitFor(() => expect(rpcRequest).toHaveBeenCalled(), 15_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  controller.abort()
  // Four requests of ten seconds each, twice over, and the pauses between them.
  await vi.advanceTimersByTimeAsync(90_000)
  expect(settled).not.toHaveBeenCalled()
  answer('0xhash')
  expect(await work).toBe('0xhash')
  connection.destroy()
  frame.destroy()
})

test('whoever needs the frame while it starts anew gets the new one, once the old one has dropped its work', async () => {
  let drop: () => void = () => undefined
  const frame = createFakeFrame({
    reload: () =>
      new Promise((resolve) => {
        drop = () => resolve({})
      }),
  })
  const connection = createFrameConnection(connectorContext(), frame.open)
  const before = await connection.get()
  const left = connection.reload()
  const next = connection.get()
  const settled = vi.fn()
  next.then(settled, settled)
  await vi.waitFor(() => expect(frame.calls.map(({ name }) => name)).toContain('reload'), 15_000)
  expect(settled).not.toHaveBeenCalled()
  drop()
  await left
  expect(await next).not.toBe(before)
  connection.destroy()
  frame.destroy()
})

test('a frame that was never needed has nothing to start anew', async () => {
  const frame = createFakeFrame({})
  await createFrameConnection(connectorContext(), frame.open).reload()
  expect(frame.calls).toEqual([])
})
