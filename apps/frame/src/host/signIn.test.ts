import { BaseError } from '@latchkey/errors'
import {
  NoPendingSignInError,
  RecoveryNeededError,
  StrangeUriError,
  UserRejectedError,
} from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import { type KeysState, NothingPendingError, StrangeResultError } from '@latchkey/protocol/keys'
import { describe, expect, test, vi } from 'vitest'
import { signedIn, signedOut, testAddress } from '../testing/fakeFrame.ts'
import {
  context,
  contextOf,
  frameWithHandlers,
  never,
  recovering,
  shown,
  told,
  waitingJoin,
} from '../testing/frameWithHandlers.ts'
import { createHandlers } from './createHandlers.ts'

describe('R7-66 R7-62 a social login', () => {
  test('begins for the site, in the language of the frame', async () => {
    const startSocial = vi.fn(async () => ({
      flowId: 'F'.repeat(22),
      uri: 'https://network.example/',
      expiresAt: 1,
    }))
    const { handlers } = frameWithHandlers({ keys: { startSocial } })
    const returnUri = 'http://app.localhost:5173/'
    const asked = { provider: 'google', mode: 'redirect', returnUri } as const
    expect(await handlers.getSocialRedirectUri(asked, context)).toEqual({ uri: 'https://network.example/' })
    expect(startSocial).toHaveBeenCalledWith({ ...asked, purpose: 'login', locale: 'en' })
  })

  test('R3-47 ends with the session, on the network that was asked for', async () => {
    const { handlers } = frameWithHandlers({ keys: { finishSocial: async () => signedIn } })
    const user = await handlers.connectSocial(
      { uri: 'x', chainId: 8453, preferredAccountType: 'eoa' },
      context,
    )
    expect(user).toMatchObject({ address: testAddress, chainId: 8453 })
  })

  test('R5-28 is refused with an address that is not ours', async () => {
    const finishSocial = () => told(new StrangeResultError())
    const { handlers } = frameWithHandlers({ keys: { finishSocial } })
    await expect(handlers.connectSocial({ uri: 'x' }, context)).rejects.toThrow(StrangeUriError)
  })

  test('R5-28 is refused with a result that came through the host, before keys is asked', async () => {
    const finishSocial = vi.fn(async () => signedIn)
    const { handlers } = frameWithHandlers({ keys: { finishSocial } })
    const uri = `http://wallet.localhost:8787/social/done?flow=${'F'.repeat(22)}&result=${'r'.repeat(43)}`
    await expect(handlers.connectSocial({ uri }, context)).rejects.toThrow(StrangeUriError)
    expect(finishSocial).not.toHaveBeenCalled()
  })

  test('is refused when nothing was begun, and tells what the provider said', async () => {
    const first = frameWithHandlers({ keys: { finishSocial: () => told(new NothingPendingError()) } })
    await expect(first.handlers.connectSocial({ uri: 'x' }, context)).rejects.toThrow(NoPendingSignInError)
    const second = frameWithHandlers({ keys: { finishSocial: () => told(new http.SocialDeclinedError()) } })
    await expect(second.handlers.connectSocial({ uri: 'x' }, context)).rejects.toMatchObject({ code: 4121 })
  })

  test('to a protected wallet asks for recovery', async () => {
    const { handlers } = frameWithHandlers({
      state: recovering,
      keys: { finishSocial: async () => recovering },
    })
    await expect(handlers.connectSocial({ uri: 'x' }, context)).rejects.toThrow(RecoveryNeededError)
  })
})

describe('R7-63 R7-64 Farcaster', () => {
  const channel = {
    flowId: 'F'.repeat(22),
    uri: 'https://farcaster.example/?channelToken=secret',
    expiresAt: 9e12,
  }
  const keys = { startFarcaster: async () => channel, checkFarcaster: never }

  test('the host gets a name of the channel and never the link', async () => {
    const { url } = await frameWithHandlers({ keys }).handlers.getFarcasterUri({}, context)
    expect(url).toBe(`http://wallet.localhost:8787/farcaster#${channel.flowId}`)
    expect(url).not.toContain('secret')
  })

  test('the screen stays until the app has answered', async () => {
    const state = signedIn.user ? { ...signedIn, user: { ...signedIn.user, userName: 'ada.eth' } } : signedIn
    let answer: (value: unknown) => void = () => undefined
    const checkFarcaster = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const { frame, handlers } = frameWithHandlers({ state, keys: { ...keys, checkFarcaster } })
    const connected = handlers.connectFarcaster({}, context)
    await shown(frame)
    expect(frame.store.getState().screen.name).toBe('farcaster')
    await vi.waitFor(() => {
      answer({ isDone: true, state })
      expect(frame.store.getState().screen.name).toBe('none')
    }, 15_000)
    expect(await connected).toEqual({ userName: 'ada.eth' })
  })

  test('an abort takes the screen away and stops the waiting', async () => {
    const abort = new AbortController()
    const { frame, handlers } = frameWithHandlers({ keys })
    const connected = Promise.resolve(handlers.connectFarcaster({}, contextOf(abort)))
    const refused = expect(connected).rejects.toThrow(UserRejectedError)
    await shown(frame)
    abort.abort()
    await refused
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('a protected wallet is opened on the next screen', async () => {
    let state = recovering
    const { frame, handlers } = frameWithHandlers({
      keys: {
        ...keys,
        ...waitingJoin,
        getState: () => state,
        checkFarcaster: async () => ({ isDone: true, state }),
        checkJoin: async () => {
          state = signedIn
          return { isDone: true, state }
        },
      },
    })
    const names: string[] = []
    frame.store.subscribe(() => names.push(frame.store.getState().screen.name))
    expect(await handlers.connectFarcaster({}, context)).toEqual({ userName: null })
    expect([...new Set(names)]).toEqual(['farcaster', 'recovery', 'none'])
  })
})

describe('R7-60 R4-29 the device step', () => {
  const device = { number: '47', emailHint: 'm•••@example.com', expiresAt: 9e12 }
  const asking: KeysState = { ...signedOut, status: 'awaitingDevice', device }

  test('shows the number, and answers that the host shall ask again', async () => {
    const { frame, handlers } = frameWithHandlers({
      state: asking,
      keys: { checkDevice: async () => asking },
    })
    expect(await handlers.connectDevice({}, context)).toEqual({ isVerified: false })
    const { screen } = frame.store.getState()
    expect(screen.name).toBe('device')
    await handlers.connectDevice({}, context)
    expect(frame.store.getState().screen).toBe(screen)
  })

  test('is done when the mailbox has answered', async () => {
    const challenge = { emailHint: 'm', codeLength: 8, expiresAt: 9e12, resendAt: 0 } as const
    const approved: KeysState = { ...signedOut, status: 'awaitingCode', challenge }
    const { handlers } = frameWithHandlers({ state: asking, keys: { checkDevice: async () => approved } })
    expect(await handlers.connectDevice({}, context)).toEqual({ isVerified: true })
    expect(await frameWithHandlers({ state: approved }).handlers.connectDevice({}, context)).toEqual({
      isVerified: true,
    })
  })

  test.each([http.DeviceRejectedError, http.DeviceGoneError])('%o is told', async (Defined) => {
    const { handlers } = frameWithHandlers({
      state: asking,
      keys: { checkDevice: () => told(new Defined()) },
    })
    await expect(handlers.connectDevice({}, context)).rejects.toMatchObject({ code: Defined.code })
  })

  test('the screen of a request that was refused does not stand for the next one', async () => {
    const next: KeysState = {
      ...asking,
      device: { number: '07', emailHint: 'o•••@example.com', expiresAt: 9e12 },
    }
    const answers = [() => told(new http.DeviceRejectedError()), () => new Promise<never>(() => undefined)]
    let state = asking
    const { frame, handlers } = frameWithHandlers({
      keys: { getState: async () => state, checkDevice: () => answers.shift()?.() },
    })
    await expect(handlers.connectDevice({}, context)).rejects.toMatchObject({
      code: http.DeviceRejectedError.code,
    })
    const { screen: refused } = frame.store.getState()
    state = next
    Promise.resolve(handlers.connectDevice({}, context)).catch(() => undefined)
    await vi.waitFor(() => expect(frame.store.getState().screen).not.toBe(refused), 15_000)
    const { screen } = frame.store.getState()
    const shownNow = screen.name === 'device' ? screen.wait.flow.store.getState() : null
    expect(shownNow).toMatchObject({ device: next.device, phase: 'waiting' })
  })

  test('a service that is down does not end it', async () => {
    vi.useFakeTimers()
    try {
      const checkDevice = () => told(new http.ServiceUnreachableError())
      const { handlers } = frameWithHandlers({ state: asking, keys: { checkDevice } })
      const asked = handlers.connectDevice({}, context)
      await vi.runAllTimersAsync()
      expect(await asked).toEqual({ isVerified: false })
    } finally {
      vi.useRealTimers()
    }
  })

  test('without a request there is no screen', async () => {
    const { frame, handlers } = frameWithHandlers({ state: signedOut })
    await expect(handlers.connectDevice({}, context)).rejects.toThrow(NoPendingSignInError)
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('the code screen waits for the mailbox first, as after a reload of the page', async () => {
    const challenge = { emailHint: 'm•••', codeLength: 8 as const, expiresAt: 9e12, resendAt: 0 }
    const answers = [asking, { ...signedOut, status: 'awaitingCode' as const, challenge }]
    let state = asking
    const checkDevice = async () => {
      state = answers.shift() ?? state
      return state
    }
    const { frame, handlers } = frameWithHandlers({ keys: { getState: async () => state, checkDevice } })
    Promise.resolve(handlers.promptOtp({}, context)).catch(() => undefined)
    await vi.waitFor(() => expect(frame.store.getState().screen.name).toBe('code'), 15_000)
    expect(answers).toEqual([])
  })

  test('another address: the request is given up', async () => {
    const cancelLogin = vi.fn(async () => signedOut)
    let refuse: (error: Error) => void = () => undefined
    const checkDevice = () =>
      new Promise((_, reject) => {
        refuse = reject
      })
    const { frame, handlers } = frameWithHandlers({ state: asking, keys: { checkDevice, cancelLogin } })
    const asked = Promise.resolve(handlers.connectDevice({}, context))
    const refused = expect(asked).rejects.toThrow(UserRejectedError)
    await shown(frame)
    const { screen } = frame.store.getState()
    if (screen.name === 'device') screen.wait.flow.changeEmail()
    refuse(new BaseError(1007, 'aborted'))
    await refused
    expect(cancelLogin).toHaveBeenCalledTimes(1)
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('the screen goes when the host does not ask again', async () => {
    vi.useFakeTimers()
    try {
      const { frame, handlers } = frameWithHandlers({
        state: asking,
        keys: { checkDevice: async () => asking },
      })
      await handlers.connectDevice({}, context)
      await vi.advanceTimersByTimeAsync(5_000)
      expect(frame.store.getState().screen.name).toBe('none')
    } finally {
      vi.useRealTimers()
    }
  })
})

test.each([
  ['drops what is under way', async () => signedOut],
  ['goes on without the keys document', () => Promise.reject(new BaseError(2019, 'down'))],
])('starting anew %s', async (_, cancel) => {
  vi.useFakeTimers()
  try {
    const cancelLogin = vi.fn(cancel)
    const reloaded = vi.fn()
    const handlers = createHandlers({
      ...frameWithHandlers({ keys: { cancelLogin } }).frame,
      reload: reloaded,
    })
    await handlers.reload({}, context)
    expect([cancelLogin.mock.calls.length, reloaded.mock.calls.length]).toEqual([1, 0])
    await vi.runAllTimersAsync()
    expect(reloaded).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})

test('R7-74 R7-75 R7-76 R4-32 R4-33 R4-34 a page cannot change the e-mail address: nothing is asked, nothing is shown', async () => {
  const asked = vi.fn()
  for (const headlessOtp of [false, true]) {
    const keys = { startEmailChange: asked, submitEmailChange: asked, resendEmailChange: asked }
    const { frame, handlers } = frameWithHandlers({ config: { headlessOtp }, keys })
    const { updateEmail, updateEmailPrimaryOtp, updateEmailSecondaryOtp, promptUpdateEmail } = handlers
    for (const refused of [
      () => updateEmail({ email: 'ada@new.example' }, context),
      () => updateEmailPrimaryOtp({ otp: 'ABCD1234' }, context),
      () => updateEmailSecondaryOtp({ otp: 'ABCD1234' }, context),
      () => promptUpdateEmail({}, context),
    ])
      await expect(Promise.resolve(refused())).rejects.toThrow(http.AccountPageOnlyError)
    expect(frame.store.getState().screen.name).toBe('none')
  }
  expect(asked).not.toHaveBeenCalled()
})
