import { type Connector, type ConnectorContext, createConnector, NAMESPACES } from '@latchkey/core/connector'
import { loading } from '@latchkey/errors'
import { lazy } from '@latchkey/std/lazy'
import { waitFor } from './answer/errors.ts'
import {
  type PeerRedirect,
  SESSION_TOPIC,
  type WalletConnectOptions,
} from './walletConnect/WalletConnectOptions.ts'

export type { PeerRedirect, WalletConnectOptions } from './walletConnect/WalletConnectOptions.ts'

export type WalletConnectConnector = Connector & {
  /** Ways to bring the connected wallet to the front on a phone, as it says itself: give them to `walletLinksOf`. */
  peerRedirect(): PeerRedirect | undefined
  /** Asks the wallet for a sign of life. */
  ping(): Promise<void>
}

/**
 * Wallets on other devices, by WalletConnect v2. This file is light; the client is loaded on first need, and contacts the
 * relay alone.
 *
 * @example
 * createConfig({ connectors: [walletConnect({ relayUrl: 'wss://api.example.net/relay' })], … })
 */
export const walletConnect = (
  options: WalletConnectOptions,
): ((context: ConnectorContext) => WalletConnectConnector) =>
  createConnector((context) => buildWalletConnect(context, options)) as (
    context: ConnectorContext,
  ) => WalletConnectConnector

function buildWalletConnect(
  context: ConnectorContext,
  options: WalletConnectOptions,
): WalletConnectConnector {
  let destroyed = false
  const session = lazy(async () => {
    const { openSession } = await loading(import('./walletConnect/session.ts'))
    const made = await openSession(context, options)
    if (destroyed) made.destroy()
    return made
  })
  // Whoever gives up while the code is loaded need not wait for it.
  const soon = (signal: AbortSignal | undefined) => waitFor(session, { signals: [signal] })
  const isStored = () => context.storage.get(SESSION_TOPIC) !== undefined
  return {
    id: 'walletConnect',
    name: options.name ?? 'WalletConnect',
    type: 'WALLET_CONNECT',
    icon: WALLET_CONNECT_ICON,
    namespaces: NAMESPACES,
    sharesSession: true,
    connect: async (parameters) => (await soon(parameters.signal)).connect(parameters),
    // Without a session nothing is loaded, and nobody is contacted.
    reconnect: async (parameters) =>
      isStored() ? (await soon(parameters.signal)).reconnect(parameters) : undefined,
    async disconnect() {
      if (session.started() || isStored()) await (await session()).disconnect()
    },
    request: async (args) => (await soon(args.signal)).request(args),
    takes: (method) => session.peek()?.takes(method) ?? true,
    switchNetwork: async (network) => (await session()).switchNetwork(network),
    authenticate: async (request) => (await soon(request.signal)).authenticate(request),
    prepare: async () => (await session()).prepare(),
    ping: async () => (await session()).ping(),
    peerRedirect: () => session.peek()?.peerRedirect(),
    destroy() {
      destroyed = true
      session.peek()?.destroy()
    },
  }
}

/** The mark of WalletConnect, white on its blue: the drawing of simple-icons 16.37.0 (CC0). */
export const WALLET_CONNECT_ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 36 36"%3E%3Cpath fill="%233b99fc" d="M-6-6h36v36H-6z"/%3E%3Cpath fill="%23fff" d="M4.913 7.519c3.915-3.831 10.26-3.831 14.174 0l.471.461a.483.483 0 0 1 0 .694l-1.611 1.577a.252.252 0 0 1-.354 0l-.649-.634c-2.73-2.673-7.157-2.673-9.887 0l-.694.68a.255.255 0 0 1-.355 0L4.397 8.719a.482.482 0 0 1 0-.693l.516-.507Zm17.506 3.263 1.434 1.404a.483.483 0 0 1 0 .694l-6.466 6.331a.508.508 0 0 1-.709 0l-4.588-4.493a.126.126 0 0 0-.178 0l-4.589 4.493a.508.508 0 0 1-.709 0L.147 12.88a.483.483 0 0 1 0-.694l1.434-1.404a.508.508 0 0 1 .709 0l4.589 4.493c.05.048.129.048.178 0l4.589-4.493a.508.508 0 0 1 .709 0l4.589 4.493c.05.048.128.048.178 0l4.589-4.493a.507.507 0 0 1 .708 0Z"/%3E%3C/svg%3E'
