import { connect, currentView, request, watchConnectors } from '@latchkey/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { pretendEmail, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { pairingConnector } from '../../workbench/pretend/sampleExtensions.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { withOptions } from '../../workbench/pretend/withOptions.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { requestInWalletStates } from '../../workbench/states/requestInWallet.ts'

let stage: Stage
beforeEach(() => page.viewport(390, 844))
afterEach(() => {
  vi.restoreAllMocks()
  stage.modal.destroy()
  stage.config.destroy()
})

it('R4-14 the way to the wallet that a request waits in is a link, its universal one first', async () => {
  stage = await stageView('RequestInWallet', requestInWalletStates.default)
  const link = page.getByRole('link', { name: 'Open Rainfall' })
  await expect.element(link).toHaveAttribute('href', 'https://go.rainfall.example/')
  await expect.element(page.getByText('Rainfall is waiting for your answer')).toBeVisible()
  const element = link.element() as HTMLElement
  element.addEventListener('click', (event) => event.preventDefault())
  element.click()
  await expect
    .element(page.getByRole('link', { name: 'Try another way to open Rainfall' }))
    .toHaveAttribute('href', 'rainfall://')
})

it('R4-13 a page that prefers schemes has them here too', async () => {
  const { default: state } = requestInWalletStates
  stage = await stageView('RequestInWallet', {
    ...state,
    prepare(config) {
      state.prepare?.(config)
      withOptions(config, { preferUniversalLinks: false })
    },
  })
  await expect
    .element(page.getByRole('link', { name: 'Open Rainfall' }))
    .toHaveAttribute('href', 'rainfall://')
})

it('a wallet that says no way to itself is named all the same', async () => {
  stage = await stageView('RequestInWallet', requestInWalletStates.noWay as never)
  await expect.element(page.getByText('Rainfall is waiting for your answer')).toBeVisible()
  expect(page.getByRole('link').elements()).toEqual([])
})

it('is of the wallet that was asked, where the page is with another one', async () => {
  const { default: state } = requestInWalletStates
  stage = await stageView('RequestInWallet', {
    ...state,
    params: { connectorId: 'walletconnect' },
    connectors: [...(state.connectors ?? []), pretendEmail()],
    prepare(config) {
      state.prepare?.(config)
      const { eip155: solana } = config.accounts.getState().byNamespace
      signedIn(config)
      const { eip155 } = config.accounts.getState().byNamespace
      config.accounts.setState({ byNamespace: { ...(eip155 && { eip155 }), ...(solana && { solana }) } })
    },
  })
  await expect
    .element(page.getByRole('link', { name: 'Open Rainfall' }))
    .toHaveAttribute('href', 'https://go.rainfall.example/')
})

it('comes with a request and goes with its answer', async () => {
  const match = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('coarse') ? ({ ...match(query), matches: true } as MediaQueryList) : match(query),
  )
  let answer: (value: unknown) => void = () => undefined
  const asked = new Promise<unknown>((resolve) => {
    answer = resolve
  })
  stage = await stageView('Account', {
    mobile: true,
    connectors: [
      pairingConnector({
        connect: async () => ({
          accounts: [{ namespace: 'eip155', address: SAMPLE_ADDRESS, type: 'eoa' }],
          caipNetworkId: 'eip155:1',
          wallet: { name: 'Rainfall' },
        }),
        request: () => asked,
        peerRedirect: () => ({ native: 'rainfall://' }),
      }),
    ],
  })
  const { config } = stage
  const stop = watchConnectors(config)
  await connect(config, { connectorId: 'walletconnect' })
  const work = request(config, { method: 'personal_sign', params: ['0x00', SAMPLE_ADDRESS] })
  await expect
    .element(page.getByRole('link', { name: 'Open Rainfall' }))
    .toHaveAttribute('href', 'rainfall://')
  answer('0x1')
  expect(await work).toBe('0x1')
  await expect.poll(() => currentView(config.router.getState()).name).toBe('Account')
  stop()
})
