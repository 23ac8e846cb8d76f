import {
  DeviceGoneError,
  DeviceRejectedError,
  FreshLoginRequiredError,
  LastIdentityError,
  MailUnavailableError,
  RateLimitedError,
  ServiceUnreachableError,
} from '@latchkey/protocol/http'
import { PanelClosedError } from '@latchkey/protocol/keys'
import { describe, expect, test, vi } from 'vitest'
import { fakePage } from '../testing/fakePage.ts'
import { sampleAccount, signedInState, signedOutState } from '../testing/sampleAccount.ts'
import { loadAccount, openPanel, runAction, signOut, waitForDevice } from './accountActions.ts'

const refuse = (error: Error) => () => Promise.reject(error)

describe('an action', () => {
  test('waits for the one before it, and the account is read anew afterwards', async () => {
    const page = fakePage({ account: null })
    const gate = new EventTarget()
    const opened = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }))
    const order: string[] = []
    const first = runAction(page, 'one', () => opened.then(() => order.push('one')))
    const second = runAction(page, 'two', async () => order.push('two'))
    gate.dispatchEvent(new Event('open'))
    expect(await first).toBe(true)
    expect(await second).toBe(true)
    expect(order).toEqual(['one', 'two'])
    await expect.poll(() => page.store.getState()).toMatchObject({ busy: null, account: sampleAccount })
  })

  test('that fails is told with its code', async () => {
    const page = fakePage()
    expect(await runAction(page, 'x', refuse(new LastIdentityError()))).toBe(false)
    expect(page.store.getState().notice).toMatchObject({ tone: 'danger', code: LastIdentityError.code })
  })

  test('that needs a fresh login asks who it is, and says no error', async () => {
    const page = fakePage()
    await runAction(page, 'x', refuse(new FreshLoginRequiredError()))
    expect(page.store.getState()).toMatchObject({ confirming: true, notice: null })
  })

  test('that the person stepped back from says nothing', async () => {
    const page = fakePage({}, { openPanel: refuse(new PanelClosedError()) })
    await openPanel(page, 'exportKey')
    expect(page.store.getState()).toMatchObject({ panel: null, notice: null, busy: null })
  })
})

test('a panel is on the screen until keys is done with it', async () => {
  const seen: unknown[] = []
  const page = fakePage(
    {},
    {
      openPanel: () => {
        seen.push(page.store.getState().panel)
        return signedInState
      },
    },
  )
  await openPanel(page, 'provePasskey', { methodId: 'm' })
  expect(seen).toEqual([{ name: 'provePasskey', height: 0 }])
  expect(page.calls[0]).toEqual([
    'openPanel',
    { panel: 'provePasskey', methodId: 'm', themeMode: 'dark', locale: 'en', walletName: 'Latchkey' },
  ])
  expect(page.store.getState().panel).toBeNull()
})

test('an account that cannot be read is a state of the page, not the end of it', async () => {
  const page = fakePage({}, { getAccount: refuse(new ServiceUnreachableError()) })
  await loadAccount(page)
  expect(page.store.getState().accountFailed).toBe(true)
})

test('signing out forgets the account', async () => {
  const page = fakePage({}, { signOut: () => page.store.setState({ keys: signedOutState }) })
  await signOut(page)
  expect(page.store.getState().account).toBeNull()
})

describe('waiting for the mailbox', () => {
  const awaiting = {
    ...signedOutState,
    status: 'awaitingDevice' as const,
    device: { number: '42', emailHint: 'a•••@example.com', expiresAt: 1 },
  }

  test('goes on when the person has answered', async () => {
    const page = fakePage(
      { keys: awaiting },
      { checkDevice: () => ({ ...signedOutState, status: 'awaitingCode' }) },
    )
    let now = 0
    await waitForDevice({ ...page, now: () => (now += 2_000) }, new AbortController().signal)
    expect(page.store.getState().keys?.status).toBe('awaitingCode')
  })

  test.each([ServiceUnreachableError, RateLimitedError, MailUnavailableError])(
    'R4-29 %o is told, and the question is asked again',
    async (Passing) => {
      vi.useFakeTimers()
      try {
        let asked = 0
        const page = fakePage(
          { keys: awaiting },
          {
            checkDevice: () => {
              if (asked++ === 0) throw new Passing()
              return { ...signedOutState, status: 'awaitingCode' }
            },
            cancelLogin: () => signedOutState,
          },
        )
        const over = waitForDevice(page, new AbortController().signal)
        await vi.advanceTimersByTimeAsync(2_999)
        const { keys, notice } = page.store.getState()
        expect([keys, notice?.code, asked]).toEqual([awaiting, Passing.code, 1])
        await vi.advanceTimersByTimeAsync(1_001)
        await over
        expect(page.store.getState()).toMatchObject({ keys: { status: 'awaitingCode' }, notice: null })
        expect(page.calls.map(([name]) => name)).toEqual(['checkDevice', 'checkDevice'])
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test.each([DeviceRejectedError, DeviceGoneError])('ends with the reason: %o', async (Final) => {
    const page = fakePage(
      { keys: awaiting },
      { checkDevice: refuse(new Final()), cancelLogin: () => signedOutState },
    )
    await waitForDevice(page, new AbortController().signal)
    expect(page.store.getState()).toMatchObject({ keys: signedOutState, notice: { code: Final.code } })
  })

  test('says nothing after the person has left', async () => {
    const left = new AbortController()
    const page = fakePage(
      { keys: awaiting },
      {
        checkDevice: () => {
          left.abort()
          throw new DeviceRejectedError()
        },
      },
    )
    await waitForDevice(page, left.signal)
    expect(page.store.getState().notice).toBeNull()
  })
})
