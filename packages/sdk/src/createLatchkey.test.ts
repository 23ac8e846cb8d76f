import { base, evmAdapter, localhost, mainnet } from '@latchkey/chain-evm'
import { solanaAdapter, solanaLocal } from '@latchkey/chain-solana'
import { readReady } from '@latchkey/core/page'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLatchkey } from './createLatchkey.ts'
import { defineLatchkeyButton, LatchkeyButton } from './LatchkeyButton.ts'

const options = {
  projectId: 'demo',
  walletOrigin: 'https://wallet.example.net',
  apiOrigin: 'https://api.example.net',
  networks: [localhost] as const,
}

it('is imported and used on a server, where it touches nothing', () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  expect(typeof document).toBe('undefined')
  expect(() => defineLatchkeyButton()).not.toThrow()
  expect(LatchkeyButton.observedAttributes).toContain('label')
  const latchkey = createLatchkey(options)
  expect(latchkey.getState()).toEqual({
    open: false,
    status: 'disconnected',
    address: undefined,
    caipAddress: undefined,
    network: localhost,
    caipNetworkId: 'eip155:31337',
  })
  latchkey.destroy()
  expect(fetched).not.toHaveBeenCalled()
})

it('R5-3 asks for a project id', () => {
  expect(() => createLatchkey({ ...options, projectId: '' })).toThrow('Project ID Not Configured')
})

it.each([
  ['walletOrigin', undefined],
  ['walletOrigin', ''],
  ['walletOrigin', 'wallet.example.net'],
  ['walletOrigin', 'https://wallet.example.net/path'],
  ['apiOrigin', 'data:text/html,x'],
  ['apiOrigin', 7],
])('names the option when %s is %s', (name, value) => {
  expect(() => createLatchkey({ ...options, [name]: value })).toThrow(`\`${name}\` is`)
})

it('asks for a network', () => {
  expect(() => createLatchkey({ ...options, networks: [] as never })).toThrow('No network is given')
})

it('takes an origin with a slash at its end', () => {
  const latchkey = createLatchkey({ ...options, apiOrigin: 'https://api.example.net/' })
  expect(latchkey.config.services.apiOrigin).toBe('https://api.example.net')
  latchkey.destroy()
})

it('tells of changes, once each, until one stops listening', () => {
  const { config, getState, subscribe, setTheme, destroy } = createLatchkey(options)
  const listener = vi.fn()
  const stop = subscribe(listener)
  const before = getState()
  setTheme({ themeMode: 'light' })
  config.modal.setState({ shake: true })
  expect(listener).not.toHaveBeenCalled()
  // As `useSyncExternalStore` asks of a snapshot.
  expect(getState()).toBe(before)
  config.networks.setState({ activeId: 'eip155:1' })
  expect(listener).toHaveBeenCalledTimes(1)
  expect(listener.mock.lastCall?.[0]).toBe(getState())
  expect(listener.mock.lastCall?.[0]).toMatchObject({ caipNetworkId: 'eip155:1', network: undefined })
  stop()
  config.networks.setState({ activeId: 'eip155:31337' })
  expect(listener).toHaveBeenCalledTimes(1)
  destroy()
})

it('R3-37 hands on which kind of account the page wants, and takes no choice while nobody is connected', async () => {
  const latchkey = createLatchkey({ ...options, defaultAccountTypes: { eip155: 'eoa' } })
  expect(latchkey.config.options.defaultAccountTypes).toEqual({ eip155: 'eoa' })
  expect(latchkey.getState()).toMatchObject({ accountType: undefined, smartAccountDeployed: undefined })
  await expect(latchkey.setPreferredAccountType('smartAccount')).rejects.toMatchObject({ code: 5009 })
  latchkey.destroy()
})

it('R5-7 R5-8 R5-9 lists further networks, switches between them and takes them off again', async () => {
  const latchkey = createLatchkey(options)
  const { config } = latchkey
  const ids = () => config.networks.getState().networks.map(({ id }) => id)
  await expect(latchkey.switchNetwork('eip155:8453')).rejects.toMatchObject({ code: 5004 })
  await expect.poll(() => config.notices.getState().alert?.kind).toBe('networkNotFound')
  await latchkey.addNetwork(base)
  await latchkey.addNetwork({ ...base, name: 'Base again' })
  expect(ids()).toEqual([31_337, 8_453])
  await latchkey.switchNetwork('eip155:8453')
  expect(latchkey.getState().network?.name).toBe('Base again')
  await latchkey.removeNetwork('eip155:8453')
  expect(ids()).toEqual([31_337])
  expect(latchkey.getState().caipNetworkId).toBe('eip155:31337')
  await latchkey.removeNetwork('eip155:31337')
  expect(ids()).toEqual([31_337])
  const solana = {
    ...mainnet,
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainNamespace: 'solana',
  } as const
  await expect(latchkey.addNetwork(solana)).rejects.toMatchObject({ code: 5005 })
  await expect(latchkey.removeNetwork(solana.caipNetworkId)).rejects.toMatchObject({ code: 5005 })
  latchkey.destroy()
})

it.each([{ basic: true }, { manualWCControl: true }])(
  'shows WalletConnect alone where the page says so: %j',
  (alone) => {
    const connectorsOf = (more: object) => {
      const latchkey = createLatchkey({ ...options, ...more })
      const ids = latchkey.config.connectors.getState().connectors.map(({ id }) => id)
      latchkey.destroy()
      return ids
    }
    expect(connectorsOf({})).toEqual(['embedded'])
    expect(connectorsOf(alone)).toEqual([])
  },
)

it('is ready at once with nothing to restore, and tells of events by their type until one stops listening', async () => {
  const latchkey = createLatchkey(options)
  await latchkey.ready
  expect(readReady(latchkey.config).getState()).toEqual({ isReady: true })
  const heard: unknown[] = []
  const stop = latchkey.on('networkChange', (event) => heard.push(event))
  const dropped = latchkey.on('networkChange', () => heard.push('dropped'))
  // Before the code that tells events apart is there.
  dropped()
  latchkey.config.networks.setState({ activeId: 'eip155:1' })
  latchkey.setTheme({ themeMode: 'light' })
  await expect
    .poll(() => heard)
    .toEqual([{ type: 'networkChange', caipNetworkId: 'eip155:1', previous: 'eip155:31337' }])
  stop()
  latchkey.config.networks.setState({ activeId: 'eip155:31337' })
  expect(heard).toHaveLength(1)
  latchkey.destroy()
})

it('connects with the one that the page names, and refuses an id that is nobody’s', async () => {
  const latchkey = createLatchkey(options)
  await expect(latchkey.connect('nobody')).rejects.toMatchObject({ code: 5240 })
  expect(latchkey.getState().open).toBe(false)
  latchkey.destroy()
})

it('a provider answers for its own namespace alone', async () => {
  const latchkey = createLatchkey({
    ...options,
    adapters: [evmAdapter, solanaAdapter],
    networks: [localhost, solanaLocal],
  })
  onTestFinished(() => latchkey.destroy())
  const foreign = latchkey
    .getProvider('solana')
    .request({ method: 'personal_sign', params: ['0x00', '0x00'] })
  await expect(foreign).rejects.toMatchObject({ code: 4200 })
  const other = latchkey.provider.request({ method: 'solana_signMessage', params: { message: 'C' } })
  await expect(other).rejects.toMatchObject({ code: 4200 })
})

it('a provider of another namespace fails as EIP-1193 says, with the code of our own beside', async () => {
  const latchkey = createLatchkey({
    ...options,
    adapters: [evmAdapter, solanaAdapter],
    networks: [localhost, solanaLocal],
  })
  onTestFinished(() => latchkey.destroy())
  const asked = latchkey
    .getProvider('solana')
    .request({ method: 'solana_signMessage', params: { message: 'C' } })
  await expect(asked).rejects.toMatchObject({ code: 4100, data: { latchkeyCode: expect.any(Number) } })
})
