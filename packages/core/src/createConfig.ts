import { createEmitter } from './createEmitter.ts'
import { ProjectIdMissingError } from './errors.ts'
import type { SocialLogin } from './identity/createSocialLogin.ts'
import type { DefaultAccountTypes } from './interfaces/Account.ts'
import type { ChainAdapter, CreateChainAdapter } from './interfaces/ChainAdapter.ts'
import type { ConnectOptions } from './interfaces/ConnectOptions.ts'
import type {
  AppMetadata,
  Connector,
  ConnectorEvents,
  CreateConnector,
  Emitter,
} from './interfaces/Connector.ts'
import type { Features } from './interfaces/Features.ts'
import type { CaipNetworkId, ChainNamespace, Network } from './interfaces/Network.ts'
import type { PageProvider } from './interfaces/Provider.ts'
import type { Siwx } from './interfaces/Siwx.ts'
import type { ChainReads } from './provider/chainReads.ts'
import { createProvider } from './provider/createProvider.ts'
import { createAccountsSlice } from './slices/accounts.ts'
import { createConnectorsSlice } from './slices/connectors.ts'
import { createFeaturesSlice } from './slices/features.ts'
import { createFrameSlice } from './slices/frame.ts'
import { createModalSlice } from './slices/modal.ts'
import { activeNetwork, createNetworksSlice, findNetwork } from './slices/networks.ts'
import { createNoticesSlice } from './slices/notices.ts'
import { createRouterSlice } from './slices/router.ts'
import { createThemeSlice } from './slices/theme.ts'
import { createStorage, type KeyValueStorage } from './storage/createStorage.ts'
import { readLastUsedChain } from './storage/storedConnections.ts'

export type ConfigParameters = ConnectOptions & {
  projectId: string
  /** At least one; the first is active unless `defaultNetwork` says otherwise or another was used last. */
  networks: readonly [Network, ...Network[]]
  /** One of `networks`. */
  defaultNetwork?: Network
  /**
   * Which kind of account the embedded wallet begins with, by namespace; the visitor's own choice wins. Default:
   * `smartAccount` for eip155, where the network has smart accounts, `eoa` for solana, `payment` for bip122 (spec 3).
   */
  defaultAccountTypes?: DefaultAccountTypes
  /** What the page offers; all that its connectors can do when left out. A fetched project configuration wins (spec 6). */
  features?: Partial<Features>
  /** Signs the visitor in with the wallet after connecting (CAIP-122). */
  siwx?: Siwx
  /** Sends usage events to the operator's own service; default false. */
  analytics?: boolean
  /** What the service is told of the SDK: `st` and `sv` of each request; default: this one's. */
  sdk?: { type: string; version: string }
  services: { walletOrigin: string; apiOrigin: string }
  connectors: readonly CreateConnector[]
  adapters?: readonly CreateChainAdapter[]
  metadata?: AppMetadata
  storage?: KeyValueStorage
  themeMode?: 'light' | 'dark'
  /** CSS colour (hex, rgb or hsl) of the one thing to do next. */
  accent?: string
  locale?: string
  /** Connected on a network outside `networks` is fine (spec 4). */
  allowUnsupportedChain?: boolean
  /** The visitor may switch networks; default true. */
  enableNetworkSwitch?: boolean
  /** The modal lives in an element of the page instead of over it. */
  embedded?: boolean
  /** Where the embedded frame lives. */
  frameContainer?: () => Promise<HTMLElement>
}

/** Things that must die with the config and that no view shows. */
export type Runtime = {
  /** Aborts when the config is destroyed. */
  signal: AbortSignal
  /** Unsafe requests that wait for a person. */
  pendingRequests: Set<AbortController>
  /** Told of each request to a wallet with screens of its own. */
  onWalletRequest?: (connector: Connector, method: string, answer: Promise<unknown>) => void
  /** The page's own reads of the networks, once there was one. */
  readChain?: ChainReads
  /** How to end each of the page's subscriptions (`eth_subscribe`), by its id. */
  subscriptions?: Map<string, () => void>
  /** Requests that wait in an app of this phone, while the way to it is shown. */
  requestsInWallet?: Set<symbol>
  timers: Map<string | symbol, ReturnType<typeof setTimeout>>
  /** The newest attempt to connect a namespace; a later one, or a disconnect, aborts it. */
  attempts: Map<ChainNamespace, AbortController>
  /** What the page is made with, where it is not plain HTML: `st` of each request. */
  sdkType?: 'react'
  /** The social login that is under way. */
  social?: SocialLogin
  /** The visitor has ticked the box of the terms. */
  agreed?: boolean
  /** While it answers true the modal stays open: a sign-in that the page requires (spec 4). */
  holdsOpen?: () => boolean
  /** Id of the toast shown last. */
  lastToastId: number
  /** Balance look-ups by CAIP-10 address, with the time of the last answer or failure (ms since the epoch); no balance: it failed. */
  balances: Map<string, { at: number; balance: string | undefined }>
}

/** Owns every store; the first argument of every action. Two may live on one page. */
export type Config = {
  projectId: string
  services: { walletOrigin: string; apiOrigin: string }
  metadata: AppMetadata | undefined
  allowUnsupportedChain: boolean
  enableNetworkSwitch: boolean
  embedded: boolean
  /** What the page set, for whoever reads it later. */
  options: ConfigParameters
  siwx: Siwx | undefined
  features: ReturnType<typeof createFeaturesSlice>
  /** Active when the visitor has chosen none. */
  defaultNetworkId: CaipNetworkId
  storage: KeyValueStorage
  connectors: ReturnType<typeof createConnectorsSlice>
  /** Makes a connector and lists it, unless one of its id is there already; answers the one that is listed. */
  addConnector(create: CreateConnector): Connector
  adapters: Readonly<Partial<Record<ChainNamespace, ChainAdapter>>>
  accounts: ReturnType<typeof createAccountsSlice>
  networks: ReturnType<typeof createNetworksSlice>
  router: ReturnType<typeof createRouterSlice>
  modal: ReturnType<typeof createModalSlice>
  notices: ReturnType<typeof createNoticesSlice>
  theme: ReturnType<typeof createThemeSlice>
  frame: ReturnType<typeof createFrameSlice>
  /** Events of one connector. */
  eventsOf(connectorId: string): Emitter<ConnectorEvents>
  /** The page's EIP-1193 provider. */
  provider: PageProvider
  runtime: Runtime
  destroy(): void
}

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
    parameters.networks.find(
      ({ caipNetworkId }) => caipNetworkId === parameters.defaultNetwork?.caipNetworkId,
    ) ?? parameters.networks[0]
  ).caipNetworkId
  const networks = createNetworksSlice(parameters.networks, defaultNetworkId)
  // After the slice is made: a server knows no storage, and the first paint in a browser must equal the server's.
  const stored = readLastUsedChain(storage)
  if (stored && findNetwork(networks.getState(), stored)) networks.setState({ activeId: stored })
  const theme = createThemeSlice({
    themeMode: parameters.themeMode ?? 'dark',
    accent: parameters.accent,
    locale: parameters.locale,
  })
  const runtime: Runtime = {
    signal: controller.signal,
    pendingRequests: new Set(),
    timers: new Map(),
    attempts: new Map(),
    lastToastId: 0,
    balances: new Map(),
  }
  const emitters = new Map<string, Emitter<ConnectorEvents>>()
  const make = connectorMaker(parameters, storage, networks, theme, emitters)
  const connectors = createConnectorsSlice(parameters.connectors.map(make))
  const config: Omit<Config, 'provider'> = {
    projectId: parameters.projectId,
    services: parameters.services,
    metadata: parameters.metadata,
    allowUnsupportedChain: parameters.allowUnsupportedChain ?? false,
    enableNetworkSwitch: parameters.enableNetworkSwitch ?? true,
    embedded: parameters.embedded ?? false,
    options: parameters,
    siwx: parameters.siwx,
    features: createFeaturesSlice(parameters.features),
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
    accounts: createAccountsSlice(),
    networks,
    router: createRouterSlice(),
    modal: createModalSlice(),
    notices: createNoticesSlice(),
    theme,
    frame: createFrameSlice(),
    eventsOf(connectorId) {
      const emitter = emitters.get(connectorId)
      if (!emitter) throw new TypeError(`No connector has the id ${connectorId}`)
      return emitter
    },
    runtime,
    destroy() {
      controller.abort()
      for (const timer of runtime.timers.values()) clearTimeout(timer)
      runtime.timers.clear()
      for (const pending of runtime.pendingRequests) pending.abort()
      for (const connector of connectors.getState().connectors) connector.destroy?.()
    },
  }
  return withProvider(config)
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
