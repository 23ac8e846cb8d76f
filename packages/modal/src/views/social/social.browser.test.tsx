import { goBack, type IdentityAbility } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { failing, never, pretendEmail, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { withSocials } from '../../workbench/pretend/withSocials.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

withoutMotion()

const WALLET = 'https://wallet.example'
const RESULT_URI = `${WALLET}/social/done?flow=${'f'.repeat(22)}`
const account = {
  accounts: [{ namespace: 'eip155' as const, address: SAMPLE_ADDRESS, type: 'eoa' as const }],
  caipNetworkId: 'eip155:1' as const,
}

let stage: Stage
let popup: {
  closed: boolean
  location: { replace: ReturnType<typeof vi.fn> }
  close: ReturnType<typeof vi.fn>
}
const openWindow = vi.spyOn(window, 'open')

const start = async (identity: Partial<IdentityAbility> = {}, socials?: readonly string[] | false) => {
  stage = await stageView('Connect', {
    connectors: [pretendEmail({ identity })],
    prepare: (config) => {
      withSocials(config)
      if (socials !== undefined) config.features.setState({ socials })
    },
  })
}
const view = () => stage.config.router.getState().stack.at(-1)?.name
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** They are announced too. */
const words = (text: string) => page.getByText(text).first()
const alerts = () =>
  page
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)
    .join('')
const post = (data: unknown, origin = WALLET) => {
  const event = new MessageEvent('message', { data, origin })
  window.dispatchEvent(Object.defineProperty(event, 'source', { value: popup }))
}

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('./SocialViews.tsx')
  await import('../signIn/SignInViews.tsx')
})
beforeEach(async () => {
  await page.viewport(1_280, 800)
  popup = {
    closed: false,
    location: { replace: vi.fn() },
    close: vi.fn(() => Object.assign(popup, { closed: true })),
  }
  openWindow.mockReset().mockImplementation(() => popup as unknown as Window)
})
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

describe('the networks of the first view', () => {
  it('R9-45 the first is wide, the next four are tiles, and more leads to all', async () => {
    await start()
    for (const name of ['Google', 'X', 'Farcaster', 'Discord', 'Apple'])
      await expect.element(button(`Continue with ${name}`)).toBeVisible()
    expect(button('Continue with GitHub').elements()).toEqual([])
    await userEvent.click(button('More'))
    await expect.poll(view).toBe('ConnectSocials')
    await expect.element(button('Continue with Facebook')).toBeVisible()
    expect(page.getByRole('button', { name: /^Continue with/ }).elements().length).toBeGreaterThanOrEqual(7)
  })

  it('R2-26 are not there, and nothing of them, where social login is off', async () => {
    await start({}, false)
    await expect.element(button('Sign in with a passkey')).toBeVisible()
    expect(page.getByRole('button', { name: /^Continue with/ }).elements()).toEqual([])
  })

  it('R6-3 are not there on a chain that the embedded wallet does not support', async () => {
    stage = await stageView('Connect', {
      connectors: [pretendEmail({ identity: {}, namespaces: ['solana'] })],
      prepare: withSocials,
    })
    expect(page.getByRole('button', { name: /^Continue with/ }).elements()).toEqual([])
    expect(button('Sign in with a passkey').elements()).toEqual([])
  })
})

describe('signing in with one', () => {
  it('R1-4 opens the window in the click, and closes the modal when the account is there', async () => {
    let finish: (result: typeof account) => void = () => undefined
    const connectSocial = vi.fn<IdentityAbility['connectSocial']>(
      () => new Promise((resolve) => (finish = resolve)),
    )
    await start({ socialUri: async () => 'https://accounts.example/', connectSocial })
    await userEvent.click(button('Continue with Google'))
    expect(openWindow.mock.lastCall?.slice(0, 2)).toEqual([
      `${WALLET}/social?provider=google&locale=en`,
      'latchkey-social',
    ])
    expect(openWindow.mock.lastCall?.[2]).toMatch(/width=600,height=800/)
    expect(view()).toBe('ConnectingSocial')
    await expect.element(words('Continue in the Google window')).toBeVisible()
    await vi.waitFor(
      () => expect(popup.location.replace).toHaveBeenCalledWith('https://accounts.example/'),
      15_000,
    )
    post({ type: 'latchkey.social', resultUri: RESULT_URI })
    await expect.element(words('Getting your account')).toBeVisible()
    await expect.poll(() => connectSocial.mock.lastCall?.[0].uri).toBe(RESULT_URI)
    finish(account)
    await expect.poll(() => stage.config.modal.getState().open).toBe(false)
    expect(stage.config.accounts.getState().byNamespace.eip155).toMatchObject({
      status: 'connected',
      socialProvider: 'google',
    })
  })

  it('ignores a message of another origin', async () => {
    const connectSocial = vi.fn<IdentityAbility['connectSocial']>(() => never())
    await start({ socialUri: async () => 'https://accounts.example/', connectSocial })
    await userEvent.click(button('Continue with X'))
    await expect.element(words('Continue in the X window')).toBeVisible()
    post({ type: 'latchkey.social', resultUri: RESULT_URI }, 'https://evil.example')
    await expect.element(words('Continue in the X window')).toBeVisible()
    expect(connectSocial).not.toHaveBeenCalled()
  })

  it('going back takes the window away', async () => {
    await start({ socialUri: async () => 'https://accounts.example/' })
    await userEvent.click(button('Continue with Google'))
    await expect.element(words('Continue in the Google window')).toBeVisible()
    goBack(stage.config)
    await expect.poll(() => popup.close.mock.calls.length).toBe(1)
    expect(stage.config.runtime.social).toBeUndefined()
  })

  it('a blocked window is offered in this page instead', async () => {
    openWindow.mockReturnValue(null)
    const socialUri = vi.fn<IdentityAbility['socialUri']>(() => never())
    await start({ socialUri })
    await userEvent.click(button('Continue with Google'))
    await expect.element(words('Your browser did not open the window')).toBeVisible()
    expect(socialUri).not.toHaveBeenCalled()
    await userEvent.click(button('Continue on this page'))
    await expect.poll(() => socialUri.mock.lastCall?.[0].mode).toBe('redirect')
    expect(socialUri.mock.lastCall?.[0].returnUri).toBe(location.href.split('#')[0])
    await expect.element(words('Taking you to Google')).toBeVisible()
  })

  it('a window that was closed can be opened again', async () => {
    await start({ socialUri: async () => 'https://accounts.example/' })
    await userEvent.click(button('Continue with Google'))
    await expect.element(words('Continue in the Google window')).toBeVisible()
    popup.closed = true
    await expect.element(button('Try again')).toBeVisible()
    popup = { ...popup, closed: false }
    await userEvent.click(button('Try again'))
    await expect.element(words('Continue in the Google window')).toBeVisible()
    expect(openWindow).toHaveBeenCalledTimes(2)
  })

  it('a refusal there is calm, another failure is told', async () => {
    await start({ socialUri: async () => 'https://accounts.example/' })
    await userEvent.click(button('Continue with Google'))
    await expect.element(words('Continue in the Google window')).toBeVisible()
    post({ type: 'latchkey.social', resultUri: `${WALLET}/social/done?flow=f&error=4121` })
    await expect.element(words('Nothing was shared.')).toBeVisible()
    expect(alerts()).toBe('')
  })

  it('a protected wallet is opened on a screen of the frame', async () => {
    const promptRecovery = vi.fn<IdentityAbility['promptRecovery']>(async () => undefined)
    await start({
      socialUri: async () => 'https://accounts.example/',
      connectSocial: () => failing(2021),
      promptRecovery,
    })
    await userEvent.click(button('Continue with Google'))
    await expect.element(words('Continue in the Google window')).toBeVisible()
    post({ type: 'latchkey.social', resultUri: RESULT_URI })
    await expect.poll(() => promptRecovery.mock.calls.length).toBe(1)
    await expect.poll(() => stage.config.modal.getState().open).toBe(false)
    expect(stage.config.accounts.getState().byNamespace.eip155?.socialProvider).toBe('google')
  })

  it.each([{ provider: 'myspace' }, { provider: 7 }, null, undefined])(
    'a page that asks for %j gets a refusal, not a window',
    async (params) => {
      stage = await stageView('ConnectingSocial', { params, connectors: [pretendEmail({ identity: {} })] })
      await expect.poll(alerts).toContain('This way to sign in is not set up here')
      expect(openWindow).not.toHaveBeenCalled()
    },
  )

  it('a page that opens the view by itself opens no window before a click', async () => {
    stage = await stageView('ConnectingSocial', {
      params: { provider: 'google' },
      connectors: [pretendEmail({ identity: {} })],
    })
    await expect.element(button('Try again')).toBeVisible()
    expect(openWindow).not.toHaveBeenCalled()
    await userEvent.click(button('Try again'))
    expect(openWindow).toHaveBeenCalledTimes(1)
  })
})
