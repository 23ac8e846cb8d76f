import { NoPendingSignInError, UserRejectedError } from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import { type KeysState, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { describe, expect, test, vi } from 'vitest'
import { signedIn, signedOut, testAddress } from '../testing/fakeFrame.ts'
import {
  context,
  contextOf,
  frameWithHandlers,
  recovering,
  shown,
  told,
  waitingJoin,
} from '../testing/frameWithHandlers.ts'

describe('passkeys and recovery', () => {
  test('a passkey that works needs no screen', async () => {
    const { frame, handlers } = frameWithHandlers({ keys: { signInWithPasskey: async () => signedIn } })
    expect(await handlers.connectPasskey({}, context)).toMatchObject({ address: testAddress })
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('a passkey that was not used leads to a screen with the other window', async () => {
    let state = signedOut
    const keys = {
      ...waitingJoin,
      getState: () => state,
      signInWithPasskey: () => told(new PasskeyNotUsedError()),
      checkJoin: async () => {
        state = signedIn
        return { isDone: true, state }
      },
    }
    const { frame, handlers } = frameWithHandlers({ keys })
    const names: string[] = []
    frame.store.subscribe(() => names.push(frame.store.getState().screen.name))
    expect(await handlers.connectPasskey({}, context)).toMatchObject({ address: testAddress })
    expect(names).toContain('recovery')
  })

  test('what another try would not help against is told', async () => {
    const signInWithPasskey = () => told(new http.AccountFrozenError())
    const { handlers } = frameWithHandlers({ keys: { signInWithPasskey } })
    await expect(handlers.connectPasskey({}, context)).rejects.toMatchObject({ code: 4140 })
  })

  test('recovery is for a login that waits for it', async () => {
    await expect(
      frameWithHandlers({ state: signedOut }).handlers.promptRecovery({}, context),
    ).rejects.toThrow(NoPendingSignInError)
    expect(await frameWithHandlers().handlers.promptRecovery({}, context)).toEqual({})
  })

  test('another screen that comes takes its place', async () => {
    const { frame, handlers } = frameWithHandlers({ state: recovering, keys: waitingJoin })
    const first = Promise.resolve(handlers.promptRecovery({}, context))
    const refused = expect(first).rejects.toThrow(UserRejectedError)
    await shown(frame)
    const { screen } = frame.store.getState()
    const abort = new AbortController()
    const second = Promise.resolve(handlers.promptRecovery({}, contextOf(abort))).catch(() => undefined)
    await refused
    expect(frame.store.getState().screen).not.toBe(screen)
    abort.abort()
    await second
  })

  test('a code that signs in to a protected wallet goes on to recovery', async () => {
    const challenge = { emailHint: 'm', codeLength: 6, expiresAt: 9e12, resendAt: 0 } as const
    let state: KeysState = { ...signedOut, status: 'awaitingCode', challenge }
    const submitCode = async () => {
      state = recovering
      return state
    }
    const { frame, handlers } = frameWithHandlers({
      keys: { ...waitingJoin, getState: () => state, submitCode },
    })
    const prompted = Promise.resolve(handlers.promptOtp({}, context)).catch((error: unknown) => error)
    await shown(frame)
    const { screen } = frame.store.getState()
    if (screen.name !== 'code') throw new Error(screen.name)
    screen.flow.type('123456')
    await screen.flow.submit()
    await vi.waitFor(() => expect(frame.store.getState().screen.name).toBe('recovery'), 15_000)
    frame.store.setState({ screen: { name: 'none' } })
    expect(await prompted).toBeInstanceOf(UserRejectedError)
  })

  test('a code for a frozen account ends the screen', async () => {
    const challenge = { emailHint: 'm', codeLength: 6, expiresAt: 9e12, resendAt: 0 } as const
    const state: KeysState = { ...signedOut, status: 'awaitingCode', challenge }
    const submitCode = () => told(new http.AccountFrozenError())
    const { frame, handlers } = frameWithHandlers({ state, keys: { submitCode } })
    const prompted = Promise.resolve(handlers.promptOtp({}, context))
    const refused = expect(prompted).rejects.toMatchObject({ code: 4140 })
    await shown(frame)
    const { screen } = frame.store.getState()
    if (screen.name !== 'code') throw new Error(screen.name)
    screen.flow.type('123456')
    await screen.flow.submit()
    await refused
  })
})
