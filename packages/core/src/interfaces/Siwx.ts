import type { ConnectResult } from './Connector.ts'
import type { CaipNetworkId } from './Network.ts'

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
