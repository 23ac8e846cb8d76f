import { goBack, type Network } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { PICTURED_NETWORKS } from '../../workbench/pretend/sampleNetworks.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

let stage: Stage
const states = viewStates.Networks
const start = async (state: ViewState | undefined) => {
  stage = await stageView('Networks', state ?? states.default)
}
const view = () => stage.config.router.getState().stack.at(-1)?.name
const button = (name: string) => page.getByRole('button', { name })
const refusing = (code: number): ViewState => ({
  ...states.default,
  connectors: [pretendEmail({ switchNetwork: () => failing(code) })],
})

beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  vi.useRealTimers()
  stage.modal.destroy()
  stage.config.destroy()
})

describe('a switch', () => {
  it('that works goes back', async () => {
    await start(states.default)
    await userEvent.click(button('Base'))
    await expect.poll(view).toBe('Account')
    expect(stage.config.networks.getState().activeId).toBe('eip155:8453')
  })

  it.each([
    ['fails', 5014, 'Could not switch to Base'],
    ['is cancelled', 4001, 'You did not switch to Base'],
  ])('R2-48 that %s goes back one view and says so', async (_, code, text) => {
    await start(refusing(code))
    await userEvent.click(button('Base'))
    await expect.poll(view).toBe('Account')
    await expect.element(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    expect(stage.config.networks.getState().activeId).toBe('eip155:1')
    expect(stage.config.modal.getState().open).toBe(true)
  })

  it('that fails where there is no view to go back to is shown in place', async () => {
    await start({ ...refusing(5014), below: [] })
    await userEvent.click(button('Base'))
    await expect.element(page.getByText('You cannot switch this wallet’s network from here')).toBeVisible()
    expect(view()).toBe('Networks')
  })

  it.each([
    ['works', () => Promise.resolve()],
    ['fails', () => failing(5014)],
  ])('that %s after the view was left moves nobody, though the view still fades', async (_, answer) => {
    let settle = () => {}
    const switchNetwork = () =>
      new Promise<void>((resolve, reject) => {
        settle = () => void answer().then(resolve, reject)
      })
    const below = [{ name: 'Account' }, { name: 'AccountSettings' }]
    await start({ ...states.default, below, connectors: [pretendEmail({ switchNetwork })] })
    await userEvent.click(button('Base'))
    // The view fades for as long as the clock stands.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    goBack(stage.config)
    await expect.poll(() => stage.modal.element.shadowRoot?.querySelector('.lk-view-out')).not.toBeNull()
    settle()
    await vi.advanceTimersByTimeAsync(0)
    expect(view()).toBe('AccountSettings')
    expect(stage.config.notices.getState().toast).toBeUndefined()
  })

  it('to a kind of network without a wallet says so, and leads to connecting one', async () => {
    await start(states.otherNamespace)
    await userEvent.click(button('Solana Connect a Solana wallet'))
    await expect.poll(view).toBe('Connect')
    expect(stage.config.networks.getState().activeId).toMatch(/^solana:/)
    expect(stage.config.accounts.getState().byNamespace.eip155?.status).toBe('connected')
  })

  it('is not offered where the page switches nothing', async () => {
    await start(states.readOnly)
    await expect.element(page.getByText('Base', { exact: true })).toBeVisible()
    expect(button('Base').elements()).toEqual([])
  })
})

describe('the list', () => {
  it('keeps test networks behind a fold, unless one of them is in use', async () => {
    await start(states.default)
    await expect.element(button('Base')).toBeVisible()
    expect(stage.modal.element.shadowRoot?.querySelector('details')?.open).toBe(false)
    stage.modal.destroy()
    await start(states.onTestnet)
    await expect.element(button('Base Sepolia')).toHaveAttribute('aria-current', 'true')
    await expect.element(button('Base Sepolia')).toBeVisible()
  })

  it('is in groups where there are several kinds of networks, and in none where there is one', async () => {
    const groups = () =>
      page
        .getByRole('region')
        .elements()
        .map((group) => group.getAttribute('aria-label'))
    await start(states.default)
    await expect.element(button('Base')).toBeVisible()
    expect(groups()).toEqual([])
    stage.modal.destroy()
    stage.config.destroy()
    await start(states.otherNamespace)
    await expect.element(page.getByRole('heading', { name: 'Solana' })).toBeVisible()
    expect(groups()).toEqual(['Ethereum', 'Solana'])
  })

  it('can be searched when it is long, says how many there are, and has a way on from none', async () => {
    await start(states.many)
    await userEvent.type(page.getByRole('searchbox'), 'sep')
    await expect.element(page.getByText('2 networks found')).toBeInTheDocument()
    await expect.element(button('Base Sepolia')).toBeVisible()
    await userEvent.type(page.getByRole('searchbox'), 'x')
    await userEvent.click(button('Show all networks'))
    await expect.element(button('Gnosis')).toBeVisible()
  })

  it('R2-52 has the nearest way back from a network that the page does not serve', async () => {
    await start({ ...states.unsupported, connectors: [pretendEmail()] })
    await userEvent.click(button('Switch to Ethereum'))
    await expect.poll(() => stage.config.networks.getState().activeId).toBe('eip155:1')
    await expect.poll(view).toBe('Account')
  })
})

describe('pictures', () => {
  const images = () => [...(stage.modal.element.shadowRoot?.querySelectorAll('.lk-row img') ?? [])]

  it('R3-25 are shown, and where one is missing or gone the first letter is', async () => {
    await start(states.pictures)
    await expect.poll(() => images().length).toBe(1)
    expect(images()[0]?.getAttribute('src')).toMatch(/^data:image\/svg/)
    const letters = () => [
      ...(stage.modal.element.shadowRoot?.querySelectorAll('.lk-row .lk-monogram') ?? []),
    ]
    await expect.poll(() => letters().map(({ textContent }) => textContent)).toEqual(['B', 'O'])
  })

  it('R3-25 a network that names a picture of the service alone has it from there', async () => {
    performance.clearResourceTimings()
    const [first] = PICTURED_NETWORKS
    await start({
      ...states.default,
      networks: [{ ...first, assets: { imageId: 'eip155-1-v1' } } as Network],
    })
    const asked = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    await expect.poll(asked).toContain('/public/getAssetImage/eip155-1-v1')
  })
})
