import { patchAccount, resetAccount } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { readConnections, type StoredConnection } from '../storage/storedConnections.ts'

/**
 * Shows what storage remembers as `connecting`, at once: the code that restores it may still have to be loaded (spec 4).
 * Returns how to take that back, for when it cannot be.
 */
export function expectConnections(config: Config): () => void {
  const stored = Object.entries(readConnections(config.storage)) as [ChainNamespace, StoredConnection][]
  for (const [namespace, { connectorId }] of stored)
    patchAccount(config.accounts, namespace, { status: 'connecting', connectorId })
  return () => {
    for (const [namespace] of stored) resetAccount(config.accounts, namespace)
  }
}
