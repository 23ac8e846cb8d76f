import { BaseError } from '@latchkey/errors'
import {
  frameContract,
  HeadlessOtpNotAllowedError,
  NoPendingCodeError,
  NotAvailableError,
  NotConnectedError,
  RecoveryNeededError,
  UnknownChainError,
  UserRejectedError,
} from '@latchkey/protocol/frame'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { type KeysState, SignedOutError } from '@latchkey/protocol/keys'
import { describe, expect, test, vi } from 'vitest'
import { isGranted } from '../keys/session.ts'
import { type FakeFrameOptions, fakeFrame, signedIn, signedOut, testAddress } from '../testing/fakeFrame.ts'
import { announceState } from './announceState.ts'
import { createHandlers, guardAccess } from './createHandlers.ts'

type Context = Parameters<ReturnType<typeof createHandlers>['getChainId']>[1]
const context = { origin: '', signal: new AbortController().signal } as Context
function setUp(options: FakeFrameOptions = {}) {
  const frame = fakeFrame(options)
  return { frame, handlers: guardAccess(frameContract, createHandlers(frame), () => isGranted(frame)) }
}

describe('access', () => {
  const granted = Object.values(frameContract.methods).filter(({ policy }) => policy.access === 'granted')
  test.each(granted.map(({ name }) => name))(
    'R6-14 %s is refused to a site that is not connected',
    async (name) => {
      for (const state of [signedOut, { ...signedIn, granted: false }]) {
        const { handlers } = setUp({ state })
        const handle = handlers[name] as (params: unknown, context: Context) => Promise<unknown>
        await expect(handle({}, context)).rejects.toThrow(NotConnectedError)
      }
    },
  )

  test('every method has a handler of its own', () => {
    const { handlers } = setUp()
    expect(Object.keys(handlers).sort()).toEqual(Object.keys(frameContract.methods).sort())
  })
})

describe('account', () => {
  test('getUser tells the address and only a hint of the e-mail', async () => {
    const user = await setUp().handlers.getUser({ chainId: 8453 }, context)
    expect(user).toMatchObject({
      address: testAddress,
      email: null,
      emailHint: 'm•••@example.com',
      chainId: 8453,
    })
    expect(JSON.stringify(user)).not.toContain('maria')
  })

  test('isConnected holds while the service is down', async () => {
    const syncSession = () => {
      throw new Error('down')
    }
    expect(await setUp({ keys: { syncSession } }).handlers.isConnected({}, context)).toEqual({
      isConnected: true,
    })
    for (const state of [signedOut, { ...signedIn, granted: false }])
      expect(await setUp({ state }).handlers.isConnected({}, context)).toEqual({ isConnected: false })
  })

  test('signing out twice is no error', async () => {
    const signOut = () => {
      throw new SignedOutError()
    }
    expect(await setUp({ state: signedOut, keys: { signOut } }).handlers.signOut({}, context)).toEqual({})
  })

  test('networks', async () => {
    const { handlers } = setUp()
    expect(await handlers.switchNetwork({ chainId: 'eip155:8453' }, context)).toEqual({ chainId: 8453 })
    expect(await handlers.getChainId({}, context)).toEqual({ chainId: 8453 })
    expect(() => handlers.switchNetwork({ chainId: 5 }, context)).toThrow(UnknownChainError)
  })

  test('preferred account', async () => {
    const { handlers } = setUp()
    expect(await handlers.setPreferredAccount({ type: 'eoa' }, context)).toEqual({
      type: 'eoa',
      address: testAddress,
    })
    await expect(handlers.setPreferredAccount({ type: 'smartAccount' }, context)).rejects.toThrow(
      NotAvailableError,
    )
  })

  test('the name of the site is quoted without tricks', async () => {
    const { frame, handlers } = setUp()
    const metadata = { name: 'My\u202E app\u200B', description: '', url: '', icons: [] }
    await handlers.syncDappData({ metadata, projectId: 'demo' }, context)
    expect(frame.store.getState().appName).toBe('My app')
  })
})

describe('codes', () => {
  const challenge = { emailHint: 'm•••@example.com', codeLength: 6, expiresAt: 9e12, resendAt: 0 } as const
  const waiting: KeysState = { ...signedOut, status: 'awaitingCode', challenge }

  test('a host may not collect codes unless the project says so', async () => {
    await expect(setUp().handlers.connectOtp({ otp: '123456' }, context)).rejects.toThrow(
      HeadlessOtpNotAllowedError,
    )
    const keys = { submitCode: () => signedIn }
    const allowed = setUp({ config: { headlessOtp: true }, keys })
    expect(await allowed.handlers.connectOtp({ otp: '123456' }, context)).toEqual({})
  })

  test('a host that passes the code of a protected wallet learns that the wallet has to be opened', async () => {
    const recovering: KeysState = { ...signedOut, status: 'awaitingRecovery' }
    const keys = { submitCode: () => recovering }
    const { handlers } = setUp({ state: recovering, config: { headlessOtp: true }, keys })
    await expect(handlers.connectOtp({ otp: '123456' }, context)).rejects.toThrow(RecoveryNeededError)
  })

  test('connectEmail answers what comes next', async () => {
    const keys = { startEmail: () => ({ action: 'VERIFY_OTP', challenge }) }
    expect(await setUp({ keys }).handlers.connectEmail({ email: 'maria@example.com' }, context)).toEqual({
      action: 'VERIFY_OTP',
      emailHint: 'm•••@example.com',
    })
  })

  test('without a code that waits there is no screen', async () => {
    const { frame, handlers } = setUp({ state: signedOut })
    await expect(handlers.promptOtp({}, context)).rejects.toThrow(NoPendingCodeError)
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('the screen stays until the person is signed in', async () => {
    const { frame, handlers } = setUp({ state: waiting, keys: { submitCode: () => signedIn } })
    const prompted = handlers.promptOtp({}, context)
    await Promise.resolve()
    await new Promise((resolve) => setTimeout(resolve, 0))
    const { screen } = frame.store.getState()
    if (screen.name !== 'code') throw new Error('No code screen')
    screen.flow.type('123456')
    await screen.flow.submit()
    expect(await prompted).toEqual({})
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('a screen that cannot be drawn is said and not shown; the next call tries again', async () => {
    const { frame, handlers } = setUp({ state: waiting })
    frame.draw = vi.fn(async () => undefined).mockRejectedValueOnce(new ServiceUnreachableError())
    await expect(handlers.promptOtp({}, context)).rejects.toThrow(ServiceUnreachableError)
    expect(frame.store.getState().screen.name).toBe('none')
    const abort = new AbortController()
    const again = Promise.resolve(handlers.promptOtp({}, { ...context, signal: abort.signal }))
    again.catch(() => undefined)
    await vi.waitFor(() => expect(frame.store.getState().screen.name).toBe('code'), 15_000)
    abort.abort()
    await expect(again).rejects.toThrow(UserRejectedError)
  })

  test('an abort takes the screen away; a second prompt takes it over', async () => {
    const { frame, handlers } = setUp({ state: waiting })
    const abort = new AbortController()
    const first = Promise.resolve(handlers.promptOtp({}, context)).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 0))
    const signal = abort.signal
    const second = Promise.resolve(handlers.promptOtp({}, { ...context, signal })).catch(
      (error: unknown) => error,
    )
    expect(await first).toBeInstanceOf(UserRejectedError)
    expect(frame.store.getState().screen.name).toBe('code')
    abort.abort()
    expect(await second).toBeInstanceOf(UserRejectedError)
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('an error of keys comes out in the words of the contract', async () => {
    const startEmail = () => {
      throw new BaseError(1010, 'bridge')
    }
    const failure = Promise.resolve(
      setUp({ keys: { startEmail } }).handlers.connectEmail({ email: 'a@b.cc' }, context),
    )
    await expect(failure).rejects.toMatchObject({ code: 2019 })
  })
})

describe('what the host hears', () => {
  /** Listens, lets something happen, and waits until all of it was told. */
  async function heard(run: (frame: ReturnType<typeof fakeFrame>) => void, keys = signedIn) {
    const frame = fakeFrame()
    const events: unknown[] = []
    frame.store.setState({ keys })
    const emit = ((name: string, payload: unknown) => events.push([name, payload])) as never
    announceState(frame, emit)
    run(frame)
    // Whose accounts they are is told by parts that are loaded one after the other.
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve, 0))
    return events
  }

  test('another network', async () => {
    const events = await heard(({ store }) => store.setState({ caip2: 'eip155:8453' }))
    expect(events).toEqual([['chainChanged', { chainId: 8453 }]])
  })
  test('a session that ended elsewhere', async () => {
    expect(await heard(({ store }) => store.setState({ keys: signedOut }))).toEqual([
      ['accountsChanged', { accounts: [] }],
      ['sessionEnded', { code: 2016 }],
    ])
  })
  test('not: the end that the host itself asked for', async () => {
    const events = await heard(({ store }) => {
      store.setState({ signingOut: true })
      store.setState({ keys: signedOut })
    })
    expect(events).toEqual([['accountsChanged', { accounts: [] }]])
  })
  test('not: accounts of a person who did not connect the site', async () => {
    const events = await heard(
      ({ store }) => store.setState({ keys: { ...signedIn, granted: false } }),
      signedOut,
    )
    expect(events).toEqual([])
  })
})
