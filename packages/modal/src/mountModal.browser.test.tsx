import { close, goBack, open, push, setTheme, showAlert, showToast } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pretendEmail } from './workbench/pretend/pretendConnectors.ts'
import { pretendFrame } from './workbench/pretend/pretendFrame.ts'
import { type Stage, stageView } from './workbench/stageView.ts'
import { viewStates } from './workbench/viewStates.ts'

let stage: Stage
const start = async (...parameters: Parameters<typeof stageView>) => {
  stage = await stageView(...parameters)
  return stage
}
const root = () => stage.modal.element.shadowRoot as ShadowRoot
const dialog = () => root().querySelector('dialog') as HTMLDialogElement
const title = () => root().querySelector('h2')?.textContent
const focused = () => root().activeElement

beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

describe('opening', () => {
  it('R2-12 paints Connect in the same task, before anything answers', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const { config } = await start('Connect', viewStates.Connect.default)
    close(config)
    expect(dialog().open).toBe(false)
    open(config)
    await Promise.resolve()
    expect(dialog().open).toBe(true)
    expect(title()).toBe('Connect')
    expect(root().querySelector('.lk-view input[type=email]')).not.toBeNull()
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  it('names the dialog by its view', async () => {
    await start('Networks', viewStates.Networks.default)
    await expect.element(page.getByRole('dialog', { name: 'Networks' })).toBeVisible()
  })

  it('begins with the first field of use, or with the title', async () => {
    await start('Connect', viewStates.Connect.default)
    await expect.poll(() => focused()?.getAttribute('type')).toBe('email')
    push(stage.config, { name: 'Account' })
    await expect.poll(() => focused()?.textContent).toBe('Account')
  })

  it('shows the way in for a view that nobody registered', async () => {
    await start('Connect', viewStates.Connect.default)
    open(stage.config, { view: { name: 'constructor', params: { toString: 1 } } })
    await expect.poll(title).toBe('Connect')
  })

  it('R2-38 opens the view that a caller asks for', async () => {
    await start('Connect', viewStates.Connect.default)
    close(stage.config)
    open(stage.config, { view: { name: 'Connect', params: { email: 'ada@example.com' } } })
    await expect.element(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ada@example.com')
  })
})

describe('moving', () => {
  it('R2-7 R2-11 Escape goes back from a nested view, and closes from the first', async () => {
    const { config } = await start('Networks', viewStates.Networks.default)
    await userEvent.keyboard('{Escape}')
    await expect.poll(title).toBe('Account')
    expect(root().querySelector<HTMLElement>('.lk-views')?.dataset.direction).toBe('prev')
    await userEvent.keyboard('{Escape}')
    expect(config.modal.getState().open).toBe(false)
    expect(dialog().open).toBe(false)
  })

  it('R2-20 an approval is left by closing alone', async () => {
    const { config } = await start('ApproveTransaction', {
      ...viewStates.ApproveTransaction.default,
      below: [{ name: 'Account' }],
    })
    expect(page.getByRole('button', { name: 'Back' }).elements()).toHaveLength(0)
    await userEvent.keyboard('{Escape}')
    expect(config.modal.getState().open).toBe(false)
  })

  it('keeps what it showed while it fades, and starts anew when it opens', async () => {
    const { config } = await start('Networks', viewStates.Networks.many ?? viewStates.Networks.default)
    await page.getByRole('searchbox').fill('base')
    close(config)
    config.router.setState({ stack: [{ name: 'Account' }] })
    await Promise.resolve()
    expect(title()).toBe('Networks')
    open(config, { view: { name: 'Networks' } })
    await expect.element(page.getByRole('searchbox')).toHaveValue('')
  })

  it('shakes for a real error', async () => {
    const { config } = await start('Connect', viewStates.Connect.default)
    config.modal.setState({ shake: true })
    expect(dialog().hasAttribute('data-shake')).toBe(true)
  })
})

describe('the frame', () => {
  const iframe = () => {
    const element = stage.modal.frameLayer.appendChild(document.createElement('iframe'))
    element.title = 'Wallet'
    return element
  }
  const isShown = () => stage.modal.frameLayer.hasAttribute('data-shown')

  it('is shown by a view that has a place for it, once it has something to show', async () => {
    const { config } = await start('EmailVerifyOtp', viewStates.EmailVerifyOtp.loading ?? {})
    const frame = iframe()
    expect(isShown()).toBe(false)
    pretendFrame(config, 'code', 300)
    expect(isShown()).toBe(true)
    expect(focused()).toBe(frame)
    goBack(config)
    expect(isShown()).toBe(false)
    expect(stage.modal.frameLayer.inert).toBe(true)
    await expect.poll(() => focused()?.getAttribute('type')).toBe('email')
  })

  it('stays while its answer is on the way and while the modal fades: no empty card is seen', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { config } = await start('ApproveTransaction', viewStates.ApproveTransaction.default)
    iframe()
    pretendFrame(config, 'approval', 520)
    expect(isShown()).toBe(true)
    config.frame.setState({ screen: 'none' })
    expect(isShown()).toBe(true)
    close(config)
    expect(dialog().open).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(isShown()).toBe(true)
    expect(stage.modal.frameLayer.inert).toBe(true)
    open(config)
    expect(isShown()).toBe(false)
    vi.useRealTimers()
  })

  it('has the focus when its screen was drawn before the modal opened for it', async () => {
    const { config } = await start('EmailVerifyOtp', viewStates.EmailVerifyOtp.default)
    const frame = iframe()
    close(config)
    pretendFrame(config, 'approval', 520)
    open(config, { view: { name: 'ApproveTransaction' } })
    await expect.poll(title).toBe('Request')
    await expect.poll(focused).toBe(frame)
  })

  it('gives its place back when no answer follows', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { config } = await start('EmailVerifyOtp', viewStates.EmailVerifyOtp.default)
    await expect.poll(() => stage.modal.element.shadowRoot?.querySelector('.lk-slot')).toBeTruthy()
    pretendFrame(config, 'code', 300)
    config.frame.setState({ screen: 'none' })
    // An account is read before the view is taken away: until then nothing empty is seen.
    vi.advanceTimersByTime(2_099)
    expect(isShown()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isShown()).toBe(false)
    vi.useRealTimers()
  })

  it('gives its place back at once to what the view says of an error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let refuse = (_reason: Error) => {}
    const prompt = new Promise<never>((_, reject) => (refuse = reject))
    const { config } = await start('EmailVerifyOtp', {
      connectors: [pretendEmail({ promptCode: () => prompt })],
    })
    pretendFrame(config, 'code', 300)
    config.frame.setState({ screen: 'none' })
    refuse(Object.assign(new Error('no'), { code: 6002 }))
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).elements().length).toBe(1)
    vi.advanceTimersByTime(300)
    expect(isShown()).toBe(false)
    vi.useRealTimers()
  })

  it('is never moved or loaded again', async () => {
    const { config } = await start('EmailVerifyOtp', viewStates.EmailVerifyOtp.default)
    const frame = iframe()
    const inside = frame.contentWindow
    const unloaded = vi.fn()
    inside?.addEventListener('pagehide', unloaded)
    close(config)
    open(config)
    push(config, { name: 'Networks' })
    push(config, { name: 'ApproveTransaction' })
    pretendFrame(config, 'approval', 500)
    setTheme(config, { locale: 'ar-XB' })
    await expect.poll(() => dialog().dir).toBe('rtl')
    expect(frame.contentWindow).toBe(inside)
    expect(unloaded).not.toHaveBeenCalled()
  })

  it.each([
    [300, 300],
    [4_000, 536],
    [10, 220],
  ])('makes the card fit a content of %i px', async (height, space) => {
    const { config } = await start('EmailVerifyOtp', viewStates.EmailVerifyOtp.default)
    pretendFrame(config, 'code', height)
    // The largest card is min(600px, 85dvh); the test window may be lower.
    const most = Math.min(600, window.innerHeight * 0.85) - 64
    await expect.poll(() => dialog().offsetHeight).toBe(Math.round(Math.min(space, most)) + 64)
    await expect.poll(() => stage.modal.frameLayer.offsetHeight).toBe(dialog().offsetHeight - 65)
  })

  it('hands Escape and Tab on to the shell', async () => {
    const { config } = await start('EmailVerifyOtp', viewStates.EmailVerifyOtp.default)
    const events = config.eventsOf('embedded')
    events.emit('frameKey', { key: 'tabForward' })
    expect(focused()?.getAttribute('aria-label')).toBe('Back')
    events.emit('frameKey', { key: 'tabBackward' })
    expect(focused()?.getAttribute('aria-label')).toBe('Close')
    events.emit('frameKey', { key: 'escape' })
    await expect.poll(title).toBe('Connect')
  })
})

describe('language and theme', () => {
  it('follows the language, its direction too', async () => {
    const { config } = await start('Connect', viewStates.Connect.default)
    setTheme(config, { locale: 'de-AT' })
    await expect.poll(title).toBe('Verbinden')
    expect(dialog().lang).toBe('de')
    setTheme(config, { locale: 'ar-XB' })
    await expect.poll(() => dialog().dir).toBe('rtl')
    const close = page.getByRole('button', { name: /Close/ }).element().getBoundingClientRect()
    expect(close.left).toBeLessThan(dialog().getBoundingClientRect().left + 80)
  })

  it('tells the frame the language that it found', async () => {
    document.documentElement.lang = 'de'
    const { config } = await start('Connect', viewStates.Connect.default)
    document.documentElement.lang = 'en'
    expect(config.theme.getState().locale).toBe('de')
    await expect.poll(title).toBe('Verbinden')
  })

  it('takes an accent that is a colour, and nothing else', async () => {
    const { config } = await start('Connect', viewStates.Connect.default, { accent: '#0a7' })
    const { element } = stage.modal
    await expect.poll(() => element.style.getPropertyValue('--lk-accent-fill')).not.toBe('')
    setTheme(config, { accent: 'url(https://evil.example)', themeMode: 'light' })
    await expect.poll(() => element.style.getPropertyValue('--lk-accent-fill')).toBe('')
    expect(element.dataset.theme).toBe('light')
  })
})

describe('theme variables of the page', () => {
  const value = (name: string) =>
    getComputedStyle(root().querySelector('dialog') as Element).getPropertyValue(name)
  it('change corners, font, width and ground, and the accent with the ground', async () => {
    const { config } = await start('Connect', viewStates.Connect.default)
    const before = value('--lk-accent-text')
    setTheme(config, {
      themeVariables: {
        radius: 2,
        font: '"Inter", sans-serif',
        fontSize: 11,
        width: 420,
        background: '#1d2a44',
      },
    })
    await expect.poll(() => dialog().getBoundingClientRect().width).toBe(420)
    expect(getComputedStyle(dialog()).borderStartStartRadius).toBe('12px')
    expect(getComputedStyle(dialog()).fontFamily).toBe('Inter, sans-serif, system-ui, sans-serif')
    expect(getComputedStyle(dialog()).backgroundColor).toBe('rgb(29, 42, 68)')
    expect(value('--lk-surface-1')).not.toBe('#1b1d1d')
    expect(value('--lk-accent-text')).not.toBe(before)
    setTheme(config, { themeVariables: undefined })
    await expect.poll(() => dialog().getBoundingClientRect().width).toBe(360)
    expect(value('--lk-accent-text')).toBe(before)
  })

  it('of the wrong kind change nothing, and a ground that hides the text is moved', async () => {
    const { config } = await start('Connect', viewStates.Connect.default)
    const radius = getComputedStyle(dialog()).borderStartStartRadius
    const variables = { radius: '9px; color: red', width: 20, background: '#ffffff', accent: 'url(x)' }
    setTheme(config, { themeVariables: variables as never })
    await expect.poll(() => getComputedStyle(dialog()).backgroundColor).not.toBe('rgb(18, 19, 19)')
    expect(getComputedStyle(dialog()).backgroundColor).not.toBe('rgb(255, 255, 255)')
    expect(getComputedStyle(dialog()).borderStartStartRadius).toBe(radius)
    expect(dialog().getBoundingClientRect().width).toBe(360)
  })
})

describe('notices', () => {
  it('shows an alert until it is dismissed', async () => {
    const { config } = await start('Connect', viewStates.Connect.default)
    showAlert(config, { kind: 'frameLoadFailed', short: 's', long: 'l', code: 6002 })
    await expect.element(page.getByRole('alert').filter({ hasText: 'The wallet did not load' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Dismiss' }))
    expect(config.notices.getState().alert).toBeUndefined()
  })

  it('says a failure once, where it can be answered', async () => {
    const { config } = await start('EmailVerifyOtp', viewStates.EmailVerifyOtp.unreachable ?? {})
    await expect.element(page.getByText('The wallet did not load')).toBeVisible()
    showAlert(config, { kind: 'frameLoadFailed', short: 's', long: 'l' })
    await expect.poll(() => config.notices.getState().alert).toBeUndefined()
    expect(page.getByText('The wallet did not load').elements()).toHaveLength(1)
  })

  it.each([
    ['Networks', 1_280, 800],
    ['Account', 390, 844],
    ['ApproveTransaction', 844, 390],
  ] as const)('a toast covers no button and no frame in %s at %i × %i', async (name, width, height) => {
    await page.viewport(width, height)
    const { config } = await start(name, viewStates[name].default)
    showToast(config, {
      kind: 'error',
      name: 'signInTimeout',
      message: 'Not of any catalogue',
    })
    await expect.element(page.getByText(/in time/)).toBeVisible()
    const toast = () => root().querySelector('.lk-toast')?.getBoundingClientRect() ?? new DOMRect()
    const others = () =>
      [...root().querySelectorAll('.lk-header button, .lk-view button, .lk-frame-layer[data-shown]')].map(
        (one) => one.getBoundingClientRect(),
      )
    const covers = (other: DOMRect) =>
      other.bottom > toast().top &&
      other.top < toast().bottom &&
      other.right > toast().left &&
      other.left < toast().right
    // In one look: a toast that is gone covers nothing either.
    await expect.poll(() => [toast().height > 40, others().filter(covers).length]).toEqual([true, 0])
    expect(others().length).toBeGreaterThan(0)
  })

  it('shows a toast in the words of the visitor', async () => {
    const { config } = await start('Connect', viewStates.Connect.default)
    showToast(config, { kind: 'error', name: 'actionNotAllowed', message: 'Not of any catalogue' })
    await expect.element(page.getByText('The wallet does not allow this action')).toBeVisible()
  })
})

it('two modals live on one page', async () => {
  const first = await stageView('Connect', viewStates.Connect.default)
  await start('Account', { ...viewStates.Account.default, connectors: [pretendEmail()] })
  expect(title()).toBe('Account')
  expect(first.modal.element.shadowRoot?.querySelector('h2')?.textContent).toBe('Connect')
  first.modal.destroy()
  first.config.destroy()
})

it('leaves nothing behind', async () => {
  const before = document.adoptedStyleSheets.length
  const { modal, config } = await start('Connect', viewStates.Connect.default)
  modal.destroy()
  open(config)
  expect(document.querySelector('latchkey-modal')).toBeNull()
  expect(document.adoptedStyleSheets).toHaveLength(before)
})

it('says the words of the page', async () => {
  const words = { en: { 'connect.title': 'Sign in to the shop' } }
  await start('Connect', { ...viewStates.Connect.default, words })
  await expect.element(page.getByRole('dialog', { name: 'Sign in to the shop' })).toBeVisible()
})
