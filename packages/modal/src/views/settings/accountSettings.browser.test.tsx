import type { IdentityAbility } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { navigate } from '../../router/navigate.ts'
import { failing, never, pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { pretendFrame } from '../../workbench/pretend/pretendFrame.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

let stage: Stage
const alerts = () =>
  page
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)
    .join('')
const identity = {
  updateEmail: vi.fn<IdentityAbility['updateEmail']>(),
  promptUpdateEmail: vi.fn<IdentityAbility['promptUpdateEmail']>(),
}
const view = () => stage.config.router.getState().stack.at(-1)?.name
const start = async () => {
  stage = await stageView('Account', { connectors: [pretendEmail({ identity })], prepare: signedIn })
  await userEvent.click(page.getByRole('button', { name: 'Settings' }))
  await expect.poll(view).toBe('AccountSettings')
}
const change = async (email: string) => {
  navigate(stage.config, 'UpdateEmailWallet')
  await userEvent.fill(page.getByRole('textbox', { name: 'New e-mail' }), email)
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
}

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await Promise.all([import('./SettingsViews.tsx'), import('./UpdateEmailViews.tsx')])
  await import('../account/AccountView.tsx')
  await import('../networks/NetworkViews.tsx')
})
beforeEach(async () => {
  await page.viewport(1_280, 800)
  identity.updateEmail.mockReset().mockResolvedValue({ action: 'VERIFY_PRIMARY_OTP' })
  identity.promptUpdateEmail.mockReset().mockImplementation(() => never())
})
afterEach(() => {
  vi.useRealTimers()
  stage.modal.destroy()
  stage.config.destroy()
})

describe('the settings', () => {
  it('lead to the wallet’s own page, in a tab that knows nothing of this one', async () => {
    await start()
    const link = page.getByRole('link', { name: /^Security and devices/ })
    await expect.element(link).toHaveAttribute('href', 'https://wallet.example/account?projectId=workbench')
    await expect.element(link).toHaveAttribute('target', '_blank')
    expect(link.element().getAttribute('rel')).toMatch(/noopener/)
  })

  it('lead to the wallet’s own page for another e-mail address too', async () => {
    await start()
    const link = page.getByRole('link', { name: /^Change e-mail/ })
    await expect.element(link).toHaveAttribute('href', 'https://wallet.example/account?projectId=workbench')
    await expect.element(link).toHaveAttribute('target', '_blank')
  })

  it('are not there for a wallet that has no identity', async () => {
    stage = await stageView('Account', { prepare: signedIn })
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Settings' }).elements()).toEqual([])
  })

  it('lead to the networks, and sign out', async () => {
    await start()
    await userEvent.click(page.getByRole('button', { name: /^Network/ }))
    await expect.poll(view).toBe('Networks')
    await userEvent.click(page.getByRole('button', { name: 'Back' }))
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }))
    await expect.poll(() => stage.config.accounts.getState().byNamespace.eip155?.status).toBe('disconnected')
  })
})

describe('changing the e-mail', () => {
  it('R4-32 R4-33 R4-34 asks for the code of the present address, then of the new one', async () => {
    await start()
    let answer: (result: Awaited<ReturnType<IdentityAbility['promptUpdateEmail']>>) => void = () => undefined
    identity.promptUpdateEmail.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    await change('ada@example.org')
    await expect.poll(view).toBe('UpdateEmailPrimaryOtp')
    expect(identity.updateEmail.mock.lastCall?.[0].email).toBe('ada@example.org')
    await expect.poll(() => identity.promptUpdateEmail.mock.calls.length).toBe(1)
    pretendFrame(stage.config, 'code', 430)
    await expect.poll(() => stage.modal.frameLayer.hasAttribute('data-shown')).toBe(true)
    answer({ next: 'VERIFY_SECONDARY_OTP' })
    await expect.poll(view).toBe('UpdateEmailSecondaryOtp')
    await expect.poll(() => identity.promptUpdateEmail.mock.calls.length).toBe(2)
    answer({ next: 'DONE', newEmail: 'ada@example.org' })
    await expect.poll(view).toBe('AccountSettings')
    await expect.element(page.getByText('ada@example.org').first()).toBeVisible()
    await expect.element(page.getByText('Your e-mail was changed')).toBeVisible()
  })

  it('an account without an address confirms the new one alone', async () => {
    identity.updateEmail.mockResolvedValue({ action: 'VERIFY_SECONDARY_OTP' })
    await start()
    await change('ada@example.org')
    await expect.poll(view).toBe('UpdateEmailSecondaryOtp')
  })

  it('can be saved only when there is an address, and sends nothing that is none', async () => {
    await start()
    navigate(stage.config, 'UpdateEmailWallet')
    const field = page.getByRole('textbox', { name: 'New e-mail' })
    const save = page.getByRole('button', { name: 'Save' })
    await expect.element(save).toBeDisabled()
    await userEvent.fill(field, 'ada')
    await expect.element(save).toBeDisabled()
    await userEvent.fill(field, 'ada@example')
    await userEvent.click(save)
    await expect.element(field).toHaveAccessibleDescription('Check the e-mail address.')
    expect(identity.updateEmail).not.toHaveBeenCalled()
  })

  it('too soon after a code: says how long to wait, and counts', async () => {
    // The seconds are read while the clock stands.
    vi.useFakeTimers({ toFake: ['Date'] })
    await start()
    identity.updateEmail.mockImplementation(() => failing(4100, { retryAfter: 12 }))
    await change('ada@example.org')
    await expect.element(page.getByText('Please try again after 12 seconds').first()).toBeVisible()
    vi.setSystemTime(Date.now() + 5_000)
    await expect.element(page.getByText('Please try again after 7 seconds').first()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    expect(view()).toBe('UpdateEmailWallet')
  })

  it('says what was refused', async () => {
    identity.updateEmail.mockImplementation(() => failing(4142))
    await start()
    await change('bob@example.org')
    await expect.element(page.getByText('This e-mail belongs to another account')).toBeVisible()
    expect(view()).toBe('UpdateEmailWallet')
  })

  it('starts over after a code that was used up', async () => {
    identity.promptUpdateEmail.mockImplementation(() => failing(4102))
    await start()
    await change('ada@example.org')
    await userEvent.click(page.getByRole('button', { name: 'Start over' }))
    await expect.poll(view).toBe('UpdateEmailWallet')
  })

  it('a person who gives up in the frame is back at the address', async () => {
    identity.promptUpdateEmail.mockImplementation(() => failing(2004))
    await start()
    await change('ada@example.org')
    await expect.poll(view).toBe('UpdateEmailWallet')
    expect(alerts()).toBe('')
  })
})
