import type { Connector, CustomWallet } from '@latchkey/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { never } from '../../workbench/pretend/pretendConnectors.ts'
import { pairingConnector, rainfallExtension } from '../../workbench/pretend/sampleExtensions.ts'
import { pretendPairing } from '../../workbench/pretend/samplePairing.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { withOptions } from '../../workbench/pretend/withOptions.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

let stage: Stage
const connect = vi.fn<Connector['connect']>()
const wallet: CustomWallet = {
  id: 'wallet-1',
  name: 'Rainfall',
  rdns: 'org.example.wallet1',
  mobile_link: 'rainfall://',
}
const start = async (state: ViewState = {}) => {
  stage = await stageView('ConnectingWalletConnect', {
    connectors: [pairingConnector({ connect })],
    ...state,
  })
}
const code = () => page.getByRole('img', { name: /^QR code/ })

beforeEach(async () => {
  await page.viewport(1_280, 800)
  connect.mockReset().mockImplementation(() => never())
})
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

const prepare: NonNullable<ViewState['prepare']> = (config) =>
  withOptions(config, { legalCheckbox: true, termsConditionsUrl: 'https://example.net/terms' })
const box = () => page.getByRole('checkbox', { name: /^I agree to the terms of service/ })

it.each([
  ['any wallet', undefined],
  ['one wallet', { wallet }],
])(
  'nobody is paired with %s before the box is ticked, where the page opens the view first',
  async (_, params) => {
    await start({ params, prepare })
    await expect.element(box()).toBeVisible()
    expect(stage.modal.element.shadowRoot?.querySelector('.lk-qr')).toBeNull()
    expect(connect).not.toHaveBeenCalled()
    await userEvent.click(box())
    await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(1), 15_000)
    pretendPairing(stage.config)
    await expect.element(code()).toBeVisible()
  },
)

it('an extension is not asked before either', async () => {
  const connectors = [rainfallExtension({ connect })]
  await start({ params: { wallet }, connectors, prepare })
  await expect.element(box()).toBeVisible()
  expect(connect).not.toHaveBeenCalled()
  await userEvent.click(box())
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(1), 15_000)
})

it('whoever agreed on the list is not asked again', async () => {
  await start({ below: [{ name: 'Connect' }], prepare })
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(1), 15_000)
  expect(box().elements()).toEqual([])
})
