import {
  type ChainNamespace,
  type Connector,
  type ConnectorContext,
  type CreateConnector,
  createConnector,
  isEmailLoginUsed,
  type Network,
} from '@latchkey/core/connector'
import { loading } from '@latchkey/errors'
import type { Lazy } from '@latchkey/std/lazy'
import { lazy } from '@latchkey/std/lazy'
import type { FrameSession } from './embedded/FrameSession.ts'
import { EMBEDDED_ICON } from './embeddedIcon.ts'

// Not by name within the `await`: the bundler would add a function that picks the name.
const loadFrameSession = () => loading(import('./embedded/FrameSession.ts'))

/**
 * The embedded wallet: keys in a frame of their own origin, sign-in by e-mail. This file is light; the frame and its
 * protocol are loaded on first need.
 *
 * @example
 * createConfig({ connectors: [embedded()], … })
 */
export const embedded = (options: EmbeddedOptions = {}): CreateConnector =>
  createConnector((context) =>
    buildEmbedded(
      context,
      options,
      lazy(async () => (await loadFrameSession()).createFrameSession(context)),
    ),
  )

export type EmbeddedOptions = {
  /** Name in lists; default `E-mail`. */
  name?: string
}

/** What the wallet has accounts of. */
const SERVED: readonly ChainNamespace[] = ['eip155', 'solana', 'bip122']

/** Those of the wallet's namespaces that the page lists; Ethereum's where it lists none of them. */
function servedNamespaces(networks: readonly Network[]): readonly ChainNamespace[] {
  const listed = SERVED.filter((one) => networks.some(({ chainNamespace }) => chainNamespace === one))
  return listed.length > 0 ? listed : SERVED.slice(0, 1)
}

/** The embedded wallet over a session that is made on first need. */
export function buildEmbedded(
  context: ConnectorContext,
  options: EmbeddedOptions,
  source: Lazy<FrameSession>,
): Connector {
  let destroyed = false
  // Whoever restores a connection may be told late that its page is done with it.
  const session = async () => {
    const made = await source()
    if (destroyed) made.destroy()
    return made
  }
  const namespaces = new Set(servedNamespaces(context.networks))
  return {
    id: 'embedded',
    name: options.name ?? 'E-mail',
    type: 'AUTH',
    icon: EMBEDDED_ICON,
    // The page may list others later. What it takes off its list again may still be connected.
    get namespaces() {
      for (const namespace of servedNamespaces(context.networks)) namespaces.add(namespace)
      return [...namespaces]
    },
    sharesSession: true,
    approvesInFrame: true,
    connect: async (parameters) => (await session()).getUser(parameters),
    async reconnect(parameters) {
      // No flag, no frame: a page where nobody signed in contacts nothing (spec 4, connected check).
      if (!isEmailLoginUsed(context.storage)) return undefined
      return (await session()).restore(parameters)
    },
    async disconnect() {
      // Neither opened nor signed in here: there is no session to end.
      if (!source.started() && !isEmailLoginUsed(context.storage)) return
      await (await session()).signOut()
    },
    request: async (args) => (await session()).request(args),
    switchNetwork: async (network) => (await session()).switchNetwork(network.caipNetworkId),
    setPreferredAccountType: async (type) => (await session()).setPreferredAccount(type),
    email: {
      start: async (parameters) => (await session()).connectEmail(parameters),
      promptCode: async (parameters) => (await session()).promptCode(parameters),
    },
    identity: async () => (await session()).identity,
    prepare: async () => (await session()).ready(),
    destroy: () => {
      destroyed = true
      source.started()?.then(
        (made) => made.destroy(),
        () => undefined,
      )
    },
  }
}
