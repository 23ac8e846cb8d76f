import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { mainnet, testConfig } from '../testing/testConfig.ts'
import { endView, goBack, push, replace, reset } from './navigate.ts'
import { close, open } from './open.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const names = (config: ReturnType<typeof testConfig>['config']) =>
  config.router.getState().stack.map(({ name }) => name)

describe('view stack', () => {
  it('R2-49 a view that is to be the only one comes below an approval that is on the screen', () => {
    const { config } = testConfig()
    open(config, { view: { name: 'WalletSend' } })
    push(config, { name: 'ApproveTransaction' })
    reset(config, { name: 'Account' })
    expect(config.router.getState().stack.map(({ name }) => name)).toEqual(['Account', 'ApproveTransaction'])
    endView(config, 'ApproveTransaction')
    expect(config.router.getState().stack.map(({ name }) => name)).toEqual(['Account'])
    expect(config.modal.getState().open).toBe(true)
  })
  it('R2-1 R2-2 R2-3 R2-4 R2-5 R2-6 R2-11 starts at Connect; push, replace, reset and back change it', () => {
    const { config } = testConfig()
    expect(names(config)).toEqual(['Connect'])
    push(config, { name: 'EmailVerifyOtp' })
    push(config, { name: 'EmailVerifyOtp' })
    expect(names(config)).toEqual(['Connect', 'EmailVerifyOtp'])
    expect(config.router.getState().direction).toBe('next')
    replace(config, { name: 'Networks' })
    expect(names(config)).toEqual(['Connect', 'Networks'])
    goBack(config)
    expect(names(config)).toEqual(['Connect'])
    expect(config.router.getState().direction).toBe('prev')
    reset(config, { name: 'Account' })
    expect(names(config)).toEqual(['Account'])
  })
  it('a view whose work is over under others is left out of the way back, and leaves no view twice', () => {
    const { config } = testConfig()
    const stack = (...entries: string[]) => {
      reset(config, { name: entries[0] ?? '' })
      for (const name of entries.slice(1)) push(config, { name })
    }
    open(config)
    stack('A', 'Over', 'A', 'B')
    endView(config, 'Over')
    expect(names(config)).toEqual(['A', 'B'])
    stack('Over', 'A')
    endView(config, 'Over')
    expect(names(config)).toEqual(['A'])
    stack('A', 'Over', 'B', 'Over')
    endView(config, 'Over')
    expect(names(config)).toEqual(['A', 'B'])
    const before = config.router.getState()
    endView(config, 'Over')
    expect(config.router.getState()).toBe(before)
  })
  it('R2-7 back from the first view closes', () => {
    const { config } = testConfig()
    open(config)
    goBack(config)
    expect(config.modal.getState().open).toBe(false)
    expect(names(config)).toEqual(['Connect'])
  })
  it('R4-55 R9-8 cleans up 100 ms after a step back, and after each of two', () => {
    const { config } = testConfig()
    const cleaned: string[] = []
    open(config)
    push(config, { name: 'A', onBack: () => cleaned.push('A') })
    goBack(config)
    push(config, { name: 'B', onBack: () => cleaned.push('B') })
    goBack(config)
    vi.advanceTimersByTime(99)
    expect(cleaned).toEqual([])
    vi.advanceTimersByTime(1)
    expect(cleaned).toEqual(['A', 'B'])
  })
})

describe('opening and closing', () => {
  it('R2-34 R4-49 opens at Connect while nothing is connected', () => {
    const { config } = testConfig()
    open(config)
    expect(config.modal.getState().open).toBe(true)
    expect(names(config)).toEqual(['Connect'])
  })
  it('R2-33 R1-5 opens at Account while connected', async () => {
    const { config, wallet } = testConfig()
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    open(config)
    expect(names(config)).toEqual(['Account'])
  })
  it('R2-38 opens a named view with data', () => {
    const { config } = testConfig()
    open(config, { view: { name: 'Networks', params: { from: 'page' } } })
    expect(config.router.getState().stack).toEqual([{ name: 'Networks', params: { from: 'page' } }])
  })
  it.each([
    ['R2-36 without adapters', { adapters: [] }, 'ConnectingWalletConnectBasic'],
    [
      'R2-37 with a WalletConnect session of the page',
      { manualWCControl: true },
      'ConnectingWalletConnectBasic',
    ],
    ['R2-36 in basic mode', { basic: true }, 'ConnectingWalletConnectBasic'],
  ])('%s it opens at the pairing', (_rule, parameters, view) => {
    const { config } = testConfig(parameters)
    open(config)
    expect(names(config)).toEqual([view])
  })
  it('R2-37 with an address it opens at Account all the same', async () => {
    const { config, wallet } = testConfig({ manualWCControl: true })
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    open(config)
    expect(names(config)).toEqual(['Account'])
  })
  it('R4-75 stays open while a sign-in holds it, and shakes', () => {
    const { config } = testConfig()
    open(config)
    config.runtime.holdsOpen = () => true
    close(config)
    expect(config.modal.getState()).toMatchObject({ open: true, shake: true })
    config.runtime.holdsOpen = () => false
    close(config)
    expect(config.modal.getState().open).toBe(false)
  })
  it('R4-54 forgets the pairing', () => {
    const { config } = testConfig()
    open(config)
    config.modal.setState({ pairingUri: 'wc:x', pairingExpiresAt: 1 })
    close(config)
    expect(config.modal.getState()).toMatchObject({ pairingUri: undefined, pairingExpiresAt: undefined })
  })
  it('R4-50 R4-51 R4-53 clears loading at once and the views after the fade', () => {
    const { config } = testConfig()
    open(config, { view: { name: 'Networks' } })
    config.modal.setState({ loading: true, loadingByNamespace: { eip155: true }, pairingUri: 'wc:x' })
    close(config)
    expect(config.modal.getState()).toMatchObject({
      open: false,
      loading: false,
      loadingByNamespace: {},
      pairingUri: undefined,
    })
    expect(names(config)).toEqual(['Networks'])
    vi.advanceTimersByTime(100)
    expect(names(config)).toEqual(['Connect'])
  })
  it('does not clean up under a modal that was opened again', () => {
    const { config } = testConfig()
    open(config)
    close(config)
    open(config, { view: { name: 'Networks' } })
    vi.advanceTimersByTime(1_000)
    expect(names(config)).toEqual(['Networks'])
  })
  it('R2-40 embedded, closing shows Connect while not connected', () => {
    const { config } = testConfig({ embedded: true })
    expect(config.modal.getState().open).toBe(true)
    open(config, { view: { name: 'Networks' } })
    config.modal.setState({ loading: true })
    close(config)
    expect(names(config)).toEqual(['Connect'])
    expect(config.modal.getState()).toMatchObject({ open: true, loading: false })
  })
  it.each([{ basic: true }, { manualWCControl: true }])(
    'R2-36 embedded with %j, it begins with the pairing',
    (options) => {
      expect(names(testConfig({ embedded: true, ...options }).config)).toEqual([
        'ConnectingWalletConnectBasic',
      ])
    },
  )
  it('R2-36 embedded in basic mode, closing shows the pairing again', () => {
    const { config } = testConfig({ embedded: true, basic: true })
    open(config, { view: { name: 'Networks' } })
    close(config)
    expect(names(config)).toEqual(['ConnectingWalletConnectBasic'])
  })
  it('R4-50 R4-51 says which namespace connects for as long as it does', async () => {
    const { config, wallet } = testConfig()
    const state = () => config.modal.getState()
    const connecting = connect(config, { connectorId: 'fake' })
    expect(state()).toMatchObject({ loading: true, loadingByNamespace: { eip155: true } })
    await connectFake(wallet, connecting)
    expect(state()).toMatchObject({ loading: false, loadingByNamespace: {} })
  })
  it('R4-51 each of two namespaces has a flag of its own', async () => {
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
    const { config, wallet } = testConfig({
      networks: [mainnet, { ...mainnet, id: 'devnet', caipNetworkId: solana, chainNamespace: 'solana' }],
      adapters: (['eip155', 'solana'] as const).map((namespace) => () => ({
        namespace,
        isAddress: () => true,
      })),
    })
    wallet.connector.namespaces = ['eip155', 'solana']
    const flags = () => config.modal.getState().loadingByNamespace
    const first = connect(config, { connectorId: 'fake', namespace: 'eip155' })
    const second = connect(config, { connectorId: 'fake', namespace: 'solana' })
    expect(flags()).toEqual({ eip155: true, solana: true })
    await connectFake(wallet, first)
    expect(flags()).toEqual({ solana: true })
    expect(config.modal.getState().loading).toBe(true)
    wallet.take('connect').reject(new Error('declined'))
    await expect(second).rejects.toThrow()
    expect([flags(), config.modal.getState().loading]).toEqual([{}, false])
  })
  it('R4-51 a newer attempt goes on loading when the older one ends', async () => {
    const { config, wallet } = testConfig()
    const older = connect(config, { connectorId: 'fake' })
    const newer = connect(config, { connectorId: 'fake' })
    await expect(older).rejects.toThrow()
    expect(config.modal.getState().loading).toBe(true)
    wallet.take('connect')
    await connectFake(wallet, newer)
    expect(config.modal.getState().loading).toBe(false)
  })
  it('R2-39 embedded, closing shows Account while connected', async () => {
    const { config, wallet } = testConfig({ embedded: true })
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    close(config)
    expect(names(config)).toEqual(['Account'])
  })
})
