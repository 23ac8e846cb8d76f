import { accountOf, resetAccount } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { abortPendingRequests } from '../modal/abortPendingRequests.ts'
import { STORAGE_KEYS } from '../storage/storageKeys.ts'
import { clearLoginCache, writeConnection } from '../storage/storedState.ts'
import { endAttempt } from './beginAttempt.ts'

/** Connector kinds whose one session serves several namespaces (spec 4): they end together. */
const SHARED_KINDS: ReadonlySet<string> = new Set(['WALLET_CONNECT', 'AUTH'])
/** Spec 9: how long the page waits for a connector, ms. */
const SIGN_OUT_WAIT = 3_000

/**
 * Disconnects one namespace (default: all), and every other that shares its WalletConnect or embedded session.
 * The page is disconnected at once; a connector that does not answer within 3 s, or fails, cannot hold it
 * ('Failed to disconnect' stays internal, spec 8). Never rejects.
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
  const connectors = config.connectors
    .getState()
    .connectors.filter((connector) =>
      chosen.some((namespace) => accountOf(config.accounts, namespace).connectorId === connector.id),
    )
  const sharing = connected.filter((namespace) =>
    connectors.some(
      (connector) =>
        SHARED_KINDS.has(connector.type) &&
        accountOf(config.accounts, namespace).connectorId === connector.id,
    ),
  )
  // Asked before the cache is cleared: the cache tells a connector whether there is a session to end.
  const endings = connectors.map(async (connector) => connector.disconnect())
  for (const namespace of new Set([...chosen, ...sharing])) forget(config, namespace)
  if (connectors.some(({ email }) => email)) clearLoginCache(config.storage)
  if (endings.length > 0) await settledWithin(endings, SIGN_OUT_WAIT)
}

async function settledWithin(work: readonly Promise<void>[], limit: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit)
  })
  await Promise.race([Promise.allSettled(work), timeout])
  clearTimeout(timer)
}

/** Clears what the page knows of one namespace: its account, its network and what storage keeps of both (spec 4). */
export function forget(config: Config, namespace: ChainNamespace): void {
  endAttempt(config, namespace)
  writeConnection(config.storage, namespace, undefined)
  resetAccount(config.accounts, namespace)
  const { networks, storage, defaultNetworkId } = config
  if (!networks.getState().activeId.startsWith(`${namespace}:`)) return
  storage.remove(STORAGE_KEYS.lastUsedChain)
  networks.setState({ activeId: defaultNetworkId })
}
