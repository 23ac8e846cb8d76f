import {
  type ConnectorContext,
  type ConnectorEvents,
  createEmitter,
  createStorage,
  type Network,
} from '@latchkey/core'

export const mainnet: Network = {
  id: 1,
  name: 'Ethereum',
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

export type TestContext = ConnectorContext & {
  /** Every event of the connector, in order. */
  events: { name: keyof ConnectorEvents; payload: unknown }[]
  theme: { themeMode: 'light' | 'dark'; accent?: string; locale?: string }
  changeTheme(): void
}

/** What a connector sees of a page, with a storage of its own. */
export function connectorContext(parameters: Partial<ConnectorContext> = {}): TestContext {
  const emitter = createEmitter<ConnectorEvents>()
  const listeners = new Set<() => void>()
  const context: TestContext = {
    projectId: 'test',
    networks: [mainnet],
    getNetwork: () => mainnet,
    emitter,
    storage: createStorage(() => undefined),
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'http://127.0.0.1:9' },
    metadata: undefined,
    options: {},
    runtime: {},
    defaultAccountTypes: undefined,
    getTheme: () => context.theme,
    onThemeChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getFrameContainer: () => Promise.reject(new Error('There is no page')),
    events: [],
    theme: { themeMode: 'dark' },
    changeTheme: () => {
      for (const listener of listeners) listener()
    },
    ...parameters,
  }
  for (const name of ['change', 'disconnect', 'alert', 'frame', 'frameKey', 'receiptTold'] as const)
    emitter.on(name, (payload) => context.events.push({ name, payload }))
  return context
}
