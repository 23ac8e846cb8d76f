import type { BaseError } from '@latchkey/errors'
import { KeysUnavailableError, NoPendingCodeError } from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import { type Challenge, RoundTripError } from '@latchkey/protocol/keys'
import { describe, expect, test } from 'vitest'
import { codeProblemOf, createCodeFlow, keepsCode } from './codeFlow.ts'

const challenge: Challenge = { emailHint: 'm•••@example.com', codeLength: 6, expiresAt: 300_000, resendAt: 0 }

function setUp(
  change: { submit?: () => Promise<unknown>; resend?: () => Promise<Challenge>; now?: number } = {},
) {
  const told: string[] = []
  const flow = createCodeFlow({
    challenge,
    submitCode: (code) => {
      told.push(code)
      return (change.submit?.() ?? Promise.resolve()).then(() => void told.push('signed in'))
    },
    resendCode: change.resend ?? (() => Promise.resolve({ ...challenge, resendAt: 60_000 })),
    onChangeEmail: () => told.push('change'),
    now: () => change.now ?? 1_000,
  })
  return { flow, told, state: flow.store.getState }
}

describe('the code screen', () => {
  test('submits a whole code once', async () => {
    const { flow, told } = setUp()
    flow.type('12345')
    await flow.submit()
    expect(told).toEqual([])
    flow.type('123456')
    await Promise.all([flow.submit(), flow.submit()])
    expect(told).toEqual(['123456', 'signed in'])
  })

  test('a wrong code stays, with the tries that are left, until the next key', async () => {
    const { flow, state } = setUp({
      submit: () => Promise.reject(new http.WrongCodeError({ data: { triesLeft: 2 } })),
    })
    flow.type('123456')
    await flow.submit()
    expect(state()).toMatchObject({ code: '123456', phase: 'entry', problem: { kind: 'wrong', left: 2 } })
    flow.type('1')
    expect(state().problem).toBeNull()
  })

  test('a code that was taken says so, and takes no more keys', async () => {
    const { flow, state } = setUp()
    flow.type('123456')
    await flow.submit()
    flow.type('1')
    expect(state()).toMatchObject({ code: '123456', phase: 'accepted', problem: null })
  })

  test('a throttle says until when, keeps the code, and can be tried again', async () => {
    let tries = 0
    const { flow, told, state } = setUp({
      submit: () =>
        tries++ === 0
          ? Promise.reject(new http.RateLimitedError({ data: { retryAfter: 12 } }))
          : Promise.resolve(),
    })
    flow.type('123456')
    await flow.submit()
    const { problem, code } = state()
    expect(problem).toEqual({ kind: 'throttled', until: 13_000 })
    expect(problem && keepsCode(problem)).toBe(true)
    expect(code).toBe('123456')
    await flow.submit()
    expect(told.at(-1)).toBe('signed in')
  })

  test('where the browser knows that there is no network, that is what is said', () => {
    expect(codeProblemOf(new http.ServiceUnreachableError(), 0, true)).toEqual({ kind: 'offline' })
    expect(codeProblemOf(new http.ServiceUnreachableError(), 0, false)).toEqual({ kind: 'unreachable' })
    // It has nothing to do with a wrong code.
    expect(codeProblemOf(new http.WrongCodeError(), 0, true)).toEqual({ kind: 'wrong', left: null })
  })

  test('nothing is typed while the code is checked', () => {
    const { flow, state } = setUp({ submit: () => new Promise(() => undefined) })
    flow.type('123456')
    void flow.submit()
    flow.type('9')
    expect(state()).toMatchObject({ code: '123456', phase: 'checking' })
  })

  test('a service that is down keeps the code and can be tried again', async () => {
    let tries = 0
    const submit = () =>
      tries++ === 0 ? Promise.reject(new http.ServiceUnreachableError()) : Promise.resolve()
    const { flow, told, state } = setUp({ submit })
    flow.type('123456')
    await flow.submit()
    const { problem, code } = state()
    expect(problem && keepsCode(problem)).toBe(true)
    expect(code).toBe('123456')
    await flow.submit()
    expect(told.at(-1)).toBe('signed in')
  })

  test.each<[BaseError, string]>([
    [new http.CodeLockedError(), 'locked'],
    [new http.CodeExpiredError(), 'expired'],
    [new http.ChallengeGoneError(), 'gone'],
    [new NoPendingCodeError(), 'gone'],
    [new http.TooManyFailuresError(), 'tooMany'],
    [new http.MailUnavailableError(), 'mail'],
    [new RoundTripError(), 'discarded'],
    [new KeysUnavailableError(), 'failed'],
  ])('%s', (error, kind) => expect(codeProblemOf(error).kind).toBe(kind))

  test('an error that is none of ours', () =>
    expect(codeProblemOf(new Error('x'))).toEqual({ kind: 'failed' }))

  test('a new code empties the field and says so', async () => {
    const { flow, state } = setUp()
    flow.type('123')
    await flow.resend()
    expect(state()).toMatchObject({ code: '', resent: true, challenge: { resendAt: 60_000 } })
    await flow.resend()
    expect(state().resent).toBe(true)
  })

  test('too soon: the countdown starts from what the service says', async () => {
    const { flow, state } = setUp({
      resend: () => Promise.reject(new http.TooSoonError({ data: { retryAfter: 12 } })),
    })
    await flow.resend()
    expect(state()).toMatchObject({ problem: null, challenge: { resendAt: 13_000 } })
  })

  test('asks for another address', () => {
    const { flow, told } = setUp()
    flow.changeEmail()
    expect(told).toEqual(['change'])
  })
})
