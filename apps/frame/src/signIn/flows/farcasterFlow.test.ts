import { BaseError, type DefinedError } from '@latchkey/errors'
import * as http from '@latchkey/protocol/http'
import type { KeysState } from '@latchkey/protocol/keys'
import { describe, expect, test, vi } from 'vitest'
import { signedIn } from '../../testing/fakeFrame.ts'
import { createFarcasterFlow } from './farcasterFlow.ts'

type Check = () => Promise<{ isDone: boolean; state: KeysState }>
const never: Check = () => new Promise(() => undefined)
const channel = { uri: 'https://farcaster.example/~/siwf', expiresAt: 600_000 }

function setUp(checks: Check[], start = async () => channel) {
  const over = new AbortController()
  const done: unknown[] = []
  const failed: unknown[] = []
  let starts = 0
  const flow = createFarcasterFlow({
    start: () => {
      starts += 1
      return start()
    },
    check: () => (checks.shift() ?? never)(),
    onDone: (state) => done.push(state),
    onFailed: (error) => failed.push(error),
    now: () => 0,
    signal: over.signal,
  })
  return { flow, state: flow.store.getState, done, failed, over, starts: () => starts }
}
const refused = (Defined: DefinedError) => () => Promise.reject(new BaseError(Defined.code, 'told by a peer'))

describe('the Farcaster screen', () => {
  test('waits until the app has answered', async () => {
    const pending = async () => ({ isDone: false, state: signedIn })
    const { state, done } = setUp([pending, pending, async () => ({ isDone: true, state: signedIn })])
    expect(state().phase).toBe('opening')
    await vi.waitFor(() => expect(done).toEqual([signedIn]), 15_000)
    expect(state().phase).toBe('approved')
  })

  test.each([
    [http.SocialGoneError, 'expired'],
    [http.SocialDeclinedError, 'declined'],
    [http.SocialFailedError, 'failed'],
    [http.SocialMismatchError, 'failed'],
  ])('%o ends the code, and a new one can be had', async (Defined, phase) => {
    const { flow, state, starts } = setUp([refused(Defined)])
    await vi.waitFor(() => expect(state().phase).toBe(phase), 15_000)
    flow.restart()
    flow.restart()
    await vi.waitFor(() => expect(state().phase).toBe('waiting'), 15_000)
    expect(starts()).toBe(2)
  })

  test('a service that is down is asked again', async () => {
    vi.useFakeTimers()
    try {
      const { state, done } = setUp([
        refused(http.ServiceUnreachableError),
        async () => ({ isDone: true, state: signedIn }),
      ])
      await vi.advanceTimersByTimeAsync(2_999)
      expect(state()).toMatchObject({ phase: 'waiting', isUnreachable: true })
      await vi.advanceTimersByTimeAsync(1)
      expect([state().isUnreachable, done.length]).toEqual([false, 1])
    } finally {
      vi.useRealTimers()
    }
  })

  test('what a new code would not help against goes to the host', async () => {
    const { failed } = setUp([refused(http.AccountFrozenError)])
    await vi.waitFor(() => expect(failed).toHaveLength(1), 15_000)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', ''])(
    'never draws %s',
    async (uri) => {
      const { state } = setUp([], async () => ({ uri, expiresAt: 1 }))
      await vi.waitFor(() => expect(state()).toMatchObject({ phase: 'failed', uri: null }), 15_000)
    },
  )

  test('stops when the screen is gone', async () => {
    let fail: (error: Error) => void = () => undefined
    const { state, over, failed } = setUp([
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    ])
    await vi.waitFor(() => expect(state().phase).toBe('waiting'), 15_000)
    over.abort()
    fail(new BaseError(1007, 'aborted'))
    await Promise.resolve()
    expect([state().phase, failed.length]).toEqual(['waiting', 0])
  })
})
