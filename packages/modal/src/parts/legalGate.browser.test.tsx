import { type Connector, goBack } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { navigate } from '../router/navigate.ts'
import { withoutMotion } from '../testing/withoutMotion.ts'
import type { ViewName } from '../views/index.ts'
import { never, pretendEmail } from '../workbench/pretend/pretendConnectors.ts'
import { pairingConnector, rainfallExtension } from '../workbench/pretend/sampleExtensions.ts'
import { withOptions } from '../workbench/pretend/withOptions.ts'
import { withSocials } from '../workbench/pretend/withSocials.ts'
import { type Stage, stageView } from '../workbench/stageView.ts'

withoutMotion()

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

describe('a way to connect that a page opens first', () => {
  const connect = vi.fn<Connector['connect']>(() => never())
  const asked = vi.fn(() => never<never>())
  const openFirst = async (name: ViewName, params?: unknown, options: object = { legalCheckbox: true }) => {
    connect.mockClear()
    asked.mockClear()
    stage = await stageView(name, {
      params,
      connectors: [
        pretendEmail({
          identity: { connectPasskey: asked, farcasterUrl: asked, promptFarcaster: asked, socialUri: asked },
        }),
        rainfallExtension({ connect }),
      ],
      prepare: (config) => {
        withSocials(config)
        withOptions(config, { ...options, termsConditionsUrl: 'https://example.net/terms' })
      },
    })
  }
  const box = () => page.getByRole('checkbox', { name: /^I agree/ })

  it('asks no extension before the box is ticked', async () => {
    await openFirst('ConnectingExternal', { connectorId: 'rainfall' })
    await expect.element(box()).toBeVisible()
    expect(page.getByText('Rainfall').elements()).toEqual([])
    expect(connect).not.toHaveBeenCalled()
    await userEvent.click(box())
    await expect.poll(() => connect.mock.calls.length).toBe(1)
    await userEvent.click(box())
    await expect.poll(() => page.getByText('Rainfall').elements()).toEqual([])
    expect(connect.mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })

  it.each<[ViewName, unknown]>([
    ['ConnectingMultiChain', { rdns: 'rainfall' }],
    ['ConnectingSocial', { provider: 'google' }],
    ['ConnectingFarcaster', undefined],
    ['ConnectingPasskey', undefined],
  ])('%s shows and asks nothing before', async (name, params) => {
    await openFirst(name, params)
    await expect.element(box()).toBeVisible()
    expect(stage.modal.element.shadowRoot?.querySelectorAll('.lk-view button').length).toBe(0)
    expect(asked).not.toHaveBeenCalled()
    await userEvent.click(box())
    await expect
      .poll(() => stage.modal.element.shadowRoot?.querySelector('.lk-view fieldset'))
      .toBeInstanceOf(HTMLElement)
  })

  it('begins at once where no box is asked for, or the visitor has agreed before', async () => {
    await openFirst('ConnectingExternal', { connectorId: 'rainfall' }, {})
    await expect.poll(() => connect.mock.calls.length).toBe(1)
    expect(box().elements()).toEqual([])
    stage.modal.destroy()
    stage.config.destroy()
    await openFirst('ConnectingExternal', { connectorId: 'rainfall' }, { legalCheckbox: true })
    await userEvent.click(box())
    await expect.poll(() => connect.mock.calls.length).toBe(1)
    goBack(stage.config)
    navigate(stage.config, 'ConnectingExternal', { connectorId: 'rainfall' })
    await expect.poll(() => connect.mock.calls.length).toBe(1)
  })
})
