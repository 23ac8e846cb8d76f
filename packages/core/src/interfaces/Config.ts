import type { StoreApi } from 'zustand/vanilla'
import type { AccountState, DefaultAccountTypes } from './Account.ts'
import type { ChainAdapter, CreateChainAdapter } from './ChainAdapter.ts'
import type { ConnectOptions } from './ConnectOptions.ts'
import type {
  AppMetadata,
  Connector,
  ConnectorEvents,
  CreateConnector,
  Emitter,
  FrameScreen,
} from './Connector.ts'
import type { Features } from './Features.ts'
import type { KeyValueStorage } from './KeyValueStorage.ts'
import type { CaipNetworkId, ChainNamespace, Network } from './Network.ts'
import type { PageProvider } from './Provider.ts'
import type { Siwx } from './Siwx.ts'
import type { SocialLogin } from './SocialLogin.ts'

/** The account of each namespace. */
export type AccountsState = { byNamespace: Readonly<Partial<Record<ChainNamespace, AccountState>>> }

/** The requested networks and the active one. */
export type NetworksState = {
  networks: readonly Network[]
  /** The active network's id. It may be one that is not in `networks`: then it is unsupported. */
  activeId: CaipNetworkId
}

/** Life of the embedded wallet's frame (spec 4). */
export type FrameState = {
  status: 'notCreated' | 'created' | 'ready' | 'failed'
  screen: FrameScreen
  /** Height the frame's content wants, CSS px. */
  height: number
  error: { code: number; message: string } | undefined
}

export type ModalState = {
  open: boolean
  /** A wallet is being connected. */
  loading: boolean
  /** The namespaces that one is being connected for. */
  loadingByNamespace: Readonly<Partial<Record<ChainNamespace, boolean>>>
  shake: boolean
  /** WalletConnect pairing uri of the current attempt; cleared on close. */
  pairingUri: string | undefined
  /** When it stops working, ms since the epoch. */
  pairingExpiresAt: number | undefined
}

export type Toast = { id: number; kind: 'loading' | 'success' | 'error' | 'info'; message: string }
export type Alert = {
  /** Stable name of the alert, such as `originNotAllowed`. */
  kind: string
  short: string
  long: string
  code?: number
}
/** At most one toast and one alert. */
export type NoticesState = { toast: Toast | undefined; alert: Alert | undefined }

export type RouterEntry = {
  name: string
  params?: unknown
  /** Clears what the view left behind; runs 100 ms after a step back from it, when it is out of sight. */
  onBack?: () => void
}
export type TransactionEntry = { onSuccess?: () => void; onError?: () => void; onCancel?: () => void }
export type RouterState = {
  /** Never empty; the last is shown. */
  stack: readonly RouterEntry[]
  direction: 'next' | 'prev'
  transactions: readonly TransactionEntry[]
}

export type ThemeState = {
  themeMode: 'light' | 'dark'
  /** CSS colour of the host; checked where it is applied. */
  accent: string | undefined
  /** BCP 47 tag; undefined: the page's language, then the browser's. */
  locale: string | undefined
}

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
  features: StoreApi<Partial<Features> & Pick<Features, 'email'>>
  /** Active when the visitor has chosen none. */
  defaultNetworkId: CaipNetworkId
  storage: KeyValueStorage
  connectors: StoreApi<{ connectors: readonly Connector[] }>
  /** Makes a connector and lists it, unless one of its id is there already; answers the one that is listed. */
  addConnector(create: CreateConnector): Connector
  adapters: Readonly<Partial<Record<ChainNamespace, ChainAdapter>>>
  accounts: StoreApi<AccountsState>
  networks: StoreApi<NetworksState>
  router: StoreApi<RouterState>
  modal: StoreApi<ModalState>
  notices: StoreApi<NoticesState>
  theme: StoreApi<ThemeState>
  frame: StoreApi<FrameState>
  /** Events of one connector. */
  eventsOf(connectorId: string): Emitter<ConnectorEvents>
  /** The page's provider: that of its first adapter which brings one. */
  provider: PageProvider
  runtime: Runtime
  destroy(): void
}
