import type { Handlers } from '@latchkey/bridge'
import type { FrameContract } from '@latchkey/protocol/frame'
import { expect, test, vi } from 'vitest'
import { fakeFrame } from '../testing/fakeFrame.ts'
import { giveWay } from './giveWay.ts'

/** A document of the wallet with one call under way, and what became of it. */
function open({ onLine = true } = {}) {
  const window = Object.assign(new EventTarget(), { navigator: { onLine }, setTimeout })
  const reload = vi.fn()
  const frame = { ...fakeFrame(), reload }
  let settle: { answer(): void; fail(error: unknown): void } | undefined
  const call = () =>
    new Promise((resolve, reject) => {
      settle = { answer: () => resolve({}), fail: reject }
    })
  const handlers = giveWay(window as never, { promptOtp: call } as never as Handlers<FrameContract>, frame)
  const answer = handlers.promptOtp({}, {} as never) as Promise<unknown>
  const loses = () => window.dispatchEvent(new Event('vite:preloadError'))
  const task = () => new Promise((resolve) => setTimeout(resolve))
  return { answer, frame, reload, loses, task, settle: settle as NonNullable<typeof settle> }
}

test('a document that has lost a part gives way once its last call has its answer', async () => {
  const { answer, reload, loses, task, settle } = open()
  const order: string[] = []
  reload.mockImplementation(() => order.push('reload'))
  const told = answer.catch(() => order.push('told'))
  loses()
  await task()
  expect(reload).not.toHaveBeenCalled()
  settle.fail(new Error('The part did not load'))
  await told
  await task()
  expect(order).toEqual(['told', 'reload'])
})

test('what is shown is read to its end', async () => {
  const { answer, frame, reload, loses, task, settle } = open()
  frame.store.setState({ screen: { name: 'approval' } as never })
  loses()
  settle.answer()
  await answer
  await task()
  expect(reload).not.toHaveBeenCalled()
  frame.store.setState({ screen: { name: 'none' } })
  await task()
  expect(reload).toHaveBeenCalledOnce()
})

test('it stays without a network, and while nothing is lost', async () => {
  for (const { onLine, isLost } of [
    { onLine: false, isLost: true },
    { onLine: true, isLost: false },
  ]) {
    const { answer, reload, loses, task, settle } = open({ onLine })
    if (isLost) loses()
    settle.answer()
    await answer
    await task()
    expect(reload).not.toHaveBeenCalled()
  }
})
