import { AccountFrozenError, FreshLoginRequiredError, SocialUnavailableError } from '@latchkey/protocol/http'
import { PanelClosedError } from '@latchkey/protocol/keys'
import axe from 'axe-core'
import type { ReactElement } from 'react'
import { describe, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadWords } from '../locales/Words.ts'
import { WordsProvider } from '../locales/WordsContext.tsx'
import type { AccountPage, AccountState } from '../page/AccountPage.ts'
import { type Answers, fakePage } from '../testing/fakePage.ts'
import { NOW, sampleAccount, sampleConfig, signedInState, signedOutState } from '../testing/sampleAccount.ts'
import { AccountApp, PageFrame } from './AccountApp.tsx'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../account.css'

const wallet = { name: 'Latchkey', host: 'wallet.example' }
const challenge = { emailHint: 'a•••@example.com', codeLength: 8 as const, expiresAt: NOW + 9e5, resendAt: 0 }
const german = await loadWords(['de'])

function app(page: AccountPage, join: string | null = null): ReactElement {
  return (
    <PageFrame wallet={wallet}>
      <AccountApp page={page} sheet={document.createElement('div')} join={join} />
    </PageFrame>
  )
}

const device = { number: '42', emailHint: 'a•••@example.com', expiresAt: NOW }

const states: [string, Partial<AccountState>, Answers?, string?][] = [
  ['starting', { status: 'starting', keys: null }],
  ['down', { status: 'down' }],
  ['signed out', { keys: signedOutState }],
  ['to let another window in', { keys: signedOutState }, {}, 'j'],
  [
    'awaiting the mailbox',
    { keys: { ...signedOutState, status: 'awaitingDevice', device } },
    { checkDevice: () => new Promise(() => undefined) },
  ],
  ['entering the code', { keys: { ...signedOutState, status: 'awaitingCode', challenge } }],
  ['recovering', { keys: { ...signedOutState, status: 'awaitingRecovery', recovery: ['code', 'passkey'] } }],
  ['the account', {}],
  ['the account with a join', {}, {}, 'j'],
  ['confirming', { confirming: true }],
  ['not readable', { accountFailed: true, account: null }],
  [
    'protected, frozen and held',
    {
      account: {
        ...sampleAccount,
        tier: 'protected',
        frozenAt: NOW,
        exportHeldUntil: NOW + 1e7,
        exportedAt: NOW - 1e7,
      },
      notice: { tone: 'danger', text: 'x', code: 4126 },
    },
  ],
]

describe.each(['dark', 'light'] as const)('in %s', (theme) => {
  test.each(states)('%s has no fault that axe knows', async (_, state, answers, join) => {
    const root = document.documentElement
    root.setAttribute('data-theme', theme)
    root.lang = 'en'
    document.title = 'Security and devices'
    const { container } = await render(
      <div className="lk-root">{app(fakePage(state, answers), join ?? null)}</div>,
    )
    const { passes, violations } = await axe.run(container, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    expect(passes.map(({ id }) => id)).toContain('color-contrast')
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})

test('says who could open the wallet, in words', async () => {
  await render(app(fakePage()))
  await expect.element(browser.getByText(/The operator of this wallet could in principle/)).toBeVisible()
})

test('protects only with two tested ways, and only after a second yes', async () => {
  const [tested, untested] = sampleAccount.methods
  const page = fakePage({}, { protect: () => ({ ...signedInState, tier: 'protected' }) })
  await render(app(page))
  await expect.element(browser.getByRole('button', { name: 'Protect this wallet' })).toBeDisabled()
  if (!tested || !untested) throw new Error('no methods')
  page.store.setState({ account: { ...sampleAccount, methods: [tested, { ...untested, provenAt: NOW }] } })
  await userEvent.click(browser.getByRole('button', { name: 'Protect this wallet' }))
  expect(page.calls.map(([name]) => name)).not.toContain('protect')
  await userEvent.click(browser.getByRole('button', { name: 'Protect for good' }))
  await expect.poll(() => page.calls.map(([name]) => name)).toContain('protect')
})

test('a device can be sent away, this page cannot', async () => {
  const page = fakePage({}, { revokeDevice: () => ({}) })
  await render(app(page))
  expect(browser.getByRole('button', { name: /^Sign out Chrome/ }).elements()).toHaveLength(0)
  await userEvent.click(browser.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await expect.poll(() => page.calls).toContainEqual(['revokeDevice', { deviceId: 'd2' }])
})

test('a site can be disconnected', async () => {
  const page = fakePage({}, { revokeSite: () => ({}) })
  await render(app(page))
  await userEvent.click(browser.getByRole('button', { name: 'Disconnect app.localhost:5173' }))
  await expect
    .poll(() => page.calls)
    .toContainEqual(['revokeSite', { projectId: 'demo', origin: 'http://app.localhost:5173' }])
})

test('a site that knows the e-mail address is no longer told it, and stays connected', async () => {
  const sites = sampleAccount.sites.map((site) => ({ ...site, knowsEmail: true }))
  const page = fakePage({ account: { ...sampleAccount, sites } }, { revokeSite: () => ({}) })
  await render(app(page))
  await expect.element(browser.getByText(/Knows your e-mail address and may keep it/)).toBeVisible()
  await userEvent.click(browser.getByRole('button', { name: 'Stop sharing with app.localhost:5173' }))
  await expect
    .poll(() => page.calls)
    .toContainEqual(['revokeSite', { projectId: 'demo', origin: 'http://app.localhost:5173', only: 'email' }])
  // As the service tells it by then.
  await expect.element(browser.getByText(/Knows your e-mail address/)).not.toBeInTheDocument()
})

test('a network is added by a page of its own, and only those that the operator set up', async () => {
  const page = fakePage(
    {},
    { startSocial: () => ({ flowId: 'F'.repeat(22), uri: 'https://x.example/authorize', expiresAt: NOW }) },
  )
  await render(app(page))
  expect(browser.getByRole('button', { name: 'Add GitHub' }).elements()).toHaveLength(0)
  await userEvent.click(browser.getByRole('button', { name: 'Add X' }))
  await expect.poll(() => page.assigned).toEqual(['https://x.example/authorize'])
  expect(page.calls).toContainEqual([
    'startSocial',
    {
      provider: 'x',
      purpose: 'link',
      mode: 'redirect',
      returnUri: 'http://wallet.localhost:8787/account?projectId=demo',
      locale: 'en',
    },
  ])
})

describe('Farcaster', () => {
  const channel = {
    flowId: 'f'.repeat(22),
    uri: 'https://farcaster.example/~/siwf?channelToken=1',
    expiresAt: NOW + 6e5,
  }
  const code = () => browser.getByRole('img', { name: /QR|Farcaster/ })
  const waiting = new Promise<never>(() => undefined)

  test('an account of it gets in by the code that its app reads', async () => {
    let answer: (value: unknown) => void = () => undefined
    const page = fakePage(
      { keys: signedOutState, account: null },
      { startFarcaster: () => channel, checkFarcaster: () => new Promise((resolve) => (answer = resolve)) },
    )
    await render(app(page))
    await userEvent.click(browser.getByRole('button', { name: 'Continue with Farcaster' }))
    await expect.element(code()).toBeVisible()
    expect(page.calls).toContainEqual(['startFarcaster', { purpose: 'login', locale: 'en' }])
    await expect.poll(() => page.calls.map(([name]) => name)).toContain('checkFarcaster')
    answer({ isDone: true, state: signedInState })
    await expect.poll(() => page.store.getState().keys?.status).toBe('signedIn')
    expect(page.store.getState().farcaster).toBeNull()
  })

  test('whoever goes back chooses another way, and no answer counts any more', async () => {
    let answer: (value: unknown) => void = () => undefined
    const page = fakePage(
      { keys: signedOutState, account: null },
      { startFarcaster: () => channel, checkFarcaster: () => new Promise((resolve) => (answer = resolve)) },
    )
    await render(app(page))
    await userEvent.click(browser.getByRole('button', { name: 'Continue with Farcaster' }))
    await expect.element(code()).toBeVisible()
    await userEvent.click(browser.getByRole('button', { name: 'Back' }))
    await expect.element(browser.getByRole('textbox')).toBeVisible()
    answer({ isDone: true, state: signedInState })
    await expect.poll(() => page.store.getState().busy).toBeNull()
    expect(page.store.getState()).toMatchObject({ keys: signedOutState, notice: null })
  })

  test('a network that is not set up says so', async () => {
    const page = fakePage(
      { keys: signedOutState, account: null },
      {
        startFarcaster: () => {
          throw new SocialUnavailableError()
        },
      },
    )
    await render(app(page))
    await userEvent.click(browser.getByRole('button', { name: 'Continue with Farcaster' }))
    await expect.poll(() => page.store.getState().notice?.code).toBe(SocialUnavailableError.code)
    expect(page.store.getState().farcaster).toBeNull()
  })

  test('it is added as a further way in, unless it is one already or the operator has none', async () => {
    const page = fakePage({}, { startFarcaster: () => channel, checkFarcaster: () => waiting })
    const { unmount } = await render(app(page))
    await userEvent.click(browser.getByRole('button', { name: 'Add Farcaster' }))
    await expect.element(code()).toBeVisible()
    expect(page.calls).toContainEqual(['startFarcaster', { purpose: 'link', locale: 'en' }])
    await unmount()
    await render(
      app({ ...fakePage({ keys: signedOutState }), config: { ...sampleConfig, socials: ['google'] } }),
    )
    expect(browser.getByRole('button', { name: /Farcaster/ }).elements()).toEqual([])
  })
})

test('every network has its mark, where one signs in and among the ways to', async () => {
  const markOf = (name: string) =>
    browser.getByRole('button', { name }).element().querySelector('svg[viewBox="0 0 24 24"] path')
  const { unmount } = await render(app(fakePage({ keys: signedOutState })))
  const marks = ['Google', 'X'].map((name) => markOf(`Continue with ${name}`)?.getAttribute('d'))
  expect(new Set(marks).size).toBe(2)
  expect(marks).not.toContain(undefined)
  for (const button of document.querySelectorAll('.ac-ways > .lk-button')) {
    const words = document.createRange()
    words.selectNodeContents(button)
    words.setStartAfter(button.querySelector('svg') ?? button)
    const mark = button.querySelector('svg')?.getBoundingClientRect()
    expect(mark?.right, button.textContent).toBeLessThan(words.getBoundingClientRect().left)
  }
  await unmount()
  await render(app(fakePage()))
  expect(markOf('Add X')?.getAttribute('d')).toBe(marks[1])
  const shown = [...document.querySelectorAll('.ac-item-icon path')].map((path) => path.getAttribute('d'))
  expect(shown).toContain(marks[0])
})

test.each([320, 390, 1_280])('nothing is wider than a window of %d px, in German either', async (width) => {
  await browser.viewport(width, 800)
  await render(
    <WordsProvider value={german}>
      <div className="lk-root">{app(fakePage())}</div>
    </WordsProvider>,
  )
  await expect.element(browser.getByText('Das Protokoll ist vollständig', { exact: false })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const cut = [...document.querySelectorAll<HTMLElement>('.ac-card *')].filter(
    (element) =>
      getComputedStyle(element).overflow === 'hidden' && element.scrollWidth > element.clientWidth + 1,
  )
  expect(cut.map((element) => element.textContent)).toEqual([])
})

test('an event of a kind that is not known has a mark too', async () => {
  const events = ['constructor', 'a-new-kind', 'device-added'].map((kind, sequence) => ({
    sequence,
    at: NOW,
    kind,
    facts: {},
    hash: 'A'.repeat(43),
  }))
  const log = { events, next: null, intact: true }
  await render(app(fakePage({}, { getActivity: () => log })))
  await expect.element(browser.getByText('a new kind')).toBeVisible()
  const section = browser.getByRole('region', { name: 'Activity' }).element()
  const marks = [...section.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  expect(marks[0]).toBe(marks[1])
  expect(marks[2]).not.toBe(marks[1])
})

test('an address is changed in two codes', async () => {
  const answers = [
    { next: 'VERIFY_SECONDARY_OTP', challenge: { ...challenge, emailHint: 'n•••@example.com' } },
    { next: 'DONE', newEmail: 'new@example.com', state: signedInState },
  ]
  const page = fakePage(
    {},
    {
      startEmailChange: () => ({ action: 'VERIFY_PRIMARY_OTP', challenge }),
      submitEmailChange: () => answers.shift(),
    },
  )
  await render(app(page))
  await userEvent.click(browser.getByRole('button', { name: 'Change e-mail address' }))
  await userEvent.fill(browser.getByRole('textbox', { name: 'New e-mail address' }), 'new@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(browser.getByText('your current address', { exact: false })).toBeVisible()
  await userEvent.fill(browser.getByRole('textbox', { name: 'Code from the e-mail' }), 'ABCD1234')
  await expect.element(browser.getByText('your new address', { exact: false })).toBeVisible()
  await userEvent.fill(browser.getByRole('textbox', { name: 'Code from the e-mail' }), 'ABCD1235')
  await expect.element(browser.getByText('Your e-mail address has changed.')).toBeVisible()
})

test('nothing is deleted before the word is typed', async () => {
  const page = fakePage({}, { deleteAccount: () => ({}), getState: () => signedOutState })
  await render(app(page))
  await userEvent.click(browser.getByRole('button', { name: 'Delete account' }))
  const word = browser.getByRole('textbox', { name: 'Type DELETE to confirm' })
  await expect.element(browser.getByRole('button', { name: 'Delete for ever' })).toBeDisabled()
  await userEvent.fill(word, 'DELET')
  await expect.element(browser.getByRole('button', { name: 'Delete for ever' })).toBeDisabled()
  // A phone's keyboard begins a field with one capital letter, and adds a space.
  await userEvent.fill(word, 'Delete ')
  await userEvent.click(browser.getByRole('button', { name: 'Delete for ever' }))
  await expect.element(browser.getByRole('heading', { name: 'Sign in to your wallet' })).toBeVisible()
})

test('the other window is spoken of until it has its answer', async () => {
  let answered = false
  const openPanel = () => {
    if (!answered) throw new PanelClosedError()
    return signedInState
  }
  await render(app(fakePage({}, { openPanel }), 'j'))
  const card = browser.getByText('Another window is waiting for your wallet')
  await userEvent.click(browser.getByRole('button', { name: 'Look and decide' }))
  await expect.element(card).toBeVisible()
  answered = true
  await userEvent.click(browser.getByRole('button', { name: 'Look and decide' }))
  await expect.poll(() => card.elements()).toHaveLength(0)
})

test('a frozen account is unfrozen by who signs in, and the sign-in goes on', async () => {
  let frozen = true
  const page = fakePage(
    { keys: { ...signedOutState, status: 'awaitingCode', challenge }, account: null },
    {
      submitCode: () => {
        if (frozen) throw new AccountFrozenError()
        return signedInState
      },
      unfreeze: () => {
        frozen = false
        return {}
      },
    },
  )
  await render(app(page))
  await userEvent.fill(browser.getByRole('textbox', { name: 'Code from the e-mail' }), 'ABCD1234')
  await expect.element(browser.getByText(/recover that were added since then are removed/)).toBeVisible()
  await userEvent.click(browser.getByRole('button', { name: 'Unfreeze' }))
  await expect.element(browser.getByRole('heading', { name: 'Security and devices' })).toBeVisible()
})

describe('before a protected wallet, a frozen account', () => {
  const waiting = { ...signedOutState, status: 'awaitingRecovery', recovery: ['passkey', 'code'] } as const
  const pageWith = (unfreeze: () => object) => {
    const refuse = () => {
      throw new AccountFrozenError()
    }
    const answers = { recoverWithPasskey: refuse, openPanel: refuse, unfreeze, getState: () => waiting }
    return fakePage({ keys: { ...waiting, recovery: [...waiting.recovery] }, account: null }, answers)
  }

  test.each(['Use a passkey', 'Enter the recovery code'])('is unfrozen after "%s"', async (name) => {
    const page = pageWith(() => ({}))
    await render(app(page))
    await userEvent.click(browser.getByRole('button', { name }))
    await userEvent.click(browser.getByRole('button', { name: 'Unfreeze' }))
    await expect.element(browser.getByRole('button', { name })).toBeVisible()
    expect(page.calls.map(([method]) => method)).toContain('unfreeze')
  })

  test('whose login is too old for that has the person sign in again', async () => {
    const page = pageWith(() => {
      throw new FreshLoginRequiredError()
    })
    await render(app(page))
    await userEvent.click(browser.getByRole('button', { name: 'Use a passkey' }))
    await userEvent.click(browser.getByRole('button', { name: 'Unfreeze' }))
    await expect.element(browser.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
  })
})

test('speaks German', async () => {
  await render(<WordsProvider value={german}>{app(fakePage())}</WordsProvider>)
  await expect.element(browser.getByRole('heading', { name: 'Sicherheit und Geräte' })).toBeVisible()
  await expect.element(browser.getByText('Chrome auf Linux')).toBeVisible()
})
