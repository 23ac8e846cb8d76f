import {
  type Connector,
  type CustomWallet,
  close,
  goBack,
  push,
  WalletConnectMissingError,
} from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, never, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { pairingConnector, rainfallExtension } from '../../workbench/pretend/sampleExtensions.ts'
import { pretendPairing, SAMPLE_URI } from '../../workbench/pretend/samplePairing.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { withOptions } from '../../workbench/pretend/withOptions.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
let stage: Stage
const connect = vi.fn<Connector['connect']>()
const wallet: CustomWallet = {
  id: 'wallet-1',
  name: 'Rainfall',
  rdns: 'org.example.wallet1',
  mobile_link: 'rainfall://',
  homepage: 'https://rainfall.example/',
}
const start = async (state: ViewState = {}) => {
  stage = await stageView('ConnectingWalletConnect', {
    below: [{ name: 'Connect' }],
    connectors: [pairingConnector({ connect })],
    ...state,
  })
}
const code = () => page.getByRole('img', { name: /^QR code/ })
const path = () => stage.modal.element.shadowRoot?.querySelector('.lk-qr path')?.getAttribute('d')

beforeEach(async () => {
  await page.viewport(1_280, 800)
  connect.mockReset().mockImplementation(() => never())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  stage.modal.destroy()
  stage.config.destroy()
})

describe('the code', () => {
  it('R2-15 takes its place without a jump, and is dark on white in both themes', async () => {
    await start()
    const box = () => stage.modal.element.shadowRoot?.querySelector('.lk-qr')?.getBoundingClientRect()
    await expect.poll(() => box()?.width).toBe(300)
    expect(code().elements()).toEqual([])
    await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(1), 15_000)
    pretendPairing(stage.config)
    await expect.element(code()).toBeVisible()
    expect(box()?.height).toBeCloseTo(300)
    const ground = () =>
      getComputedStyle(stage.modal.element.shadowRoot?.querySelector('.lk-qr') as Element).backgroundColor
    for (const themeMode of ['dark', 'light'] as const) {
      stage.config.theme.setState({ themeMode })
      await expect.poll(ground).toBe('rgb(255, 255, 255)')
    }
  })

  it('is replaced without a word when its pairing ends', async () => {
    await start({ prepare: pretendPairing })
    await expect.element(code()).toBeVisible()
    const before = path()
    pretendPairing(stage.config, SAMPLE_URI.replace('7f6e', '0000'))
    await expect.poll(path).not.toBe(before)
    await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(1), 15_000)
  })

  it('has a logo of at most a fifth of its area', async () => {
    await start({ params: { wallet }, prepare: pretendPairing })
    await expect.element(code()).toBeVisible()
    const area = (selector: string) => {
      const box = stage.modal.element.shadowRoot?.querySelector(selector)?.getBoundingClientRect()
      return (box?.width ?? 0) * (box?.height ?? 0)
    }
    expect(area('.lk-qr-logo') / area('.lk-qr')).toBeGreaterThan(0.02)
    expect(area('.lk-qr-logo') / area('.lk-qr')).toBeLessThan(0.2)
  })
})

describe('the attempt', () => {
  it('closes when the wallet has agreed, and remembers the wallet that was chosen', async () => {
    connect.mockResolvedValue({
      accounts: [{ namespace: 'eip155', address: SAMPLE_ADDRESS, type: 'eoa' }],
      caipNetworkId: 'eip155:1',
    })
    await start({ params: { wallet } })
    await expect.poll(() => stage.config.modal.getState().open).toBe(false)
    expect(stage.config.storage.get('recent_wallets')).toContain('wallet-1')
    expect(stage.config.modal.getState().pairingUri).toBeUndefined()
  })

  it.each([
    ['Back', () => goBack(stage.config)],
    ['closing', () => close(stage.config)],
  ])('%s gives it up', async (_, leave) => {
    await start()
    await expect.poll(() => connect.mock.calls.length).toBe(1)
    const signal = connect.mock.lastCall?.[0].signal
    leave()
    await expect.poll(() => signal?.aborted).toBe(true)
  })

  it('is calm when the person said no', async () => {
    connect.mockImplementationOnce(() => failing(4001))
    await start({ params: { wallet } })
    await expect.element(page.getByText('You cancelled', { exact: true })).toBeVisible()
    await expect.poll(() => stage.modal.element.shadowRoot?.activeElement?.textContent).toBe('Try again')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => connect.mock.calls.length).toBe(2)
  })

  it('shows a fault, shakes, and tries again', async () => {
    connect.mockImplementationOnce(() => failing(6031))
    await start()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'We could not reach your wallet' }))
      .toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.poll(() => connect.mock.calls.length).toBe(2)
  })

  it('says something when the link does not come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await start()
    await vi.waitFor(() => expect(connect).toHaveBeenCalled(), 15_000)
    await vi.advanceTimersByTimeAsync(10_100)
    vi.useRealTimers()
    await expect.element(page.getByText('This is taking longer than usual.').first()).toBeInTheDocument()
  })

  it('R8-27 says that the page has no way to pair', async () => {
    await start({ connectors: [] })
    await expect.element(page.getByText('This page cannot reach wallets on other devices')).toBeVisible()
    await expect.element(page.getByText('5019')).toBeVisible()
    expect(new WalletConnectMissingError()).toMatchObject({
      code: 5019,
      shortMessage: 'WalletConnectConnector not found',
    })
  })

  it('leaves the session to a page that runs it itself, and shows its link', async () => {
    await start({
      connectors: [],
      prepare: (config) => {
        withOptions(config, { manualWCControl: true })
        pretendPairing(config)
      },
    })
    await expect.element(code()).toBeVisible()
    expect(connect).not.toHaveBeenCalled()
  })
})

describe('the places', () => {
  const everywhere = {
    ...wallet,
    webapp_link: 'https://app.rainfall.example',
    desktop_link: 'rainfall-desktop://',
  }

  it('change with the arrow keys and do not begin anew', async () => {
    await start({ params: { wallet: everywhere }, prepare: pretendPairing })
    const tab = page.getByRole('tab', { name: 'QR code' })
    await expect.element(tab).toHaveAttribute('aria-selected', 'true')
    ;(tab.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    const open = page.getByRole('link', { name: 'Open Rainfall' })
    await expect
      .element(open)
      .toHaveAttribute('href', `https://app.rainfall.example/wc?uri=${encodeURIComponent(SAMPLE_URI)}`)
    await expect.element(open).toHaveAttribute('target', '_blank')
    await userEvent.keyboard('{ArrowRight}')
    await expect
      .element(open)
      .toHaveAttribute('href', `rainfall-desktop://wc?uri=${encodeURIComponent(SAMPLE_URI)}`)
    await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(1), 15_000)
    expect(connect.mock.lastCall?.[0].signal?.aborted).toBe(false)
  })

  it('begin with the extension that is here, which is known by its rdns alone', async () => {
    const extension = vi.fn<Connector['connect']>(() => never())
    await start({
      params: { wallet: everywhere },
      connectors: [pairingConnector({ connect }), rainfallExtension({ connect: extension })],
    })
    await expect.element(page.getByRole('tab', { name: 'Browser' })).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => extension.mock.calls.length).toBe(1)
    expect(connect).not.toHaveBeenCalled()
  })

  it.each([
    ['another wallet of the same name', [rainfallExtension({ rdns: 'org.other' })]],
    ['two that claim to be it', [rainfallExtension(), rainfallExtension({ id: 'second' })]],
  ])('do not take %s for it', async (_, extensions) => {
    await start({
      params: { wallet: everywhere },
      connectors: [pairingConnector({ connect }), ...extensions],
    })
    await expect.element(page.getByRole('tab', { name: 'QR code' })).toHaveAttribute('aria-selected', 'true')
    expect(page.getByRole('tab', { name: 'Browser' }).elements()).toEqual([])
  })
})

describe('on a phone', () => {
  it('the click itself opens the app; before there is a link, the button waits', async () => {
    await start({ params: { wallet }, mobile: true })
    await expect
      .element(page.getByRole('button', { name: 'Open Rainfall' }))
      .toHaveAttribute('aria-busy', 'true')
    pretendPairing(stage.config)
    await expect
      .element(page.getByRole('link', { name: 'Open Rainfall' }))
      .toHaveAttribute('href', `rainfall://wc?uri=${encodeURIComponent(SAMPLE_URI)}`)
  })

  it('offers the app when the page is still in sight a while later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await start({ params: { wallet }, mobile: true, prepare: pretendPairing })
    const link = await vi.waitFor(() => page.getByRole('link', { name: 'Open Rainfall' }).element(), 15_000)
    // The link itself leads nowhere here.
    link.addEventListener('click', (event) => event.preventDefault())
    ;(link as HTMLElement).click()
    await vi.advanceTimersByTimeAsync(1_600)
    vi.useRealTimers()
    await expect.element(page.getByText('Did Rainfall not open?').first()).toBeInTheDocument()
    await expect
      .element(page.getByRole('link', { name: 'Get Rainfall' }).first())
      .toHaveAttribute('href', 'https://rainfall.example/')
  })

  const universal = { ...wallet, link_mode: 'https://go.rainfall.example', rdns: 'app.phantom' }
  const pairing = `wc?uri=${encodeURIComponent(SAMPLE_URI)}`
  const href = (name: string | RegExp) =>
    page.getByRole('link', { name }).first().element().getAttribute('href')
  /** Follows the link, which leads nowhere here, and waits. */
  const followAndStay = async (wait: () => Promise<unknown>) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const link = await vi.waitFor(() => page.getByRole('link', { name: 'Open Rainfall' }).element(), 15_000)
    link.addEventListener('click', (event) => event.preventDefault())
    ;(link as HTMLElement).click()
    // The click has to arrive.
    await vi.advanceTimersByTimeAsync(1)
    await wait()
    vi.useRealTimers()
  }

  it('R4-13 R4-14 the universal link is the first way in; the other one and the own browser follow', async () => {
    vi.spyOn(Navigator.prototype, 'userAgent', 'get').mockReturnValue(IPHONE)
    await start({ params: { wallet: universal }, mobile: true, prepare: pretendPairing })
    await expect
      .element(page.getByRole('link', { name: 'Open Rainfall' }))
      .toHaveAttribute('href', `https://go.rainfall.example/${pairing}`)
    expect(page.getByRole('link', { name: 'Try another way' }).elements()).toEqual([])
    await followAndStay(() => vi.advanceTimersByTimeAsync(1_600))
    await expect.element(page.getByText('Did Rainfall not open?').first()).toBeInTheDocument()
    expect(href('Try another way to open Rainfall')).toBe(`rainfall://${pairing}`)
    expect(href('Open this page in Rainfall')).toMatch(/^https:\/\/phantom\.app\/ul\/browse\/http/)
    expect(href('Get Rainfall')).toBe('https://rainfall.example/')
  })

  it('R4-13 R4-14 a page that prefers schemes has them first', async () => {
    await start({
      params: { wallet: universal },
      mobile: true,
      prepare(config) {
        withOptions(config, { preferUniversalLinks: false })
        pretendPairing(config)
      },
    })
    await expect
      .element(page.getByRole('link', { name: 'Open Rainfall' }))
      .toHaveAttribute('href', `rainfall://${pairing}`)
    await followAndStay(() => vi.advanceTimersByTimeAsync(1_600))
    await expect.element(page.getByText('Did Rainfall not open?').first()).toBeInTheDocument()
    expect(href('Try another way to open Rainfall')).toBe(`https://go.rainfall.example/${pairing}`)
  })

  it('asks nothing while the app is in front, and asks when one has been back for a while', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    const turn = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    const question = () => page.getByText('Did Rainfall not open?').elements()
    await start({ params: { wallet: universal }, mobile: true, prepare: pretendPairing })
    await followAndStay(async () => {
      turn('hidden')
      await vi.advanceTimersByTimeAsync(60_000)
      expect(question()).toEqual([])
      turn('visible')
      await vi.advanceTimersByTimeAsync(4_900)
      expect(question()).toEqual([])
      await vi.advanceTimersByTimeAsync(200)
    })
    await expect.element(page.getByText('Did Rainfall not open?').first()).toBeInTheDocument()
  })

  it('a wallet that connects in its own browser alone shows the page there', async () => {
    vi.spyOn(Navigator.prototype, 'userAgent', 'get').mockReturnValue(IPHONE)
    await start({
      params: { wallet: { id: 'base', name: 'Base', rdns: 'com.coinbase.wallet' } },
      mobile: true,
    })
    await expect
      .element(page.getByRole('link', { name: 'Open this page in Base' }))
      .toHaveAttribute('href', `cbwallet://miniapp?url=${encodeURIComponent(location.href)}`)
    expect(connect).not.toHaveBeenCalled()
  })

  it.each([
    ['R4-13 in Telegram', () => vi.stubGlobal('TelegramWebview', {}), 1],
    [
      'R4-14 in iOS Safari',
      () => vi.spyOn(Navigator.prototype, 'userAgent', 'get').mockReturnValue(IPHONE),
      1,
    ],
    ['elsewhere', () => undefined, 0],
  ])('%s whoever leaves one wallet for another finds a pairing at hand: %#', async (_, setUp, times) => {
    setUp()
    const prepare = vi.fn(async () => undefined)
    await start({
      params: { wallet: universal },
      connectors: [pairingConnector({ connect, prepare })],
      mobile: true,
      prepare: pretendPairing,
    })
    await expect.element(page.getByRole('link', { name: 'Open Rainfall' })).toBeVisible()
    expect(prepare).not.toHaveBeenCalled()
    goBack(stage.config)
    await expect.element(page.getByRole('link', { name: 'Open Rainfall' })).not.toBeInTheDocument()
    await vi.waitFor(() => expect(prepare).toHaveBeenCalledTimes(times), 15_000)
  })

  it('R4-14 chosen again while the view still fades, a wallet is asked anew', async () => {
    await start({ params: { wallet: universal }, mobile: true })
    await expect.poll(() => connect.mock.calls.length).toBe(1)
    // The view fades for as long as the clock stands.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    goBack(stage.config)
    await expect.poll(() => stage.modal.element.shadowRoot?.querySelector('.lk-view-out')).not.toBeNull()
    expect(connect.mock.lastCall?.[0].signal?.aborted).toBe(true)
    push(stage.config, { name: 'ConnectingWalletConnect', params: { wallet: universal } })
    await expect.poll(() => connect.mock.calls.length).toBe(2)
    expect(connect.mock.lastCall?.[0].signal?.aborted).toBe(false)
  })

  it('the code is for another device', async () => {
    await start({ params: { wallet }, mobile: true, prepare: pretendPairing })
    await expect.element(page.getByText('Use another device')).toBeVisible()
    expect(stage.modal.element.shadowRoot?.querySelector('details')?.open).toBe(false)
    await userEvent.click(page.getByText('Use another device'))
    await expect.element(code()).toBeVisible()
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://rainfall.example', 'file:///etc'])(
    'refuses the link %s',
    async (link) => {
      await start({
        params: { wallet: { ...wallet, mobile_link: link } },
        mobile: true,
        prepare: pretendPairing,
      })
      await expect.element(page.getByText('You cannot open Rainfall from here')).toBeVisible()
      const links = [...(stage.modal.element.shadowRoot?.querySelectorAll('a') ?? [])]
      expect(links.map(({ href }) => href)).toEqual(['https://rainfall.example/'])
    },
  )
})
