import type { IdentityAbility } from './IdentityAbility.ts'

/** The CAIP-2 namespaces that Latchkey knows: every other list of them is made of this one. */
export const NAMESPACES = ['eip155', 'solana', 'bip122'] as const
export type ChainNamespace = (typeof NAMESPACES)[number]
type Ability = 'activity' | 'balances' | 'names' | 'send'
/** The namespaces that each of these is there for (spec 9; sending on Bitcoin besides). */
export const NAMESPACES_WITH: Readonly<Record<Ability, readonly ChainNamespace[]>> = {
  activity: ['eip155'],
  balances: ['eip155', 'solana'],
  names: ['eip155'],
  send: NAMESPACES,
}
/** Requests after which the account has another balance. */
export const SENDS: string[] = ['eth_sendTransaction', 'sendTransfer', 'solana_signAndSendTransaction']
/** CAIP-2 id, such as `eip155:8453`. */
export type CaipNetworkId = `${ChainNamespace}:${string}`
/** CAIP-10 id, such as `eip155:1:0xab…`. */
export type CaipAddress = `${CaipNetworkId}:${string}`

/** One network (spec 3). viem's chain objects fit once `defineNetwork` has added the CAIP fields. */
export type Network = {
  id: number | string
  name: string
  caipNetworkId: CaipNetworkId
  chainNamespace: ChainNamespace
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { default: { http: readonly string[] }; chainDefault?: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } }
  testnet?: boolean
  /** Usual time between two blocks, ms. */
  blockTime?: number
  /** Its picture: an address, or the id of one that the service keeps. */
  assets?: { imageId?: string; imageUrl?: string }
}

const KNOWN: readonly unknown[] = NAMESPACES
export const isNamespace = (text: unknown): text is ChainNamespace => KNOWN.includes(text)

/** Whether a text is the CAIP-2 id of a network of a namespace that Latchkey knows. */
export function isCaipNetworkId(text: string): text is CaipNetworkId {
  const [namespace, reference = '', ...rest] = text.split(':')
  return rest.length === 0 && isNamespace(namespace) && /^[-_a-zA-Z0-9]{1,32}$/.test(reference)
}

/** Whether a text has the form that CAIP-10 gives the address within an account id. */
export const isAccountAddress = (text: string): boolean => /^[-.%a-zA-Z0-9]{1,128}$/.test(text)

export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
/** The kind of account that a page wants to begin with, by namespace. */
export type DefaultAccountTypes = Readonly<Partial<Record<ChainNamespace, AccountType>>>
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** One account of a connection (spec 3, generic account). */
export type Account = {
  namespace: ChainNamespace
  address: string
  type: AccountType
  publicKey?: string
  path?: string
}

/** A token and how much of it (spec 3). `numeric` is a decimal string: no float holds money; `pending` is on its way, beside it. */
export type TokenBalance = {
  name: string
  symbol: string
  chainId: string
  /** CAIP-10; absent for the native token */
  address?: string
  /** US dollars, of all of it; absent where no price is known */
  value?: number
  /** US dollars a whole unit */
  price?: number
  quantity: { decimals: string; numeric: string; pending?: string }
  iconUrl?: string
}

/** What is known of the account of one namespace (spec 3). */
export type AccountState = {
  status: ConnectionStatus
  caipAddress?: CaipAddress
  address?: string
  /** Decimal string in whole units; undefined while unknown. */
  balance?: string
  balanceSymbol?: string
  profileName?: string
  profileImage?: string
  /**
   * `email` is there once the visitor let this site know it (`requestEmail`), or typed a new one into this page; `emailHint`
   * is masked: to recognise, not to contact. The storage never holds more than a hint.
   */
  user?: { email?: string; emailHint?: string; username?: string }
  allAccounts: readonly Account[]
  tokenBalance?: readonly TokenBalance[]
  /** Whether the smart account is on the active network yet; its first transaction puts it there. */
  smartAccountDeployed?: boolean
  /** The kind of account in use, where the wallet has several: `address` is the one of `allAccounts` of that kind. */
  preferredAccountType?: AccountType
  socialProvider?: string
  connectorId?: string
  connectedWalletInfo?: { name: string; icon?: string; type: string }
  addressLabels?: Readonly<Record<string, string>>
  farcasterUrl?: string
}

export type RequestArguments = { method: string; params?: readonly unknown[] | Record<string, unknown> }
export type ProviderListener = (payload: never) => void

/** What the events of EIP-1193 tell. */
export type ProviderEvents = {
  /** The account in use; empty when nobody is connected any more. */
  accountsChanged: `0x${string}`[]
  /** Hexadecimal, with `0x`. */
  chainChanged: string
  connect: { chainId: string }
  disconnect: ProviderRpcError
  message: { type: string; data: unknown }
}

/** EIP-1193. */
export type Eip1193Provider = {
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: ProviderListener): unknown
  removeListener(event: string, listener: ProviderListener): unknown
}

/**
 * The page's own provider: EIP-1193, and the listeners' methods of Node's EventEmitter that libraries use. It fits the
 * providers of ethers, viem and web3. The result is of whatever type the caller says: nothing has checked it.
 */
export type PageProvider = {
  request<Result = unknown>(args: { method: string; params?: unknown }): Promise<Result>
  on<Name extends keyof ProviderEvents>(
    event: Name,
    listener: (payload: ProviderEvents[Name]) => void,
  ): PageProvider
  on(event: string, listener: ProviderListener): PageProvider
  /** As `on`, for the next event alone. */
  once<Name extends keyof ProviderEvents>(
    event: Name,
    listener: (payload: ProviderEvents[Name]) => void,
  ): PageProvider
  once(event: string, listener: ProviderListener): PageProvider
  removeListener(event: string, listener: ProviderListener): PageProvider
  off(event: string, listener: ProviderListener): PageProvider
  /** Without an event: the listeners of all events. */
  removeAllListeners(event?: string): PageProvider
}

/** An EIP-1193 `ProviderRpcError`: a real Error with an integer code. */
export type ProviderRpcError = Error & { code: number; data?: unknown }

/** What went wrong with the set-up or the session (spec 8, modal alerts). */
export type AlertKind =
  | 'networkNotFound'
  | 'originNotAllowed'
  | 'invalidProjectId'
  | 'invalidConfiguration'
  | 'frameLoadFailed'
  | 'frameRequestTimeout'
  | 'sessionExpired'
  | 'projectIdMissing'
  | 'unverifiedDomain'

/** A string store that never throws. */
export type KeyValueStorage = {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** What a sign-in message says (spec 3; CAIP-122, ERC-4361). Times are RFC 3339. */
export type SiwxMessageData = {
  chainId: CaipNetworkId
  /** Without its network; empty while the account is not known yet (one-click). */
  accountAddress: string
  nonce: string
  domain: string
  uri: string
  version: string
  statement?: string
  resources?: readonly string[]
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
}

/** The fields, and by `toString` the very text that the wallet signs. */
export type SiwxMessage = SiwxMessageData & { toString(): string }

/** `cacao` is the CAIP-74 object of a one-click sign-in. */
export type SiwxSession = { data: SiwxMessageData; message: string; signature: string; cacao?: unknown }

/**
 * Signs a visitor in with the wallet after connecting; the page's own or the service's. Whatever it decides, the
 * page's back end must check the session itself: this runs where every script of the page runs.
 *
 * Whether a session of one network counts on another is decided in `getSessions`: whoever answers with a session for
 * the network asked about accepts it there.
 */
export type Siwx = {
  /** `accountAddress` is plain (without its network); empty when a wallet is to be connected and signed in at once. */
  createMessage(input: { accountAddress: string; chainId: CaipNetworkId }): Promise<SiwxMessage>
  /** Checks and keeps a session. Rejects when it is not a valid one. */
  addSession(session: SiwxSession): Promise<void>
  /** Replaces all sessions. */
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  /** Valid sessions of that account that count on that network. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Whether the visitor must sign in to stay connected. Default true. */
  getRequired?(): boolean
  /** Signs in another way than by the connected wallet's own method. */
  signMessage?(input: { message: string; chainId: CaipNetworkId; accountAddress: string }): Promise<string>
  /** Ends the session when the account is disconnected. Default true. */
  signOutOnDisconnect?: boolean
}

/** What one request to a wallet asks to connect and to sign (CAIP-222); the rest of the fields as in the message. */
export type OneClickRequest = Omit<SiwxMessageData, 'chainId' | 'accountAddress'> & {
  /** The network that becomes active first. */
  chains: readonly [CaipNetworkId, ...CaipNetworkId[]]
  signal: AbortSignal
}

/**
 * Ability of a connector: connect and sign in by one approval (WalletConnect `wc_sessionAuthenticate`). `sessions` has
 * one entry for each network whose message was signed, with the text that was signed and its CACAO; it is empty when the
 * wallet connected without signing, and the visitor is then asked to sign on the usual screen.
 */
export type OneClickAuthenticate = (
  request: OneClickRequest,
) => Promise<{ result: ConnectResult; sessions: readonly SiwxSession[] }>

/** Spec 9. */
export type ConnectorType =
  | 'INJECTED'
  | 'ANNOUNCED'
  | 'EXTERNAL'
  | 'WALLET_CONNECT'
  | 'AUTH'
  | 'MULTI_CHAIN'
  | 'ID_AUTH'

export type ConnectResult = {
  /** Of one namespace, or of several that one session serves. */
  accounts: readonly Account[]
  /** The network that becomes active. */
  caipNetworkId: CaipNetworkId
  /** The networks of the other namespaces that have accounts; default: the first that the page lists. */
  networkOf?: Readonly<Partial<Record<ChainNamespace, CaipNetworkId>>>
  /** What the wallet says of itself, when the connector is a way to many wallets. */
  wallet?: { name: string; icon?: string }
  user?: { email?: string; emailHint?: string; username?: string }
  preferredAccountType?: AccountType
  smartAccountDeployed?: boolean
}

/** E-mail sign-in, for a connector that has it. */
export type EmailAbility = {
  /** Sends a code. Rejects with `TooSoonError` (4100, `data.retryAfter` in s) when asked too often. */
  start(params: { email: string; signal?: AbortSignal }): Promise<{
    action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
    emailHint: string
  }>
  /** Shows the connector's own code screen; settles when the person is signed in, gave up, or wants another address. */
  promptCode(params: { signal?: AbortSignal }): Promise<void>
}

/** What the embedded frame may have on the screen. */
export type FrameScreen = 'none' | 'code' | 'device' | 'farcaster' | 'recovery' | 'approval'

/** What a connector tells without being asked. */
export type ConnectorEvents = {
  change: {
    accounts?: readonly Account[]
    caipNetworkId?: CaipNetworkId
    /** With `accounts`: which of them is the one to use. */
    preferredAccountType?: AccountType
    smartAccountDeployed?: boolean
    /** What this site may know of the e-mail address now; null: nothing any more. */
    email?: string | null
  }
  /** `isKept`: another tab of the site has a session in its place, so what is stored stays. */
  disconnect: { code?: number; isKept?: boolean }
  /** Something that whoever set the page up, or its visitor, has to put right. */
  alert: { kind: AlertKind; code?: number }
  /** A pairing uri to show or open (WalletConnect); undefined when it is used up. */
  pairing: { uri: string; expiresAt: number } | undefined
  /** The embedded frame's life and what it shows. */
  frame: {
    status: 'notCreated' | 'created' | 'ready' | 'failed'
    screen?: FrameScreen
    /** CSS px */
    height?: number
    error?: { code: number; message: string }
  }
  /** The frame's receipt has told how the last thing ended that was sent. */
  receiptTold: Record<string, never>
  /** A key pressed inside the frame that the shell must act on. */
  frameKey: { key: 'escape' | 'tabForward' | 'tabBackward' }
}

export type Emitter<Events> = {
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void
  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): () => void
  off<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): void
}

/** What a connector may use of its surroundings. */
export type ConnectorContext = {
  projectId: string
  networks: readonly Network[]
  /** Network that is active now. */
  getNetwork(): Network
  emitter: Emitter<ConnectorEvents>
  storage: KeyValueStorage
  services: { walletOrigin: string; apiOrigin: string }
  metadata: AppMetadata | undefined
  /** What the page is made with, for `serviceOf`. */
  options: { sdk?: { type: string; version: string } }
  runtime: { sdkType?: 'react'; fetch?: (url: string, init: RequestInit) => Promise<Response> }
  /** What the page wants; `preferredAccountType` says what holds. */
  defaultAccountTypes: DefaultAccountTypes | undefined
  getTheme(): {
    themeMode: 'light' | 'dark'
    accent?: string | undefined
    themeVariables?: { accent?: string | undefined } | undefined
    locale?: string | undefined
  }
  /** Called when mode, accent or language changes. */
  onThemeChange(listener: () => void): () => void
  /** Where the embedded frame lives; it is put there once and never moved. */
  getFrameContainer(): Promise<HTMLElement>
}

export type AppMetadata = { name: string; description: string; url: string; icons: readonly string[] }

/**
 * One way an account becomes available (shaped as wagmi's). Abilities that not every wallet has are optional members:
 * ask "has it `email`?", never "is it the embedded one?".
 */
export type Connector = {
  id: string
  name: string
  type: ConnectorType
  icon?: string
  /** Reversed domain name that the wallet gives itself (EIP-6963): tells one wallet from another, proves nothing. */
  rdns?: string
  namespaces: readonly ChainNamespace[]
  /** One session serves all its namespaces: they end together (spec 4). */
  sharesSession?: boolean
  /** It signs in with an account elsewhere: its row stands with the social logins, unless it has `email`. */
  isSocial?: boolean
  /** Asks for accounts; may show UI of the wallet. */
  connect(params: { caipNetworkId?: CaipNetworkId; signal?: AbortSignal }): Promise<ConnectResult>
  /** Restores a stored connection without UI; undefined when there is none. */
  reconnect(params: {
    caipNetworkId?: CaipNetworkId
    signal?: AbortSignal
  }): Promise<ConnectResult | undefined>
  /** Ends the session. Whoever asks has forgotten the connection already and waits 3 s at most. */
  disconnect(): Promise<void>
  request(args: RequestArguments & { caipNetworkId?: CaipNetworkId; signal?: AbortSignal }): Promise<unknown>
  /** Whether the wallet can be asked for a method that not every one has; default: it can, and refuses what it has not. */
  takes?(method: string): boolean
  /** Asks the wallet to switch, and to add the network first when it does not know it. Settles when it has switched. */
  switchNetwork?(network: Network): Promise<void>
  /**
   * Chooses between the kinds of account of a wallet that has several. Answers with what is in use now: a network
   * without smart accounts has the plain one alone.
   */
  setPreferredAccountType?(type: AccountType): Promise<{ type: AccountType; address: string }>
  /** Unsafe requests are answered on a screen that the connector draws in the modal's frame slot. */
  approvesInFrame?: boolean
  email?: EmailAbility
  /** Social login, passkeys, and the rest that belongs to an identity; its code is loaded on first need. */
  identity?(): Promise<IdentityAbility>
  /** Connects and signs in at once (CAIP-122 messages in one wallet request). */
  authenticate?: OneClickAuthenticate
  /** Ways to bring the connected wallet to the front on a phone, as it says itself: give them to `walletLinksOf`. */
  peerRedirect?(): WalletWays | undefined
  /** Starts what the connector needs, ahead of first use. */
  prepare?(): Promise<void>
  destroy?(): void
}

export type CreateConnector = (context: ConnectorContext) => Connector

/**
 * Marks a function as a connector and keeps its type.
 *
 * @example
 * export const mine = createConnector(({ emitter }) => ({ id: 'mine', name: 'Mine', type: 'EXTERNAL', … }))
 */
export const createConnector = (create: CreateConnector): CreateConnector => create

/** Ways into one wallet: of a listing, or what the wallet said of itself when it connected. */
export type WalletWays = { native?: string | undefined; universal?: string | undefined }
