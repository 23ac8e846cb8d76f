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

/** Two devices and the way between them; our own drawing. */
export const WALLET_CONNECT_ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"%3E%3Crect width="24" height="24" rx="6" fill="%233b6fe0"/%3E%3Cpath d="M6 10.5a8.5 8.5 0 0 1 12 0M9 13.8a4.3 4.3 0 0 1 6 0" fill="none" stroke="%23fff" stroke-width="1.8" stroke-linecap="round"/%3E%3Ccircle cx="12" cy="16.8" r="1.3" fill="%23fff"/%3E%3C/svg%3E'
