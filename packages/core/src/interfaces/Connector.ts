import type { Account, AccountType, DefaultAccountTypes } from './Account.ts'
import type { AlertKind } from './AlertKind.ts'
import type { WalletWays } from './ConnectOptions.ts'
import type { IdentityAbility } from './IdentityAbility.ts'
import type { KeyValueStorage } from './KeyValueStorage.ts'
import type { CaipNetworkId, ChainNamespace, Network } from './Network.ts'
import type { RequestArguments } from './Provider.ts'
import type { OneClickAuthenticate } from './Siwx.ts'

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
  user?: { email?: string; username?: string }
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
  }
  disconnect: { code?: number }
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
  /** What the page wants; `preferredAccountType` says what holds. */
  defaultAccountTypes: DefaultAccountTypes | undefined
  getTheme(): { themeMode: 'light' | 'dark'; accent?: string | undefined; locale?: string | undefined }
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
