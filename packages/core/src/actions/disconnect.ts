import type { Config } from '../createConfig.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { accountOf, resetAccount } from '../slices/accounts.ts'
import { clearLoginCache, writeConnection } from '../storage/storedState.ts'
import { abortPendingRequests } from './abortPendingRequests.ts'

/** Connector kinds whose one session serves several namespaces (spec 4): they end together. */
const SHARED_KINDS: ReadonlySet<string> = new Set(['WALLET_CONNECT', 'AUTH'])

/**
 * Disconnects one namespace (default: all), and every other that shares its WalletConnect or embedded session.
 * The page is disconnected at once; a connector that does not answer cannot hold it.
 */
export async function disconnect(
  config: Config,
  parameters: { namespace?: ChainNamespace } = {},
): Promise<void> {
  abortPendingRequests(config)
  const connected = (Object.keys(config.accounts.getState().byNamespace) as ChainNamespace[]).filter(
    (namespace) => accountOf(config.accounts, namespace).status !== 'disconnected',
  )
  const chosen = parameters.namespace ? [parameters.namespace] : connected
  const connectors = config.connectors.filter((connector) =>
    chosen.some((namespace) => accountOf(config.accounts, namespace).connectorId === connector.id),
  )
  const sharing = connected.filter((namespace) =>
    connectors.some(
      (connector) =>
        SHARED_KINDS.has(connector.type) &&
        accountOf(config.accounts, namespace).connectorId === connector.id,
    ),
  )
  for (const namespace of new Set([...chosen, ...sharing])) forget(config, namespace)
  if (connectors.some((connector) => connector.type === 'AUTH')) clearLoginCache(config.storage)
  await Promise.allSettled(connectors.map((connector) => connector.disconnect()))
}

/** Clears what the page knows of one namespace. */
export function forget(config: Config, namespace: ChainNamespace): void {
  writeConnection(config.storage, namespace, undefined)
  resetAccount(config.accounts, namespace)
}
