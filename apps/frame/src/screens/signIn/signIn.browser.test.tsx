import type { ReactElement } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createStore } from 'zustand/vanilla'
import type { DeviceFlow, DeviceState } from '../../context/Frame.ts'
import { LocaleProvider } from '../../locales/LocaleContext.tsx'
import type { FarcasterFlow, FarcasterState } from '../../signIn/flows/farcasterFlow.ts'
import type { RecoveryFlow, RecoveryState } from '../../signIn/flows/recoveryFlow.ts'
import { loadWorkbenchLocale } from '../../workbench/loadWorkbenchLocale.ts'
import { signInStates } from '../../workbench/signInStates.tsx'
import { DeviceScreen } from './DeviceScreen.tsx'
import { FarcasterScreen, qrPath } from './FarcasterScreen.tsx'
import { RecoveryScreen } from './RecoveryScreen.tsx'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../../frame.css'
import './signIn.css'

const MINUTE = 60_000
const wallet = { name: 'Latchkey', host: 'wallet.localhost' }

function listen() {
  const told: string[] = []
  const shared = {
    wallet,
    onEscape: () => told.push('escape'),
    onFocusExit: (direction: string) => told.push(direction),
  }
  return { told, shared }
}
const show = (element: ReactElement) => render(<div className="lk-root">{element}</div>)

async function showDevice(change: Partial<DeviceState> = {}) {
  const { told, shared } = listen()
  const store = createStore<DeviceState>(() => ({
    device: { number: '47', emailHint: 'm•••@example.com', expiresAt: Date.now() + 9 * MINUTE },
    phase: 'waiting',
    problem: null,
    resending: false,
    resent: false,
    resendAt: 0,
    ...change,
  }))
  const flow: DeviceFlow = {
    store,
    now: Date.now,
    resend: async () => void told.push('resend'),
    changeEmail: () => told.push('change'),
  }
  await show(<DeviceScreen {...shared} flow={flow} />)
  return { told, store }
}

describe('R4-26 the device screen', () => {
  test('shows the number, says what to do, and has the focus on its heading', async () => {
    await showDevice()
    await expect.element(page.getByRole('heading', { name: 'Confirm from your e-mail' })).toHaveFocus()
    await expect.element(page.getByText('47')).toBeVisible()
    expect(document.querySelector('main')?.textContent).toContain('We sent a link to m•••@example.com')
    await expect.element(page.getByText('Valid for 9 more minutes')).toBeVisible()
  })

  test('says by a live region that the mailbox has answered', async () => {
    const { store } = await showDevice()
    store.setState({ phase: 'approved' })
    await expect.element(page.getByRole('status').filter({ hasText: 'Confirmed' })).toBeVisible()
    store.setState({ phase: 'refused' })
    await expect.element(page.getByRole('alert').filter({ hasText: 'You refused' })).toBeVisible()
    expect(document.body.textContent).not.toContain('47')
  })

  test('sends the link again, and goes back for another address, by keyboard', async () => {
    const { told } = await showDevice()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await userEvent.keyboard(' {Escape}')
    await userEvent.tab()
    expect(told).toEqual(['resend', 'change', 'escape', 'forward'])
  })

  test('waits before it sends again', async () => {
    const { told } = await showDevice({ resendAt: Date.now() + MINUTE })
    const waiting = page.getByRole('button', { name: /New link in \d+ s/ })
    await expect.element(waiting).toHaveAttribute('aria-disabled', 'true')
    expect(told).toEqual([])
  })
})

async function showFarcaster(change: Partial<FarcasterState> = {}, isPhone = false) {
  const { told, shared } = listen()
  const store = createStore<FarcasterState>(() => ({
    phase: 'waiting',
    uri: 'https://farcaster.example/~/siwf?channelToken=x',
    expiresAt: Date.now() + MINUTE,
    isUnreachable: false,
    ...change,
  }))
  const flow: FarcasterFlow = { store, now: Date.now, restart: () => told.push('restart') }
  await show(<FarcasterScreen {...shared} flow={flow} isPhone={isPhone} />)
  return { told, store }
}

describe('R2-18 the Farcaster screen', () => {
  test('draws the code, dark on white in both themes, and never moves when it comes', async () => {
    const { store } = await showFarcaster({ phase: 'opening', uri: null })
    const box = () => document.querySelector('.fr-qr')?.getBoundingClientRect()
    const height = () => document.querySelector('main')?.scrollHeight
    const before = box()
    const heightBefore = height()
    store.setState({ phase: 'waiting', uri: 'https://farcaster.example/' })
    await expect
      .element(page.getByRole('img', { name: 'QR code that opens the Farcaster app' }))
      .toBeVisible()
    expect(box()).toEqual(before)
    expect(height()).toBe(heightBefore)
    for (const theme of ['dark', 'light']) {
      document.documentElement.setAttribute('data-theme', theme)
      const style = getComputedStyle(document.querySelector('.fr-qr') as Element)
      expect([style.color, style.backgroundColor]).toEqual(['rgb(20, 21, 21)', 'rgb(255, 255, 255)'])
    }
  })

  test('has a title to be read; the one that is seen is the page’s', async () => {
    await showFarcaster()
    const heading = page.getByRole('heading', { name: 'Sign in with Farcaster', level: 1 })
    await expect.element(heading).toHaveFocus()
    expect(heading.element().getBoundingClientRect().width).toBeLessThanOrEqual(1)
    await expect.element(page.getByRole('main')).toHaveAccessibleName('Sign in with Farcaster')
  })

  test('gets a new code when one is over', async () => {
    const { told, store } = await showFarcaster()
    store.setState({ phase: 'expired' })
    await expect.element(page.getByRole('alert')).toHaveTextContent('This code has expired')
    await page.getByRole('button', { name: 'Show a new code' }).click()
    expect(told).toEqual(['restart'])
  })

  test('on a phone links to the app in a window that cannot reach back', async () => {
    await showFarcaster({}, true)
    const link = page.getByRole('link', { name: 'Open the Farcaster app' })
    await expect.element(link).toHaveAttribute('href', 'https://farcaster.example/~/siwf?channelToken=x')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(document.querySelector('svg[role="img"]')).toBeNull()
  })
})

async function showRecovery(change: Partial<RecoveryState> = {}) {
  const { told, shared } = listen()
  const store = createStore<RecoveryState>(() => ({
    mode: 'recover',
    methods: ['passkey', 'code'],
    who: 'm•••@example.com',
    phase: 'choose',
    join: { href: '#join', number: '83', expiresAt: Date.now() + MINUTE },
    problem: null,
    ...change,
  }))
  const flow: RecoveryFlow = {
    store,
    tryPasskey: async () => void told.push('passkey'),
    windowOpened: () => {
      told.push('window')
      store.setState({ phase: 'window' })
    },
    chooseAgain: () => store.setState({ phase: 'choose' }),
  }
  await show(<RecoveryScreen {...shared} flow={flow} />)
  return { told, store }
}

describe('the recovery screen', () => {
  test('offers what opens the wallet, and takes no code itself', async () => {
    const { told } = await showRecovery()
    await expect.element(page.getByRole('heading')).toHaveTextContent('Open your wallet on this device')
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    expect(told).toEqual(['passkey'])
    await expect.element(page.getByRole('link', { name: 'Use your recovery code' })).toBeVisible()
    expect(document.querySelector('input, textarea')).toBeNull()
  })

  test('the click on a passkey is a person’s own: the browser counts it as an activation', async () => {
    await showRecovery()
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    expect(navigator.userActivation.hasBeenActive).toBe(true)
  })

  test('shows the number once the window was opened, moves the focus there, and leads back', async () => {
    const { told, store } = await showRecovery()
    const link = page.getByRole('link', { name: 'Use your recovery code' })
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    store.setState({ phase: 'window' })
    await expect
      .element(page.getByRole('heading', { name: 'Finish in the window that opened' }))
      .toHaveFocus()
    await expect.element(page.getByText('83')).toBeVisible()
    await page.getByRole('button', { name: 'Choose another way' }).click()
    await expect.element(page.getByRole('heading')).toHaveTextContent('Open your wallet on this device')
    expect(told).toEqual([])
  })

  test('a browser without passkeys here leaves the other window as the one way', async () => {
    await showRecovery({ problem: 'unavailable', methods: ['passkey'] })
    await expect.element(page.getByRole('alert')).toHaveTextContent('They work in the wallet’s own window.')
    await expect.element(page.getByRole('link', { name: 'Continue in the wallet’s window' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Use your passkey' }).query()).toBeNull()
  })

  test('while the window is prepared its button waits', async () => {
    await showRecovery({ join: null })
    const button = page.getByRole('button', { name: 'Preparing the wallet’s window' })
    await expect.element(button).toHaveAttribute('aria-busy', 'true')
  })
})

describe.each(['en', 'de', 'ar-XB'])('in %s', (tag) => {
  test.each(Object.keys(signInStates))('%s has all its words, and fits 360 px', async (name) => {
    const locale = await loadWorkbenchLocale(tag)
    document.documentElement.dir = locale.dir
    await render(
      <LocaleProvider value={locale}>
        <div className="lk-root" style={{ inlineSize: 360 }}>
          {signInStates[name]}
        </div>
      </LocaleProvider>,
    )
    expect(document.body.textContent).not.toMatch(
      /(?:device|farcaster|recover|passkey|signIn)\.[a-z]|undefined|NaN|\{/,
    )
    const screen = document.querySelector('.fr-screen') as HTMLElement
    expect(screen.scrollWidth).toBeLessThanOrEqual(360)
    document.documentElement.dir = 'ltr'
  })
})

test('a QR code has its quiet zone and its finders', () => {
  const { size, path } = qrPath('https://farcaster.example/')
  expect(size).toBeGreaterThanOrEqual(29)
  expect(path.startsWith('M6 4H9a2 2')).toBe(true)
  expect(path).not.toMatch(/M[0-3](?:\.5)? |NaN|M[\d.]+ [0-3]H/)
})
