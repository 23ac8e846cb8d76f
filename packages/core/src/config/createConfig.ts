import { createStore } from 'zustand/vanilla'
import { activeAccount, activeNetwork, findNetwork } from '../account/accounts.ts'
import { createEmitter } from '../connection/createEmitter.ts'
import { ProjectIdMissingError } from '../errors/entryErrors.ts'
import type { Config, ConfigParameters, Runtime } from '../interfaces/Config.ts'
import type {
  Connector,
  ConnectorEvents,
  CreateConnector,
  Emitter,
  KeyValueStorage,
} from '../interfaces/Connector.ts'
import { nothingPending, open, setTheme } from '../modal/open.ts'
import { createStorage } from '../storage/createStorage.ts'
import { readLastUsedChain } from '../storage/storedConnections.ts'
import { isMobile } from '../walletLinks/isMobile.ts'
import { createProvider } from './createProvider.ts'

/**
 * Makes the state of one Latchkey on a page. It contacts nothing.
 *
 * @throws ProjectIdMissingError
 * @example
 * const config = createConfig({ projectId: 'demo', networks: [local], services, connectors: [embedded()] })
 */
export function createConfig(parameters: ConfigParameters): Config {
  if (!parameters.projectId) throw new ProjectIdMissingError()
  const storage = parameters.storage ?? createStorage()
  const controller = new AbortController()
  const defaultNetworkId = (
    findNetwork(parameters, parameters.defaultNetwork?.caipNetworkId) ?? parameters.networks[0]
  ).caipNetworkId
  const networks: Config['networks'] = createStore(() => ({
    networks: parameters.networks,
    activeId: defaultNetworkId,
  }))
  // After the slice is made: a server knows no storage, and the first paint in a browser must equal the server's.
  const stored = readLastUsedChain(storage)
  if (stored && findNetwork(networks.getState(), stored)) networks.setState({ activeId: stored })
  const theme: Config['theme'] = createStore(() => ({
    themeMode: 'dark',
    accent: parameters.accent,
    themeVariables: parameters.themeVariables,
    locale: parameters.locale,
  }))
  const runtime: Runtime = {
    signal: controller.signal,
    pendingRequests: new Set(),
    timers: new Map(),
    attempts: new Map(),
    lastToastId: 0,
    balances: new Map(),
    homeView: () => homeView(complete),
  }
  setTheme({ runtime, theme }, { themeMode: parameters.themeMode ?? 'dark' })
  const emitters = new Map<string, Emitter<ConnectorEvents>>()
  const make = connectorMaker(parameters, runtime, storage, networks, theme, emitters)
  const made = parameters.connectors.map(make)
  const connectors: Config['connectors'] = createStore(() => ({ connectors: made }))
  const config: Omit<Config, 'provider'> = {
    projectId: parameters.projectId,
    services: parameters.services,
    metadata: parameters.metadata,
    allowUnsupportedChain: parameters.allowUnsupportedChain ?? false,
    enableNetworkSwitch: parameters.enableNetworkSwitch ?? true,
    embedded: parameters.embedded ?? false,
    options: parameters,
    siwx: parameters.siwx,
    // E-mail needs nobody's leave to begin with; what else there is comes with the project's configuration, or the defaults.
    features: createStore(() => ({ email: true, ...parameters.features })),
    defaultNetworkId,
    storage,
    connectors,
    addConnector(create) {
      const list = connectors.getState().connectors
      const made = make(create)
      const known = list.find(({ id }) => id === made.id)
      if (known) return known
      connectors.setState({ connectors: [...list, made] })
      return made
    },
    adapters: makeAdapters(parameters),
    ...emptyStores(),
    networks,
    theme,
    eventsOf(connectorId) {
      const emitter = emitters.get(connectorId)
      if (!emitter) throw new TypeError(`No connector has the id ${connectorId}`)
      return emitter
    },
    runtime,
    destroy() {
      controller.abort()
      runtime.systemTheme?.abort()
      for (const timer of runtime.timers.values()) clearTimeout(timer)
      runtime.timers.clear()
      for (const pending of runtime.pendingRequests) pending.abort()
      for (const connector of connectors.getState().connectors) connector.destroy?.()
    },
  }
  const complete = withProvider(config)
  // A modal in the page is on the screen from the beginning.
  if (complete.embedded) open(complete)
  return complete
}

/**
 * Account with an address, else Connect. Pages without adapters, in basic mode, or with a WalletConnect session of their
 * own have nothing but pairing to offer.
 */
function homeView(config: Config): string {
  if (activeAccount(config).address) return 'Account'
  const { basic, manualWCControl } = config.options
  if (!basic && !manualWCControl && Object.keys(config.adapters).length > 0) return 'Connect'
  return isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}

/** Where nobody is connected, and nothing is on the screen. */
function emptyStores(): Pick<Config, 'accounts' | 'router' | 'modal' | 'notices' | 'frame'> {
  return {
    accounts: createStore(() => ({ byNamespace: {} })),
    router: createStore(() => ({ stack: [{ name: 'Connect' }], direction: 'next' })),
    modal: createStore(() => ({ ...nothingPending, open: false, shake: false })),
    notices: createStore(() => ({ toast: undefined, alert: undefined })),
    frame: createStore(() => ({ status: 'notCreated', screen: 'none', height: 0, error: undefined })),
  }
}

function makeAdapters({ services, projectId, adapters = [] }: ConfigParameters): Config['adapters'] {
  const context = { apiOrigin: services.apiOrigin, projectId }
  return Object.fromEntries(
    adapters.map((create) => {
      const adapter = create(context)
      return [adapter.namespace, adapter]
    }),
  )
}

/** Makes connectors, each with an emitter of its own. */
function connectorMaker(
  parameters: ConfigParameters,
  runtime: Runtime,
  storage: KeyValueStorage,
  networks: Config['networks'],
  theme: Config['theme'],
  emitters: Map<string, Emitter<ConnectorEvents>>,
) {
  return (create: CreateConnector): Connector => {
    const emitter = createEmitter<ConnectorEvents>()
    const connector = create({
      projectId: parameters.projectId,
      get networks() {
        return networks.getState().networks
      },
      getNetwork: () => activeNetwork(networks.getState()) ?? parameters.networks[0],
      emitter,
      storage,
      services: parameters.services,
      metadata: parameters.metadata,
      options: parameters,
      runtime,
      defaultAccountTypes: parameters.defaultAccountTypes,
      getTheme: () => theme.getState(),
      onThemeChange: (listener) => theme.subscribe(() => listener()),
      getFrameContainer: parameters.frameContainer ?? bodyContainer,
    })
    if (!emitters.has(connector.id)) emitters.set(connector.id, emitter)
    return connector
  }
}

/** The provider needs the config, and the config has the provider. */
function withProvider(config: Omit<Config, 'provider'>): Config {
  const whole = config as Config
  whole.provider = createProvider(whole)
  return whole
}

async function bodyContainer(): Promise<HTMLElement> {
  return document.body
}
