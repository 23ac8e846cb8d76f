import { goBack } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { navigate } from '../router/navigate.ts'
import { pretendEmail } from '../workbench/pretend/pretendConnectors.ts'
import { pairingConnector } from '../workbench/pretend/sampleExtensions.ts'
import { withOptions } from '../workbench/pretend/withOptions.ts'
import { withSocials } from '../workbench/pretend/withSocials.ts'
import { type Stage, stageView } from '../workbench/stageView.ts'

let stage: Stage
const start = async (options: Parameters<typeof withOptions>[1]) => {
  stage = await stageView('Connect', {
    connectors: [pretendEmail({ identity: {} }), pairingConnector()],
    prepare: (config) => {
      withSocials(config)
      withOptions(config, options)
    },
  })
  await expect.element(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
}
const google = () => page.getByRole('button', { name: 'Continue with Google' })
const field = () => page.getByRole('textbox', { name: 'E-mail' })

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('../views/social/SocialViews.tsx')
})
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

it('nothing can be chosen before the box is ticked', async () => {
  await start({ legalCheckbox: true, termsConditionsUrl: 'https://example.net/terms' })
  const box = page.getByRole('checkbox', { name: /^I agree to the terms of service\.$/ })
  for (const control of [google(), field(), page.getByRole('button', { name: 'WalletConnect' })])
    await expect.element(control).toBeDisabled()
  await userEvent.click(box)
  for (const control of [google(), field()]) await expect.element(control).toBeEnabled()
  navigate(stage.config, 'ConnectSocials')
  await expect.element(page.getByRole('button', { name: 'Continue with GitHub' })).toBeEnabled()
  goBack(stage.config)
  await expect.element(google()).toBeEnabled()
  await userEvent.click(page.getByRole('checkbox'))
  await expect.element(google()).toBeDisabled()
})

it('the links open without ticking it', async () => {
  await start({ legalCheckbox: true, termsConditionsUrl: 'https://example.net/terms' })
  const link = page.getByRole('link', { name: 'terms of service' })
  await expect.element(link).toHaveAttribute('href', 'https://example.net/terms')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})

it.each([
  ['R9-50 by default', { termsConditionsUrl: 'https://example.net/terms' }],
  ['without an address', { legalCheckbox: true }],
  ['with an address that is no web page', { legalCheckbox: true, privacyPolicyUrl: 'javascript:alert(1)' }],
])('%s there is no box', async (_, options) => {
  await start(options)
  expect(page.getByRole('checkbox').elements()).toEqual([])
  await expect.element(google()).toBeEnabled()
})
