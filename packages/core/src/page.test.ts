import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { patchAccount } from './account/accounts.ts'
import { connect } from './connection/connect.ts'
import type { Network } from './interfaces/Connector.ts'
import { showAlert } from './modal/open.ts'
import { momentOf } from './page/moment.ts'
import {
  type LatchkeyEvent,
  onEvent,
  pageActions,
  readAccount,
  readBalance,
  readModal,
  readNetwork,
  readPairing,
  readReady,
  readTheme,
  readWalletInfo,
  watchEvents,
} from './page.ts'
import { ADDRESS, connectFake, OTHER_ADDRESS } from './testing/fakeConnector.ts'
import { mainnet, testConfig } from './testing/testConfig.ts'

type Asked = { method: string; params?: unknown }

/** A config whose provider answers what the test says, and keeps what it was asked. */
function make(accounts: string[] = [ADDRESS]) {
  const asked: Asked[] = []
  const made = testConfig({
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: () => true,
        getBalance: async () => '1.5',
        createProvider(config) {
          const provider = {
            async request(args: Asked) {
              asked.push(args)
              return args.method === 'eth_accounts' ? accounts : '0x01'
            },
            on: () => config.provider,
            once: () => config.provider,
            off: () => config.provider,
            removeListener: () => config.provider,
            removeAllListeners: () => config.provider,
          }
          return provider as typeof config.provider
        },
      }),
    ],
  })
  return { ...made, asked, actions: pageActions(made.config) }
}

/** Connected on two namespaces at once, whose adapters keep which balances they were asked for. */
function twoNamespaces() {
  const asked: [string, string][] = []
  const solana: Network = {
    ...mainnet,
    caipNetworkId: 'solana:local',
    chainNamespace: 'solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const { config } = testConfig({
    networks: [mainnet, solana],
    adapters: (['eip155', 'solana'] as const).map((namespace) => () => ({
      namespace,
      isAddress: () => true,
      getBalance: async ({ network, address }) => {
        asked.push([network.caipNetworkId, address])
        return '3'
      },
    })),
  })
  for (const [network, address] of [
    [mainnet, ADDRESS],
    [solana, 'So1'],
  ] as const)
    patchAccount(config.accounts, network.chainNamespace, {
      status: 'connected',
      address,
      caipAddress: `${network.caipNetworkId}:${address}`,
    })
  return { config, asked }
}

const enter = ({ config, wallet }: ReturnType<typeof make>) =>
  connectFake(wallet, connect(config, { connectorId: 'fake' }))

describe('what a page reads', () => {
  it('is the same object until a field changes, and tells of that alone', async () => {
    const made = make()
    const account = readAccount(made.config)
    let told = 0
    const stop = account.subscribe(() => (told += 1))
    const before = account.getState()
    made.config.networks.setState({ activeId: 'eip155:8453' })
    expect([account.getState(), told]).toEqual([before, 0])
    expect(account.getState()).toBe(before)
    await enter(made)
    expect(account.getState()).toMatchObject({ isConnected: true, address: ADDRESS })
    expect(account.getInitialState()).toMatchObject({ isConnected: false })
    stop()
    const heard = told
    patchAccount(made.config.accounts, 'eip155', { profileName: 'a' })
    expect(told).toBe(heard)
  })
  it('what a listener of the page throws reaches nobody but the page', async () => {
    const made = make()
    const thrown: unknown[] = []
    const hear = (error: unknown) => thrown.push(error)
    process.on('uncaughtException', hear)
    onTestFinished(() => void process.off('uncaughtException', hear))
    const heard: string[] = []
    const fault = new Error('a bug of the page')
    const fail = () => {
      throw fault
    }
    const stops = [
      watchEvents(made.config, fail),
      readAccount(made.config).subscribe(fail),
      watchEvents(made.config, ({ type }) => heard.push(type)),
    ]
    await enter(made)
    const left = made.actions.disconnect()
    await vi.waitFor(() => made.wallet.take('disconnect').resolve(), 15_000)
    await left
    for (const stop of stops) stop()
    expect(heard).toEqual(['connect', 'disconnect'])
    expect(new Set(thrown)).toEqual(new Set([fault]))
    expect(thrown.length).toBeGreaterThan(3)
  })
  it('balance: unknown until it is read', async () => {
    const made = make()
    await enter(made)
    const balance = readBalance(made.config)
    expect(balance.getState()).toEqual({ balance: undefined, symbol: undefined })
    await made.actions.refreshBalance()
    expect(balance.getState()).toEqual({ balance: '1.5', symbol: 'ETH' })
  })
  it('balance: of the namespace that is named, from its own adapter', async () => {
    const { config, asked } = twoNamespaces()
    await pageActions(config).refreshBalance({ namespace: 'solana' })
    expect(asked).toEqual([['solana:local', 'So1']])
    expect(readBalance(config, { namespace: 'solana' }).getState()).toEqual({ balance: '3', symbol: 'SOL' })
    expect(readBalance(config).getState().balance).toBeUndefined()
    await pageActions(config).refreshBalance()
    expect(asked[1]).toEqual(['eip155:1', ADDRESS])
  })
  it('wallet: its name while it is connected, and nothing without one', async () => {
    const made = make()
    const wallet = readWalletInfo(made.config)
    expect(wallet.getState().id).toBeUndefined()
    await enter(made)
    expect(wallet.getState()).toMatchObject({ id: 'fake', name: 'Fake', type: 'AUTH' })
  })
  it('networks and theme, which the actions change', async () => {
    const { config, actions } = make()
    actions.setTheme({ themeMode: 'light' })
    expect(readTheme(config).getState().themeMode).toBe('light')
    const chain = {
      id: 10,
      name: 'Optimism',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    }
    await actions.addNetwork(chain)
    expect(readNetwork(config).getState().networks.at(-1)).toMatchObject({
      caipNetworkId: 'eip155:10',
      chainNamespace: 'eip155',
    })
    await actions.switchNetwork('eip155:10')
    expect(readNetwork(config).getState().network?.name).toBe('Optimism')
    await expect(actions.switchNetwork('eip155:5')).rejects.toMatchObject({ code: 5004 })
    actions.open()
    expect(readModal(config).getState()).toEqual({ isOpen: true, isLoading: false, loadingByNamespace: {} })
  })
})

describe('what a page asks of the wallet', () => {
  it('signs texts and bytes with the connected account', async () => {
    const { actions, asked } = make()
    expect(await actions.signMessage({ message: 'Hé' })).toBe('0x01')
    await actions.signMessage({ message: Uint8Array.of(0, 255) })
    expect(asked.filter(({ method }) => method === 'personal_sign').map(({ params }) => params)).toEqual([
      ['0x48c3a9', ADDRESS],
      ['0x00ff', ADDRESS],
    ])
  })
  it('sends a transaction, with what is given alone', async () => {
    const { actions, asked } = make()
    await actions.sendTransaction({ to: OTHER_ADDRESS, value: 16n })
    expect(asked.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: ADDRESS, to: OTHER_ADDRESS, value: '0x10' }],
    })
  })
  it('asks nothing of it while nobody is connected', async () => {
    const { actions, asked } = make([])
    await expect(actions.signMessage({ message: 'a' })).rejects.toMatchObject({ code: 4100 })
    await expect(actions.sendTransaction({ data: '0x' })).rejects.toMatchObject({ code: 4100 })
    expect(asked.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_accounts'])
  })
})

it('tells what happens by typed events, until it is stopped', async () => {
  const made = make()
  const { config, actions } = made
  const events: LatchkeyEvent[] = []
  const stop = watchEvents(config, (event) => events.push(event))
  const since = () => events.splice(0).map((event) => event)
  await enter(made)
  const account = { namespace: 'eip155', address: ADDRESS, caipAddress: `eip155:1:${ADDRESS}` }
  expect(since()).toEqual([{ type: 'connect', ...account }])
  patchAccount(config.accounts, 'eip155', { balance: '1' })
  expect(since()).toEqual([])
  const caipAddress = `eip155:1:${OTHER_ADDRESS}` as const
  patchAccount(config.accounts, 'eip155', { address: OTHER_ADDRESS, caipAddress })
  expect(since()).toEqual([{ ...account, type: 'accountChange', address: OTHER_ADDRESS, caipAddress }])
  config.networks.setState({ activeId: 'eip155:8453' })
  expect(since()).toEqual([{ type: 'networkChange', caipNetworkId: 'eip155:8453', previous: 'eip155:1' }])
  actions.open()
  showAlert(config, { kind: 'originNotAllowed', short: 'Not allowed', long: '' })
  expect(since()).toEqual([
    { type: 'open' },
    { type: 'alert', kind: 'originNotAllowed', message: 'Not allowed', code: undefined },
  ])
  const leaving = actions.disconnect()
  await expect.poll(() => made.wallet.waiting.length).toBe(1)
  made.wallet.take('disconnect').resolve()
  await leaving
  expect(since()).toContainEqual({ type: 'disconnect', namespace: 'eip155' })
  stop()
  actions.setTheme({ accent: '#00f' })
  expect(events).toEqual([])
})

it('tells of one type alone, and of what changed while its code was loaded', async () => {
  const made = make()
  const since = momentOf(made.config)
  await enter(made)
  made.actions.open()
  const heard: string[] = []
  const stops = [
    onEvent(made.config, 'connect', ({ address }) => heard.push(address), { since }),
    onEvent(made.config, 'disconnect', ({ namespace }) => heard.push(namespace), { since }),
    onEvent(made.config, 'close', ({ type }) => heard.push(type)),
  ]
  expect(heard).toEqual([ADDRESS])
  made.actions.close()
  expect(heard).toEqual([ADDRESS, 'close'])
  for (const stop of stops) stop()
  made.actions.open()
  made.actions.close()
  expect(heard).toHaveLength(2)
})

it('is ready once earlier visits are restored', async () => {
  const { config } = make()
  let restored: () => void = () => undefined
  config.runtime.ready = new Promise((resolve) => {
    restored = resolve
  })
  const ready = readReady(config)
  expect(ready.getInitialState()).toEqual({ isReady: false })
  await Promise.resolve()
  expect(ready.getState()).toEqual({ isReady: false })
  restored()
  await expect.poll(ready.getState).toEqual({ isReady: true })
  // Whoever asks later knows at once; what hydrates is as the server has rendered it.
  expect(readReady(config).getState()).toEqual({ isReady: true })
  expect(readReady(config).getInitialState()).toEqual({ isReady: false })
  expect(readReady(make().config).getState()).toEqual({ isReady: true })
})

it('tells of what is being connected, and which link is shown, until that is over', async () => {
  const made = make()
  const [modal, pairing] = [readModal(made.config), readPairing(made.config)]
  const work = connect(made.config, { connectorId: 'fake' })
  expect(modal.getState()).toMatchObject({ isLoading: true, loadingByNamespace: { eip155: true } })
  await connectFake(made.wallet, work)
  expect(modal.getState()).toMatchObject({ isLoading: false, loadingByNamespace: {} })
  made.actions.open()
  made.config.modal.setState({ pairingUri: 'wc:1', pairingExpiresAt: 5 })
  expect(pairing.getState()).toEqual({ uri: 'wc:1', expiresAt: 5 })
  made.actions.close()
  expect(pairing.getState()).toEqual({ uri: undefined, expiresAt: undefined })
})

it('R3-15 names addresses as the page says, until they are disconnected', async () => {
  const made = make()
  await enter(made)
  made.actions.setAddressLabels({ [ADDRESS]: 'Savings', [OTHER_ADDRESS]: 'x'.repeat(99) })
  const labels = () => readAccount(made.config).getState().addressLabels
  expect(labels()).toEqual({ [ADDRESS]: 'Savings', [OTHER_ADDRESS]: 'x'.repeat(64) })
  const leaving = made.actions.disconnect()
  await expect.poll(() => made.wallet.waiting.length).toBe(1)
  made.wallet.take('disconnect').resolve()
  await leaving
  expect(labels()).toBeUndefined()
})
