import type { Config } from '../createConfig.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { STORAGE_PREFIX } from '../storage/createStorage.ts'
import { STORAGE_KEYS } from '../storage/storageKeys.ts'
import { readConnections } from '../storage/storedConnections.ts'
import { watchTabs } from '../storage/watchTabs.ts'
import { forget } from './disconnect.ts'

/**
 * What another tab of the site disconnects is disconnected here too: its wallet or session has been ended there already.
 * What another tab connects is left to it; this page finds it with its next load. Returns how to stop.
 */
export function followTabs(config: Config): () => void {
  const follow = () => {
    const stored = readConnections(config.storage)
    for (const [namespace, { status, connectorId }] of Object.entries(config.accounts.getState().byNamespace))
      if (status === 'connected' && stored[namespace as ChainNamespace]?.connectorId !== connectorId)
        forget(config, namespace as ChainNamespace)
  }
  return watchTabs((key) => key === null || key === STORAGE_PREFIX + STORAGE_KEYS.connections, follow)
}
