import { goBack, type IdentityAbility } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, never, pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { pretendFrame } from '../../workbench/pretend/pretendFrame.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

let stage: Stage
const alerts = () =>
  page
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)
    .join('')
const checkDevice = vi.fn<IdentityAbility['checkDevice']>()
const view = () => stage.config.router.getState().stack.at(-1)?.name

async function signIn() {
  stage = await stageView('Connect', {
    connectors: [
      pretendEmail({
        identity: { checkDevice },
        start: async () => ({ action: 'VERIFY_DEVICE', emailHint: 'a•••@example.com' }),
      }),
    ],
    prepare: (config) => config.features.setState({ socials: false, passkeys: false }),
  })
  await expect.poll(() => stage.modal.element.shadowRoot?.activeElement?.getAttribute('type')).toBe('email')
  await userEvent.keyboard('ada@example.com{Enter}')
}

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('./SignInViews.tsx')
  await import('./EmailVerifyOtpView.tsx')
})
beforeEach(async () => {
  await page.viewport(1_280, 800)
  checkDevice.mockReset()
})
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

it('R4-26 R4-29 the device step comes before the code step', async () => {
  let answer: (isVerified: boolean) => void = () => undefined
  checkDevice.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  await signIn()
  await expect.poll(view).toBe('EmailVerifyDevice')
  await expect.poll(() => checkDevice.mock.calls.length).toBe(1)
  pretendFrame(stage.config, 'device', 380)
  await expect.poll(() => stage.modal.frameLayer.hasAttribute('data-shown')).toBe(true)
  answer(true)
  await expect.poll(view).toBe('EmailVerifyOtp')
  goBack(stage.config)
  await expect.poll(view).toBe('Connect')
})

it.each([
  [4131, 'Someone refused this device from your e-mail'],
  [4132, 'Nobody approved this device in time'],
])('%i leads back to the address, with the reason', async (code, reason) => {
  checkDevice.mockImplementation(() => failing(code))
  await signIn()
  await expect.element(page.getByText(reason)).toBeVisible()
  expect(view()).toBe('Connect')
  await expect.element(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ada@example.com')
})

it('a person who gives up in the frame is back without a reason', async () => {
  checkDevice.mockImplementation(() => failing(2004))
  await signIn()
  await expect.poll(view).toBe('Connect')
  expect(alerts()).toBe('')
})

it('asks no longer when it is left', async () => {
  checkDevice.mockImplementation(() => never())
  await signIn()
  await expect.poll(() => checkDevice.mock.calls.length).toBe(1)
  const { signal } = checkDevice.mock.lastCall?.[0] ?? {}
  goBack(stage.config)
  await expect.poll(() => signal?.aborted).toBe(true)
})
