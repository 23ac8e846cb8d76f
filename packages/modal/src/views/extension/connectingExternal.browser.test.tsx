import { type Connector, close, goBack } from '@latchkey/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { TITLE_ID } from '../../shell/createShell.ts'
import { failing, never, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { rainfallExtension } from '../../workbench/pretend/sampleExtensions.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

let stage: Stage
const connect = vi.fn<Connector['connect']>()
const start = async (params: unknown = { connectorId: 'rainfall' }) => {
  stage = await stageView('ConnectingExternal', {
    below: [{ name: 'Connect' }],
    params,
    connectors: [rainfallExtension({ connect })],
  })
}
const focused = () => stage.modal.element.shadowRoot?.activeElement
const retry = () => page.getByRole('button', { name: 'Try again' })

beforeEach(async () => {
  await page.viewport(1_280, 800)
  connect.mockReset().mockImplementation(() => never())
})
afterEach(() => {
  vi.useRealTimers()
  stage.modal.destroy()
  stage.config.destroy()
})

it('R2-17 asks the wallet when it opens, once, and says so', async () => {
  await start()
  await expect.element(page.getByRole('dialog', { name: 'Connect wallet' })).toBeVisible()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Open Rainfall and approve' }))
    .toBeInTheDocument()
  await expect.poll(() => connect.mock.calls.length).toBe(1)
})

it('closes when the wallet has agreed, and remembers it', async () => {
  connect.mockResolvedValue({
    accounts: [{ namespace: 'eip155', address: SAMPLE_ADDRESS, type: 'eoa' }],
    caipNetworkId: 'eip155:1',
  })
  await start()
  await expect.poll(() => stage.config.modal.getState().open).toBe(false)
  expect(stage.config.accounts.getState().byNamespace.eip155).toMatchObject({
    address: SAMPLE_ADDRESS,
    connectedWalletInfo: { name: 'Rainfall', type: 'ANNOUNCED' },
  })
  expect(stage.config.storage.get('recent_wallets')).toContain('rainfall')
})

it('says calmly that the person cancelled, and puts the focus on the way on', async () => {
  connect.mockImplementationOnce(() => failing(4001))
  await start()
  await expect.element(page.getByText('You cancelled', { exact: true })).toBeVisible()
  await expect.poll(() => focused()?.textContent).toBe('Try again')
  expect(page.getByText('Something went wrong').elements()).toEqual([])
  expect(stage.config.modal.getState().shake).toBe(false)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => connect.mock.calls.length).toBe(2)
  await expect.element(page.getByText('Open Rainfall and approve', { exact: true })).toBeVisible()
  expect(focused()?.id).toBe(TITLE_ID)
})

it.each([
  ['its own code', -32002, undefined],
  ['the code of a connector', 6011, { rpcCode: -32002 }],
])('names a request that is open already, by %s', async (_, code, data) => {
  connect.mockImplementation(() => failing(code, data))
  await start()
  await expect.element(page.getByText('A request is already open in Rainfall', { exact: true })).toBeVisible()
  expect(stage.config.modal.getState().shake).toBe(false)
})

it('R4-52 shakes at a real fault only, shows it, and tries again', async () => {
  connect.mockImplementationOnce(() => failing(-32603))
  await start()
  await expect.element(page.getByText('Something went wrong')).toBeVisible()
  await userEvent.click(retry())
  await expect.poll(() => page.getByText('Something went wrong').elements()).toEqual([])
  // The button has gone with what it was for: the focus stays in the modal.
  expect(focused()?.id).toBe(TITLE_ID)
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(2), 15_000)
})

it('gives a hint after 10 s of silence', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await start()
  const hint = () =>
    page.getByText('Nothing there? Click the extension’s icon next to the address bar.').elements()
  await vi.waitFor(() => expect(connect).toHaveBeenCalled(), 15_000)
  await vi.advanceTimersByTimeAsync(9_900)
  expect(hint()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await expect.poll(() => hint().length).toBeGreaterThan(0)
})

it.each([
  ['Back', () => goBack(stage.config)],
  ['closing', () => close(stage.config)],
])('%s gives up at once', async (_, leave) => {
  connect.mockImplementation(
    ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('Aborted'))),
      ),
  )
  await start()
  await expect.poll(() => connect.mock.calls.length).toBe(1)
  const signal = connect.mock.lastCall?.[0].signal
  expect(signal?.aborted).toBe(false)
  leave()
  await expect.poll(() => signal?.aborted).toBe(true)
  await expect.poll(() => stage.config.accounts.getState().byNamespace.eip155?.status).toBe('disconnected')
})

it('a late answer of what was left does not close what came after', async () => {
  let agree: (result: Awaited<ReturnType<Connector['connect']>>) => void = () => {}
  connect.mockImplementation(() => new Promise((resolve) => (agree = resolve)))
  await start()
  await expect.poll(() => connect.mock.calls.length).toBe(1)
  goBack(stage.config)
  agree({
    accounts: [{ namespace: 'eip155', address: SAMPLE_ADDRESS, type: 'eoa' }],
    caipNetworkId: 'eip155:1',
  })
  await expect.element(page.getByRole('dialog', { name: 'Connect', exact: true })).toBeVisible()
  expect(stage.config.modal.getState().open).toBe(true)
  expect(stage.config.accounts.getState().byNamespace.eip155?.address).toBeUndefined()
})

it.each([null, 'text', {}, { connectorId: 7 }, { connectorId: 'nobody' }])(
  'says that there is no such wallet for %j',
  async (params) => {
    await start(params)
    await expect.element(page.getByText('We could not find this wallet')).toBeVisible()
    expect(connect).not.toHaveBeenCalled()
  },
)

it('turns no ring under reduced motion', async () => {
  const session = cdp() as unknown as { send(method: string, params: unknown): Promise<unknown> }
  const emulate = (value: string) =>
    session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  await emulate('reduce')
  try {
    await start()
    const ring = () => stage.modal.element.shadowRoot?.querySelector('.lk-hero-ring')
    await expect.poll(() => ring() && getComputedStyle(ring() as Element).animationName).toBe('lk-pulse')
  } finally {
    await emulate('')
  }
})

it('reads right to left', async () => {
  stage = await stageView('ConnectingExternal', viewStates.ConnectingExternal.default, { locale: 'ar-XB' })
  const root = stage.modal.element.shadowRoot
  await expect.poll(() => root?.querySelector('.lk-hero')).toBeTruthy()
  expect(getComputedStyle(root?.querySelector('.lk-hero') as Element).direction).toBe('rtl')
})
