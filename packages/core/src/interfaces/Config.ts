import type { SocialProvider } from '@latchkey/protocol/socials'
import type { LogOptions, LogRuntime } from '@latchkey/std/logLevel'
import type { StoreApi } from 'zustand/vanilla'
import type { Activity, ShownAccounts, TransactionPage } from './Activity.ts'
import type { ConnectOptions } from './ConnectOptions.ts'
import type {
  AccountState,
  AccountType,
  AppMetadata,
  CaipNetworkId,
  ChainNamespace,
  Connector,
  ConnectorEvents,
  CreateConnector,
  DefaultAccountTypes,
  Emitter,
  FrameScreen,
  KeyValueStorage,
  Network,
  PageProvider,
  RequestArguments,
  Siwx,
  TokenBalance,
} from './Connector.ts'
import type { NameForm, SentTransfer, TransferForm } from './Forms.ts'
import type { NameAbilityOn, NameRecord } from './Names.ts'
import type { NoticesState } from './Notices.ts'
import type { OnrampForm } from './OnrampForm.ts'
import type { PaymentOf, PayReceipt, PayRequest } from './Pay.ts'
import type { CallsAbility, SwapForm, SwapQuote } from './Swap.ts'
import type { ThemeMode, ThemeState, ThemeVariables } from './Theme.ts'

export type { NameRecord, SentTransfer, TransactionPage, TransferForm }

/** What a project offers (spec 3, remote features). A list names the providers; `false` or an empty list is off. */
export type Features = {
  email: boolean
  socials: readonly string[] | false
  /** Signing in by a passkey, where the embedded wallet is offered. It is the page's choice alone. */
  passkeys: boolean
  /** Being paid and paying in the modal; default true (spec 9). They are the page's choice alone. */
  receive: boolean
  send: boolean
  swaps: readonly string[] | false
  onramp: readonly string[] | false
  activity: boolean
  reownBranding: boolean
  /** Payments that the page asks for; default false (spec 9). It is the page's choice alone. */
  pay: boolean
  /** Time zones (IANA) without purchase and swap. `false`: none; undefined: nobody has told, the specification's hold. */
  restrictedTimeZones?: readonly string[] | false | undefined
  /** Networks (CAIP-2) on which the service tells the activity of any account. `false`: none; undefined: nobody has told. */
  historyNetworks?: readonly string[] | false | undefined
}

/** What a page may decide about by itself: the features that this modal has. */
export type PageFeatures = Partial<
  Pick<Features, 'email' | 'socials' | 'passkeys' | 'receive' | 'send' | 'swaps' | 'onramp' | 'pay'>
>

export type AdapterContext = { apiOrigin: string; projectId: string }

/** How a transaction ended. `reverted` is in a block too, and has cost its fee. */
export type TransactionOutcome = { status: 'success' | 'reverted'; blockNumber: bigint }

/** Coins or tokens on their way from one account to another, on one network. */
export type Transfer = {
  network: Network
  from: string
  to: string
  /** Base units (wei, atoms). */
  amount: bigint
  /** The token's contract; absent: the network's native coin. */
  token?: string
}

/** What a payment link asks for (EIP-681). */
export type PaymentLink = {
  to: string
  caipNetworkId?: CaipNetworkId
  /** The token's contract; absent: the network's native coin. */
  token?: string
  /** Base units; `untold`: it asks for an amount that its reader cannot count in them. */
  amount?: bigint | 'untold'
}

type AddressQuestion = { network: Network; address: string; signal?: AbortSignal }

/** Sending on one CAIP-2 namespace. */
export type TransferAbility = {
  /** The address as it is usually written; undefined: it is none of the network's, or its checksum is wrong. */
  normalize(address: string, network: Network): string | undefined | Promise<string | undefined>
  /** Reads a payment link; undefined where the text is none. */
  readLink(text: string): PaymentLink | undefined
  /** The request that asks a wallet to send it; a namespace whose transactions carry what the network says now reads it first. */
  request(transfer: Transfer): RequestArguments | Promise<RequestArguments>
  /** The hash in what the wallet answers; default: the answer itself. Undefined: there is none. */
  readHash?(answer: unknown): string | undefined
  /**
   * The most that the network can take for it, base units of the native coin.
   *
   * @param params `isSmart`: the sender is a contract, which needs more
   */
  estimateFee(params: Transfer & { isSmart?: boolean; signal?: AbortSignal }): Promise<bigint>
  /**
   * What of the native coin stays behind when as much is sent as can be, base units. Default: the fee of the smallest transfer.
   * `to` is undefined while nobody is chosen.
   */
  reserve?(
    params: Pick<Transfer, 'network' | 'from'> & { to: string | undefined; signal?: AbortSignal },
  ): Promise<bigint>
  /** Whether code is at an address: an account of a contract may not be able to give back what it got. */
  isContract(params: AddressQuestion): Promise<boolean>
  /** Asking wallets for calls of contracts; without it nothing is swapped here. */
  calls?: CallsAbility
}

export type NameAbility = NameAbilityOn<Network>

/** What can be done on one CAIP-2 namespace. Abilities are optional members. */
export type ChainAdapter = ShownAccounts<Network> & {
  namespace: ChainNamespace
  /** Whether a text has the form of an address of this namespace. */
  isAddress(address: string): boolean
  /** As `isAddress`, and a checksum that the address carries must be right. */
  isChecksumAddress?(address: string): Promise<boolean>
  /** Native balance as a decimal string in whole units. */
  getBalance?(params: AddressQuestion): Promise<string>
  /** All that an account has, the native coin first, for a namespace whose tokens the service does not know. */
  getTokens?(params: AddressQuestion): Promise<readonly TokenBalance[]>
  /** Sending native coins and tokens; its code is loaded on first need. */
  transfers?(): Promise<TransferAbility>
  /** Where sending is the wallet's work: by which method it is asked, and for which kind of account. Default: every wallet can. */
  sends?: { method: string; from: AccountType }
  /** Names of accounts; its code is loaded on first need. */
  names?(): Promise<NameAbility>
  /** For a namespace without names of its own: how those of another one that the page has an adapter for are read. */
  nameRecord?: NameRecord
  /** Settles once a transaction is in a block. */
  waitForTransaction?(params: {
    network: Network
    hash: string
    signal?: AbortSignal
  }): Promise<TransactionOutcome>
  /** Makes the page's provider of this namespace; it answers for no other. Called once, when the config is made. */
  createProvider?(config: Config): PageProvider
  /** Refuses a request that no wallet could make sense of, before anything is shown for it: at once where it can. */
  checkRequest?(args: RequestArguments): Promise<void> | undefined
  /** Asks the network what it tells anybody. */
  read?(
    config: Config,
    params: RequestArguments & { caipNetworkId: CaipNetworkId | undefined },
  ): Promise<unknown>
  explorerAddressUrl?(network: Network, address: string): string | undefined
  explorerTransactionUrl?(network: Network, hash: string): string | undefined
}

export type CreateChainAdapter = (context: AdapterContext) => ChainAdapter

/**
 * Where a social login stands: the address is asked for, the provider's window is open, the account is fetched, the page
 * is on its way to the provider, or it has ended.
 */
export type SocialPhase = 'opening' | 'waiting' | 'finishing' | 'leaving' | 'failed' | 'done'
export type SocialLoginState = { phase: SocialPhase; error: unknown }

export type SocialLogin = {
  provider: SocialProvider
  state: StoreApi<SocialLoginState>
  /** Begins in a window of its own. Call it in the click: a browser opens no window otherwise. */
  open(): void
  /** Begins in this page, which comes back by itself: for where no window can be had. */
  continueInPage(): void
  /** Goes on with what the provider's window came back with. */
  finish(resultUri: string): void
  /** Gives up, and takes the window away. */
  cancel(): void
}

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

export type RouterEntry = {
  name: string
  params?: unknown
  /** Clears what the view left behind; runs 100 ms after a step back from it, when it is out of sight. */
  onBack?: () => void
}
export type RouterState = {
  /** Never empty; the last is shown. */
  stack: readonly RouterEntry[]
  direction: 'next' | 'prev'
}

export type ConfigParameters = ConnectOptions &
  LogOptions & {
    projectId: string
    /** At least one; the first is active unless `defaultNetwork` says otherwise or another was used last. */
    networks: readonly [Network, ...Network[]]
    /** One of `networks`. */
    defaultNetwork?: Network | undefined
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
    /** Default dark. */
    themeMode?: ThemeMode
    /** CSS colour (hex, rgb or hsl) of the one thing to do next. */
    accent?: string
    themeVariables?: ThemeVariables
    locale?: string
    /**
     * Words of the modal that the page says otherwise, by language (`en`, `de`) and name of the message, with the same places:
     * `{ en: { 'connect.title': 'Sign in to the shop' } }`. What the wallet itself says cannot be changed.
     */
    words?: Readonly<Record<string, Readonly<Record<string, string>>>>
    /** A toast over the page tells how what was sent has ended, where the modal is closed; default true. */
    outcomeToast?: boolean
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
export type Runtime = LogRuntime & {
  /** Aborts when the config is destroyed. */
  signal: AbortSignal
  /** Stops following the mode of the system. */
  systemTheme?: AbortController
  /** The view that fits when nothing asks for one (spec 2). */
  homeView: () => string
  /** Unsafe requests that wait for a person. */
  pendingRequests: Set<AbortController>
  /** Told of each request to a wallet with screens of its own. */
  onWalletRequest?: (connector: Connector, method: string, answer: Promise<unknown>) => void
  /** Told of each request that this wallet's own screens are asked for, as soon as it waits. */
  onOwnRequest?: OwnRequestListener
  /** Loads what tells over the page how a request's transaction has ended; there once a modal is in the page. */
  loadOutcomes?: () => Promise<{ outcomeTeller(config: Config): OwnRequestListener }>
  /** Requests that wait in an app of this phone, while the way to it is shown. */
  requestsInWallet?: Set<symbol>
  timers: Map<string | symbol, ReturnType<typeof setTimeout>>
  /** The newest attempt to connect a namespace; a later one, or a disconnect, aborts it. */
  attempts: Map<ChainNamespace, AbortController>
  /** What the page is made with, where it is not plain HTML: `st` of each request. */
  sdkType?: 'react'
  /** Loads the code that finds wallets and follows connections, once. */
  load?: () => Promise<{ pay?(config: Config, request: PayRequest): Promise<PayReceipt> } | undefined>
  /** Settles once what storage remembers is restored, or cannot be; undefined from then on. */
  ready?: Promise<void>
  /** What tells it to a page, once one has asked. */
  readiness?: StoreApi<{ isReady: boolean }>
  /** The page draws its own ways to connect: what they need is asked for without the modal being open. */
  drawsConnect?: boolean
  /** The social login that is under way. */
  social?: SocialLogin
  /** The visitor has ticked the box of the terms. */
  agreed?: boolean
  /** While it answers true the modal stays open: a sign-in that the page requires (spec 4). */
  holdsOpen?: () => boolean
  /** How many balances have been asked for, once one was. */
  balancesAsked?: number
  /** Id of the toast shown last. */
  lastToastId: number
  /**
   * Balance look-ups by CAIP-10 address, with the time of the last answer or failure (ms since the epoch); no balance: it failed. `began`: of
   * two the later one has the higher number.
   */
  balances: Map<string, { at: number; balance: string | undefined; began?: number }>
  /** What the account home has read, once somebody has seen it. */
  portfolios?: Map<string, Portfolio>
  /** Names and pictures by address, with the time of the look-up (ms since the epoch). */
  identities?: Map<string, { at: number; name: string | null; avatar: string | null }>
  /** The zone that the service gives names in, once somebody has asked. */
  nameZone?: Promise<string | undefined>
  /** What is being written into the form for a name. */
  nameForm?: StoreApi<NameForm>
  /** Told of each transaction that the wallet has sent: what is on the screen is out of date. */
  onSent?: (answer: unknown) => void
  /** Transactions that are waited for, by hash. */
  outcomes?: Map<string, Promise<TransactionOutcome>>
  /** What is being written into the form for sending. */
  transferForm?: StoreApi<TransferForm>
  /** What is being bought. */
  onrampForm?: StoreApi<OnrampForm>
  /** What was sent from this page and has not been told yet. */
  transfers?: StoreApi<{ transfers: readonly SentTransfer[] }>
  /** What is being written into the form for swapping. */
  swapForm?: StoreApi<SwapForm>
  /** The payment that the page asked for last. */
  payment?: StoreApi<PaymentOf<Network, TokenBalance, SwapQuote>>
  /** CAIP-10 ids of tokens that the account has just changed: what the service keeps of them is too old. */
  changedTokens?: readonly string[]
  /** What can be swapped on each network (CAIP-2) that the service was asked about. */
  swapTokens?: Map<string, readonly TokenBalance[] | 'none'>
  /** What the activity of an account shows, once somebody has looked. */
  activity?: StoreApi<{ byAccount: Readonly<Record<string, Activity>> }>
  /** What asks the service; default: the browser's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** The tokens of an account on one network (CAIP-10). Times are ms since the epoch. */
export type Portfolio = {
  /** When the last look-up began, whatever came of it. */
  triedAt: number
  /** The last look-up has failed, wholly or for the tokens beside the native one. */
  failed: 'all' | 'tokens' | undefined
  /** Of what `tokens` says. */
  at: number
  tokens: readonly TokenBalance[] | undefined
}

/** A request that the embedded wallet puts before the visitor. */
export type OwnRequest = { connector: Connector; namespace: ChainNamespace; method: string }
export type OwnRequestListener = (asked: OwnRequest, answer: Promise<unknown>) => void

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
