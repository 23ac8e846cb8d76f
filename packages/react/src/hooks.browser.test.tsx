import {
  type Config,
  type ConnectResult,
  connect,
  createConfig,
  createConnector,
  createStorage,
  disconnect as disconnectConfig,
  type Network,
} from '@latchkey/core'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { LatchkeyProvider, useAccount, useDisconnect, useLatchkey, useNetwork, useProvider } from './hooks.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const network = (id: number, name: string): Network => ({
  id,
  name,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const session: ConnectResult = {
  accounts: [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }],
  caipNetworkId: 'eip155:1',
}
const makeConfig = (lastUsed?: string): Config => {
  const storage = createStorage(() => undefined)
  if (lastUsed) storage.set('LAST_USED_CHAIN_KEY', lastUsed)
  return createConfig({
    projectId: 'test',
    networks: [network(1, 'Ethereum'), network(8453, 'Base')],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    storage,
    adapters: [() => ({ namespace: 'eip155', isAddress: () => true })],
    connectors: [
      createConnector(() => ({
        id: 'test',
        name: 'Test',
        type: 'EXTERNAL',
        namespaces: ['eip155'],
        connect: async () => session,
        reconnect: async () => session,
        disconnect: async () => undefined,
        request: async () => '0x',
        switchNetwork: async () => undefined,
      })),
    ],
  })
}

let renders = 0
function Probe() {
  renders += 1
  const { isOpen, open, close, config } = useLatchkey()
  const { address, status, isConnected } = useAccount()
  const { network: active, networks, switchNetwork, addNetwork, removeNetwork } = useNetwork()
  const disconnect = useDisconnect()
  return (
    <div>
      <p data-testid="state">
        {[
          status,
          isConnected,
          address ?? 'none',
          active?.name ?? 'unsupported',
          networks.length,
          isOpen,
        ].join(' ')}
      </p>
      <p data-testid="provider">{String(useProvider() === config.provider)}</p>
      <button type="button" onClick={() => open()}>
        open
      </button>
      <button type="button" onClick={() => close()}>
        close
      </button>
      <button type="button" onClick={() => void switchNetwork('eip155:8453')}>
        switch
      </button>
      <button type="button" onClick={() => void addNetwork(network(10, 'Optimism'))}>
        add
      </button>
      <button type="button" onClick={() => void removeNetwork('eip155:10')}>
        remove
      </button>
      <button type="button" onClick={() => void disconnect()}>
        disconnect
      </button>
    </div>
  )
}
const tree = (config: Config) => (
  <StrictMode>
    <LatchkeyProvider config={config}>
      <Probe />
    </LatchkeyProvider>
  </StrictMode>
)

describe('hooks', () => {
  it('follow the config, in strict mode too', async () => {
    const config = makeConfig()
    const screen = await render(tree(config))
    const state = screen.getByTestId('state')
    await expect.element(state).toHaveTextContent('disconnected false none Ethereum 2 false')
    await expect.element(screen.getByTestId('provider')).toHaveTextContent('true')
    await connect(config, { connectorId: 'test' })
    await expect.element(state).toHaveTextContent(`connected true ${ADDRESS} Ethereum 2 false`)
    await screen.getByRole('button', { name: 'open' }).click()
    await expect.element(state).toHaveTextContent(`connected true ${ADDRESS} Ethereum 2 true`)
    await screen.getByRole('button', { name: 'close' }).click()
    await screen.getByRole('button', { name: 'switch' }).click()
    await expect.element(state).toHaveTextContent(`connected true ${ADDRESS} Base 2 false`)
    await screen.getByRole('button', { name: 'disconnect', exact: true }).click()
    await expect.element(state).toHaveTextContent('disconnected false none Ethereum 2 false')
  })
  it('add networks to those of the page and take them off', async () => {
    const screen = await render(tree(makeConfig()))
    const state = screen.getByTestId('state')
    await screen.getByRole('button', { name: 'add' }).click()
    await expect.element(state).toHaveTextContent('disconnected false none Ethereum 3 false')
    await screen.getByRole('button', { name: 'remove' }).click()
    await expect.element(state).toHaveTextContent('disconnected false none Ethereum 2 false')
  })
  it('do not draw again for a slice that they do not read', async () => {
    const config = makeConfig()
    await render(tree(config))
    const before = renders
    config.notices.setState({ alert: { kind: 'x', short: 'x', long: 'x' } })
    config.frame.setState({ height: 10 })
    expect(renders).toBe(before)
  })
  it('stop listening when they leave the page', async () => {
    const config = makeConfig()
    const screen = await render(tree(config))
    await screen.unmount()
    const before = renders
    await connect(config, { connectorId: 'test' })
    await disconnectConfig(config)
    expect(renders).toBe(before)
  })
  it('hydrate what a server rendered without a word, though storage remembers more', async () => {
    const host = document.createElement('div')
    document.body.append(host)
    // What a server renders: no storage, so nothing but the defaults.
    const server = await render(tree(makeConfig()))
    host.innerHTML = server.container.innerHTML
    await server.unmount()
    expect(host.textContent).toContain('Ethereum')
    const complaints = vi.spyOn(console, 'error')
    const root = hydrateRoot(host, tree(makeConfig('eip155:8453')), {
      onRecoverableError: (error) => complaints(error as never),
    })
    await expect.poll(() => host.textContent).toContain('Base')
    expect(complaints).not.toHaveBeenCalled()
    complaints.mockRestore()
    root.unmount()
    host.remove()
  })
})
