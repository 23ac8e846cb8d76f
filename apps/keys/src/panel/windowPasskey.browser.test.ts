import './panel.css'
import './panelParts.css'
import { NoPasskeysHereError, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { browserPasskeys, type NewPasskey } from '../recovery/browserPasskeys.ts'
import type { PasskeyWindow, WindowOutcome, WindowRequest } from '../recovery/openPasskeyWindow.ts'
import { scriptOf } from './panelHandlers.ts'
import { fakePanelContext, NOW } from './testing/fakePanelContext.ts'
import { stagePanels } from './testing/stagePanels.ts'

const never = new AbortController().signal
const made: NewPasskey = { attestation: {} as never, seals: false, prf: null }
const stand = stagePanels()
afterEach(() => void vi.restoreAllMocks())

/** What WebKit says of a frame of another origin. */
const refuse = () =>
  vi
    .spyOn(navigator.credentials, 'create')
    .mockRejectedValue(
      new DOMException('The origin of the document is not the same as its ancestors.', 'NotAllowedError'),
    )

type Opened = {
  request: WindowRequest
  signal: AbortSignal
  isActive: boolean
  end(outcome: WindowOutcome): void
}

/** A panel in a frame that makes no passkeys; the browser opens each window unless it is blocked. */
async function start() {
  refuse()
  const windows: Opened[] = []
  const shown = vi.fn()
  const settings = { blocked: false, now: NOW }
  let challenges = 0
  const replies = {
    '/account/v1/passkeys/start': () => ({
      challengeId: `c${++challenges}`,
      challenge: 'AAAA'.repeat(challenges),
      rpId: 'keys.localhost',
      userHandle: 'AA',
      userName: 'a',
      excludeCredentials: [],
      expiresAt: settings.now + 300_000,
    }),
    '/account/v1/passkeys/finish': () => ({ methodId: 'm', credentialId: 'id', salt: 'AA' }),
  }
  const openWindow = (request: WindowRequest, signal: AbortSignal): PasskeyWindow | null => {
    if (settings.blocked) return null
    const { isActive } = navigator.userActivation
    const outcome = new Promise<WindowOutcome>((end) => windows.push({ request, signal, isActive, end }))
    return { outcome, focus: shown }
  }
  const { create } = browserPasskeys()
  const fake = fakePanelContext({ replies, openWindow, passkeys: { create }, now: () => settings.now })
  const params = { panel: 'createPasskey', themeMode: 'dark' } as const
  const ended = stand.stage.run(params, never, scriptOf(fake.context, params, never)).then(
    () => 'done',
    (error: { code: number }) => error.code,
  )
  await userEvent.fill(page.getByLabelText('Name of the passkey'), 'My phone')
  await userEvent.click(button('Create passkey'))
  await expect.element(page.getByRole('heading', { name: 'Continue in another window' })).toBeVisible()
  const open = async () => {
    const before = windows.length
    await userEvent.click(button('Open the window'))
    await expect.poll(() => windows.length).toBe(before + 1)
    return windows[before] as Opened
  }
  return { ended, open, windows, shown, settings, calls: fake.calls }
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const says = (text: string) => expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
const signsIn = page.getByRole('heading', { name: 'This passkey signs you in' })

test('a frame that may make none has a window do it, in the press, with the panel’s own options', async () => {
  const { ended, open, shown } = await start()
  await expect
    .element(page.getByText('Your browser makes a passkey only in a window of its own.'))
    .toBeVisible()
  const window = await open()
  expect(window.isActive).toBe(true)
  expect(window.request).toMatchObject({ options: { challenge: 'AAAA', userName: 'a' }, time: 300_000 })
  await userEvent.click(button('Show the window'))
  expect(shown).toHaveBeenCalledOnce()
  window.end({ made })
  await expect.element(signsIn).toBeVisible()
  await userEvent.click(button('Done'))
  expect(await ended).toBe('done')
})

test('a window that is blocked or closed is said, and can be opened again for the same challenge', async () => {
  const { open, settings, windows } = await start()
  settings.blocked = true
  await userEvent.click(button('Open the window'))
  await says('Your browser blocked the window. Allow pop-ups for this site, then try again.')
  settings.blocked = false
  const first = await open()
  first.end('closed')
  await says('You closed the window. We got no passkey from it. Open it again to continue.')
  const second = await open()
  second.end({ made })
  await expect.element(signsIn).toBeVisible()
  expect(windows.map(({ request }) => request.options.challenge)).toEqual(['AAAA', 'AAAA'])
})

test('one that was open too long, or is opened too late, gets another challenge, and the name is not asked for again', async () => {
  const { open, settings, windows } = await start()
  const first = await open()
  first.end('late')
  await says('The window was open too long. Open it again.')
  const second = await open()
  second.end('closed')
  settings.now += 250_000
  await userEvent.click(button('Open the window'))
  await says('The window was open too long. Open it again.')
  const third = await open()
  third.end({ made })
  await expect.element(signsIn).toBeVisible()
  expect(windows.map(({ request }) => request.options.challenge)).toEqual([
    'AAAA',
    'AAAA'.repeat(2),
    'AAAA'.repeat(3),
  ])
})

test('a browser that has none there either ends the panel as before', async () => {
  const { ended, open } = await start()
  const window = await open()
  window.end('refused')
  expect(await ended).toBe(NoPasskeysHereError.code)
})

test('a panel that is closed tells its window; what comes then is not stored', async () => {
  const { ended, open, calls } = await start()
  const window = await open()
  stand.stage.close()
  expect(window.signal.aborted).toBe(true)
  window.end({ made })
  expect(await ended).not.toBe('done')
  expect(calls).not.toContain('POST /account/v1/passkeys/finish')
})

test('a person who declines is not sent to a window', async () => {
  const create = async () => Promise.reject(new PasskeyNotUsedError())
  const replies = {
    '/account/v1/passkeys/start': () => ({
      challenge: 'A',
      excludeCredentials: [],
      expiresAt: NOW + 300_000,
    }),
  }
  const fake = fakePanelContext({ replies, passkeys: { create } })
  const params = { panel: 'createPasskey', themeMode: 'dark' } as const
  void stand.stage.run(params, never, scriptOf(fake.context, params, never)).catch(() => undefined)
  await userEvent.click(button('Create passkey'))
  await expect.element(page.getByText('No passkey was used. You can try again.')).toBeVisible()
  await expect.element(button('Create passkey')).toBeVisible()
})
