import type { IdentityAbility } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, never, pretendEmail, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

let stage: Stage
const alerts = () =>
  page
    .getByRole('alert')
    .elements()
    .map(({ textContent }) => textContent)
    .join('')
const connectPasskey = vi.fn<IdentityAbility['connectPasskey']>()
const promptRecovery = vi.fn<IdentityAbility['promptRecovery']>()
const view = () => stage.config.router.getState().stack.at(-1)?.name
const start = async (passkeys = true) => {
  stage = await stageView('Connect', {
    connectors: [pretendEmail({ identity: { connectPasskey, promptRecovery } })],
    prepare: (config) => config.features.setState({ socials: false, passkeys }),
  })
}
const row = () => page.getByRole('button', { name: 'Sign in with a passkey' })

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('./SignInViews.tsx')
})
beforeEach(async () => {
  await page.viewport(1_280, 800)
  connectPasskey.mockReset().mockImplementation(() => never())
  promptRecovery.mockReset().mockImplementation(() => never())
})
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

it('signs in, and closes the modal', async () => {
  connectPasskey.mockResolvedValue({
    accounts: [{ namespace: 'eip155', address: SAMPLE_ADDRESS, type: 'eoa' }],
    caipNetworkId: 'eip155:1',
  })
  await start()
  await userEvent.click(row())
  await expect.poll(() => stage.config.modal.getState().open).toBe(false)
  expect(stage.config.accounts.getState().byNamespace.eip155?.status).toBe('connected')
})

it('is calm when none was used, and tries again', async () => {
  connectPasskey.mockImplementationOnce(() => failing(2025))
  await start()
  await userEvent.click(row())
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => connectPasskey.mock.calls.length).toBe(2)
  expect(alerts()).toBe('')
})

it('says so where the browser has none', async () => {
  connectPasskey.mockImplementation(() => failing(2024))
  await start()
  await userEvent.click(row())
  await expect.element(page.getByText('Your browser does not allow passkeys here')).toBeVisible()
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
})

it('goes on to the recovery where the wallet is protected', async () => {
  connectPasskey.mockImplementation(() => failing(2021))
  await start()
  await userEvent.click(row())
  await expect.poll(view).toBe('RecoverWallet')
  await expect.poll(() => promptRecovery.mock.calls.length).toBe(1)
})

it('a recovery that was given up leads back to the first view', async () => {
  promptRecovery.mockImplementation(() => failing(2004))
  stage = await stageView('RecoverWallet', {
    connectors: [pretendEmail({ identity: { connectPasskey, promptRecovery } })],
  })
  await expect.poll(view).toBe('Connect')
})

it('is not offered where the page turned it off', async () => {
  await start(false)
  await expect.element(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  expect(row().elements()).toEqual([])
})
