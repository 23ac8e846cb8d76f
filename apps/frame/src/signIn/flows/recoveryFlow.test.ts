import { BaseError } from '@latchkey/errors'
import { PasskeyCancelledError, PasskeyUnavailableError } from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import { type KeysState, PasskeyCannotOpenError, RoundTripError } from '@latchkey/protocol/keys'
import { describe, expect, test, vi } from 'vitest'
import { signedIn, signedOut } from '../../testing/fakeFrame.ts'
import { createRecoveryFlow, type RecoveryFlowOptions, recoveryProblemOf } from './recoveryFlow.ts'

const never = () => new Promise<never>(() => undefined)
const join = { href: 'https://wallet.example/account#join=x', number: '83', expiresAt: 600_000 }
const recovering: KeysState = {
  ...signedOut,
  status: 'awaitingRecovery',
  user: signedIn.user,
  recovery: ['passkey', 'code'],
  tier: 'protected',
}

function setUp(change: Partial<RecoveryFlowOptions> = {}) {
  const over = new AbortController()
  const done: KeysState[] = []
  const failed: unknown[] = []
  const flow = createRecoveryFlow({
    initial: { mode: 'recover', methods: ['passkey', 'code'], who: null, problem: null },
    askPasskey: never,
    readState: async () => recovering,
    startJoin: async () => join,
    checkJoin: never,
    onDone: (state) => done.push(state),
    onFailed: (error) => failed.push(error),
    signal: over.signal,
    ...change,
  })
  return { flow, state: flow.store.getState, done, failed, over }
}

describe('a passkey', () => {
  test('opens the wallet', async () => {
    const { flow, done, state } = setUp({ askPasskey: async () => signedIn })
    await flow.tryPasskey()
    expect([done, state().phase]).toEqual([[signedIn], 'done'])
  })

  test('is asked for once at a time', async () => {
    let asked = 0
    const askPasskey = () => {
      asked += 1
      return never()
    }
    const { flow } = setUp({ askPasskey })
    void flow.tryPasskey()
    void flow.tryPasskey()
    expect([asked, flow.store.getState().phase]).toEqual([1, 'passkey'])
  })

  test('that signs in but opens nothing leads on to recovery', async () => {
    const { flow, state } = setUp({
      initial: { mode: 'passkey', methods: ['passkey'], who: null, problem: null },
      askPasskey: () => Promise.reject(new PasskeyCannotOpenError()),
    })
    await flow.tryPasskey()
    expect(state()).toMatchObject({
      mode: 'recover',
      methods: ['passkey', 'code'],
      who: 'm•••@example.com',
      phase: 'choose',
      problem: 'cannotOpen',
    })
  })

  test.each([
    [new PasskeyCancelledError(), 'cancelled'],
    [new PasskeyUnavailableError(), 'unavailable'],
    [new http.PasskeyRefusedError(), 'refused'],
    [new http.RecoveryMethodError(), 'cannotOpen'],
    [new RoundTripError(), 'damaged'],
    [new http.ServiceUnreachableError(), 'unreachable'],
    [new http.AccountFrozenError(), null],
    [new Error('x'), null],
  ])('%s', (error, problem) => expect(recoveryProblemOf(error)).toBe(problem))

  test('for an account that is frozen is no matter of another try', async () => {
    const { flow, failed } = setUp({ askPasskey: () => Promise.reject(new http.AccountFrozenError()) })
    await flow.tryPasskey()
    expect(failed).toHaveLength(1)
  })
})

describe('the other window', () => {
  test('has its address before anybody clicks, and is waited for', async () => {
    let answer: (value: { isDone: boolean; state: KeysState }) => void = () => undefined
    const { flow, state, done } = setUp({
      checkJoin: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    await vi.waitFor(() => expect(state().join).toEqual(join), 15_000)
    flow.windowOpened()
    expect(state().phase).toBe('window')
    answer({ isDone: true, state: signedIn })
    await vi.waitFor(() => expect(done).toEqual([signedIn]), 15_000)
  })

  test('that took too long is said, and prepared anew', async () => {
    const joins = [join, { ...join, number: '11' }]
    let refuse: (error: Error) => void = () => undefined
    const { flow, state } = setUp({
      startJoin: async () => joins.shift() ?? never(),
      checkJoin: () =>
        new Promise((_, reject) => {
          refuse = reject
        }),
    })
    await vi.waitFor(() => expect(state().join?.number).toBe('83'), 15_000)
    flow.windowOpened()
    refuse(new BaseError(http.JoinGoneError.code, 'over'))
    await vi.waitFor(() => expect(state().join?.number).toBe('11'), 15_000)
    expect(state()).toMatchObject({ phase: 'choose', problem: 'expired' })
  })

  test('that nobody opened is renewed in silence', async () => {
    const joins = [join, { ...join, number: '11' }]
    let first = true
    const { state } = setUp({
      startJoin: async () => joins.shift() ?? never(),
      checkJoin: () => {
        if (!first) return never()
        first = false
        return Promise.reject(new http.JoinGoneError())
      },
    })
    await vi.waitFor(() => expect(state().join?.number).toBe('11'), 15_000)
    expect(state().problem).toBeNull()
  })

  test('cannot be prepared while the service is down: it is said, and tried again', async () => {
    vi.useFakeTimers()
    try {
      let tries = 0
      const startJoin = async () => {
        if (tries++ === 0) throw new http.ServiceUnreachableError()
        return join
      }
      const { state } = setUp({ startJoin })
      await vi.advanceTimersByTimeAsync(0)
      expect(state()).toMatchObject({ join: null, problem: 'unreachable' })
      await vi.advanceTimersByTimeAsync(3_000)
      expect(state()).toMatchObject({ join, problem: null })
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not waited for when the screen is gone', async () => {
    let refuse: (error: Error) => void = () => undefined
    const { over, failed, state } = setUp({
      checkJoin: () =>
        new Promise((_, reject) => {
          refuse = reject
        }),
    })
    await vi.waitFor(() => expect(state().join).toEqual(join), 15_000)
    over.abort()
    refuse(new Error('aborted'))
    await Promise.resolve()
    expect(failed).toEqual([])
  })
})
