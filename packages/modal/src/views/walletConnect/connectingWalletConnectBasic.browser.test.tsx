import { type ConnectOptions, close, open } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { never } from '../../workbench/pretend/pretendConnectors.ts'
import { SAMPLE_URI } from '../../workbench/pretend/samplePairing.ts'
import { withOptions } from '../../workbench/pretend/withOptions.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

let stage: Stage
const states = viewStates.ConnectingWalletConnectBasic
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  vi.useRealTimers()
  stage.modal.destroy()
  stage.config.destroy()
})

it('R2-16 has the code first, then the wallets', async () => {
  stage = await stageView('ConnectingWalletConnectBasic', states.default)
  const code = page.getByRole('img', { name: 'QR code to scan with your wallet' })
  const wallet = page.getByRole('button', { name: 'Harbour' })
  await expect.element(code).toBeVisible()
  await expect.element(wallet).toBeInTheDocument()
  expect(code.element().compareDocumentPosition(wallet.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(wallet)
  expect(stage.config.router.getState().stack.at(-1)).toMatchObject({
    name: 'ConnectingWalletConnect',
    params: { wallet: { id: 'wallet-2' } },
  })
})

it('R2-16 is the list on a phone, and pairs with nobody before one is chosen', async () => {
  stage = await stageView('ConnectingWalletConnectBasic', states.mobile ?? {})
  await expect.element(page.getByRole('button', { name: 'Harbour' })).toBeVisible()
  expect(page.getByRole('img', { name: /^QR code/ }).elements()).toEqual([])
  expect(stage.config.accounts.getState().byNamespace.eip155?.status ?? 'disconnected').toBe('disconnected')
})

it('still lists wallets when pairing fails', async () => {
  stage = await stageView('ConnectingWalletConnectBasic', states.failed ?? {})
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Harbour' })).toBeVisible()
})

describe('a page that runs the session itself', () => {
  type Ask = NonNullable<ConnectOptions['pairingUri']>
  const code = () => page.getByRole('img', { name: /^QR code/ })
  const start = async (ask: Ask | undefined) => {
    stage = await stageView('ConnectingWalletConnectBasic', {
      connectors: [],
      prepare: (config) =>
        withOptions(config, { manualWCControl: true, ...(ask ? { pairingUri: ask } : {}) }),
    })
  }

  it('R2-37 shows the link that the page makes, and asks for another with each opening', async () => {
    const ask = vi.fn<Ask>(async () => SAMPLE_URI)
    await start(ask)
    await expect.element(code()).toBeVisible()
    expect(stage.config.modal.getState().pairingUri).toBe(SAMPLE_URI)
    const [{ signal } = {}] = ask.mock.lastCall ?? []
    close(stage.config)
    await expect.poll(() => signal?.aborted).toBe(true)
    open(stage.config, { view: { name: 'ConnectingWalletConnectBasic' } })
    await expect.element(code()).toBeVisible()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('R4-11 R4-12 asks for the next link 10 s before the last one ends', async () => {
    const ask = vi.fn<Ask>(async () => SAMPLE_URI)
    await start(ask)
    await expect.element(code()).toBeVisible()
    const asked = ask.mock.calls.length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    close(stage.config)
    open(stage.config, { view: { name: 'ConnectingWalletConnectBasic' } })
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(asked + 1), 15_000)
    await vi.advanceTimersByTimeAsync(229_000)
    expect(ask).toHaveBeenCalledTimes(asked + 1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(ask).toHaveBeenCalledTimes(asked + 2)
  })

  it.each<[string, Ask | undefined, string]>([
    ['gives no way to make one', undefined, 'This page cannot reach wallets on other devices'],
    ['fails to make one', () => Promise.reject(new Error('no')), 'Something went wrong'],
    [
      'gives something else',
      async () => 'javascript:alert(1)',
      'This page cannot reach wallets on other devices',
    ],
    [
      'gives one that has ended',
      async () => 'wc:1@2?expiryTimestamp=1',
      'This page cannot reach wallets on other devices',
    ],
  ])('says so when the page %s', async (_, ask, text) => {
    await start(ask)
    await expect.element(page.getByText(text)).toBeVisible()
    expect(code().elements()).toEqual([])
  })

  it('says so when the page does not answer, and tries again', async () => {
    const ask = vi.fn<Ask>(() => never())
    await start(ask)
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1), 15_000)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    close(stage.config)
    open(stage.config, { view: { name: 'ConnectingWalletConnectBasic' } })
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2), 15_000)
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    await expect.element(page.getByText('We could not reach your wallet')).toBeVisible()
    ask.mockImplementation(async () => SAMPLE_URI)
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(code()).toBeVisible()
  })
})

describe('the terms, where this is the first view', () => {
  const terms = { legalCheckbox: true, termsConditionsUrl: 'https://example.net/terms' }
  const withTerms = (): typeof states.default => ({
    ...states.default,
    prepare: (config) => {
      states.default.prepare?.(config)
      withOptions(config, terms)
    },
  })

  it('R9-50 no code shows and no wallet can be chosen before the box is ticked', async () => {
    stage = await stageView('ConnectingWalletConnectBasic', withTerms())
    const wallet = page.getByRole('button', { name: 'Harbour' })
    await expect.element(wallet).toBeDisabled()
    expect(page.getByRole('img', { name: /^QR code/ }).elements()).toEqual([])
    expect(stage.config.modal.getState().loading).toBe(false)
    await userEvent.click(page.getByRole('checkbox', { name: /^I agree to the terms of service/ }))
    await expect.element(wallet).toBeEnabled()
    await expect.element(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(stage.config.modal.getState().loading).toBe(true)
  })

  it('R9-50 they stand in the list of all wallets too, unless it was come to from another view', async () => {
    stage = await stageView('AllWallets', withTerms())
    const wallet = page.getByRole('button', { name: 'Rainfall', exact: true })
    await expect.element(wallet).toBeDisabled()
    await userEvent.click(page.getByRole('checkbox'))
    await expect.element(wallet).toBeEnabled()
    stage.config.router.setState({ stack: [{ name: 'Connect' }, { name: 'AllWallets' }] })
    await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(0)
  })
})
