import { close, type EmailAbility, open, push, STORAGE_KEYS } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, never, pretendEmail, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

let stage: Stage
const email = { start: vi.fn<EmailAbility['start']>(), promptCode: vi.fn<EmailAbility['promptCode']>() }
const prepare = vi.fn<() => Promise<void>>()
const start = async (connectors = [pretendEmail({ ...email, prepare })]) => {
  stage = await stageView('Connect', { connectors })
}
const field = () => page.getByRole('textbox', { name: 'E-mail' })
const view = () => stage.config.router.getState().stack.at(-1)?.name
const type = async (text: string) => {
  // `document.activeElement` is the host; the field has the focus inside its shadow root.
  await expect.poll(() => stage.modal.element.shadowRoot?.activeElement?.getAttribute('type')).toBe('email')
  await userEvent.keyboard(text)
}

beforeEach(async () => {
  await page.viewport(1_280, 800)
  email.start.mockReset().mockResolvedValue({ action: 'VERIFY_OTP', emailHint: 'a•••@example.com' })
  email.promptCode.mockReset().mockImplementation(() => never())
  prepare.mockReset().mockResolvedValue()
})
afterEach(() => {
  vi.useRealTimers()
  stage.modal.destroy()
  stage.config.destroy()
  document.body.replaceChildren()
})

describe('signing in', () => {
  it('works with the keyboard alone, and gives the focus back', async () => {
    let signIn = () => {}
    email.promptCode.mockImplementation(() => new Promise((resolve) => (signIn = resolve)))
    await start()
    close(stage.config)
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    open(stage.config)
    await type('ada@example.com{Enter}')
    await expect.poll(view).toBe('EmailVerifyOtp')
    expect(email.start.mock.lastCall?.[0].email).toBe('ada@example.com')
    await expect.poll(() => email.promptCode.mock.calls.length).toBe(1)
    signIn()
    await expect.poll(() => stage.config.modal.getState().open).toBe(false)
    expect(stage.config.accounts.getState().byNamespace.eip155?.address).toBe(SAMPLE_ADDRESS)
    expect(document.activeElement).toBe(opener)
  })

  it('starts the frame at the first keystroke, once', async () => {
    await start()
    expect(prepare).not.toHaveBeenCalled()
    await type('ada')
    await vi.waitFor(() => expect(prepare).toHaveBeenCalledTimes(1), 15_000)
  })

  it('starts the frame at a press into the field, before anything is typed', async () => {
    await start()
    await userEvent.click(field())
    await vi.waitFor(() => expect(prepare).toHaveBeenCalledTimes(1), 15_000)
  })

  it('asks for no code where none is needed', async () => {
    email.start.mockResolvedValue({ action: 'CONNECT', emailHint: 'a•••@example.com' })
    await start()
    await type('ada@example.com{Enter}')
    await expect.poll(() => stage.config.modal.getState().open).toBe(false)
    expect(email.promptCode).not.toHaveBeenCalled()
  })

  it('keeps the address for whoever comes back to correct it', async () => {
    email.promptCode.mockImplementation(() => failing(2011))
    await start()
    await type('ada@exmaple.com{Enter}')
    await expect.poll(() => email.promptCode.mock.calls.length).toBe(1)
    await expect.poll(view).toBe('Connect')
    await expect.element(field()).toHaveValue('ada@exmaple.com')
  })

  it('asks the frame no longer when the modal closes', async () => {
    await start()
    push(stage.config, { name: 'EmailVerifyOtp' })
    await expect.poll(() => email.promptCode.mock.calls.length).toBe(1)
    const signal = email.promptCode.mock.lastCall?.[0].signal
    expect(signal?.aborted).toBe(false)
    close(stage.config)
    await expect.poll(() => signal?.aborted).toBe(true)
  })

  it('goes nowhere when the answer comes after another way was chosen, though the view still fades', async () => {
    let answer = () => {}
    email.start.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ action: 'VERIFY_OTP', emailHint: 'a•••@example.com' })
        }),
    )
    await start()
    await type('ada@example.com{Enter}')
    await expect.poll(() => email.start.mock.calls.length).toBe(1)
    // The view fades for as long as the clock stands.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    push(stage.config, { name: 'GetWallet' })
    await expect.poll(() => stage.modal.element.shadowRoot?.querySelector('.lk-view-out')).not.toBeNull()
    expect(email.start.mock.lastCall?.[0].signal?.aborted).toBe(true)
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(stage.config.router.getState().stack.map(({ name }) => name)).toEqual(['Connect', 'GetWallet'])
  })

  it('tries again after the code screen failed', async () => {
    email.promptCode.mockImplementationOnce(() => failing(6002))
    await start()
    push(stage.config, { name: 'EmailVerifyOtp' })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.poll(() => email.promptCode.mock.calls.length).toBe(2)
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).elements().length).toBe(0)
  })
})

describe('refusals', () => {
  it.each(['', 'ada', 'ada@example', 'a b@example.com'])('R5-23 sends nothing to %j', async (text) => {
    await start()
    if (text) await type(text)
    await userEvent.click(page.getByRole('button', { name: 'Send code' }))
    await expect.element(field()).toHaveAccessibleDescription('Check the e-mail address.')
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    expect(email.start).not.toHaveBeenCalled()
  })

  it('R5-1 says how long to wait, and leads to the code that is there', async () => {
    // Seconds that count down are read while the clock stands.
    vi.useFakeTimers({ toFake: ['Date'] })
    await start()
    const { storage } = stage.config
    storage.set(STORAGE_KEYS.lastEmailLoginTime, String(Date.now()))
    storage.set(STORAGE_KEYS.emailHint, 'a•••@example.com')
    await type('ada@example.com{Enter}')
    await expect.element(field()).toHaveAccessibleDescription(/^Please try again after 30 seconds/)
    expect(email.start).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Enter your code' }))
    await expect.poll(view).toBe('EmailVerifyOtp')
  })

  it("waits as long as the service says, when it is the service's limit", async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    email.start.mockImplementation(() => failing(4100, { retryAfter: 12 }))
    await start()
    await type('ada@example.com{Enter}')
    await expect.element(field()).toHaveAccessibleDescription(/after 12 seconds/)
  })

  it('shows a failure, and takes it back with the next letter', async () => {
    email.start.mockImplementation(() => failing(4106))
    await start()
    await type('ada@example.com{Enter}')
    await expect.element(page.getByText('We could not send the e-mail')).toBeVisible()
    await userEvent.click(field())
    await userEvent.keyboard('x')
    await expect.poll(() => page.getByText('We could not send the e-mail').elements().length).toBe(0)
  })

  it('asks once, however often it is pressed', async () => {
    email.start.mockImplementation(() => never())
    await start()
    await type('ada@example.com{Enter}{Enter}{Enter}')
    await vi.waitFor(() => expect(email.start).toHaveBeenCalledTimes(1), 15_000)
    await expect
      .element(page.getByRole('button', { name: 'Sending the code' }))
      .toHaveAttribute('aria-busy', 'true')
  })
})
