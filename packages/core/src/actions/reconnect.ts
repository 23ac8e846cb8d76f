import type { Config } from '../createConfig.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { accountOf, patchAccount, resetAccount } from '../slices/accounts.ts'
import { readConnections, type StoredConnection, writeConnection } from '../storage/storedState.ts'
import { beginAttempt } from './beginAttempt.ts'
import { finishConnection } from './finishConnection.ts'

/**
 * Restores what storage remembers: a stored connection is `connecting` until its connector confirms it,
 * and `disconnected` when that fails (spec 4). Never rejects.
 */
export async function reconnect(config: Config): Promise<void> {
  const stored = readConnections(config.storage)
  await Promise.all(
    (Object.entries(stored) as [ChainNamespace, StoredConnection][]).map(([namespace, connection]) =>
      restore(config, namespace, connection),
    ),
  )
}

async function restore(
  config: Config,
  namespace: ChainNamespace,
  connection: StoredConnection,
): Promise<void> {
  // Somebody was faster.
  const { status } = accountOf(config.accounts, namespace)
  if (status === 'connected' || config.runtime.attempts.has(namespace)) return
  const connector = config.connectors.find((candidate) => candidate.id === connection.connectorId)
  if (!connector) {
    resetAccount(config.accounts, namespace)
    return writeConnection(config.storage, namespace, undefined)
  }
  const attempt = beginAttempt(config, namespace)
  patchAccount(config.accounts, namespace, { status: 'connecting', connectorId: connector.id })
  try {
    const result = await connector.reconnect({
      caipNetworkId: connection.caipNetworkId,
      signal: attempt.signal,
    })
    attempt.assertCurrent()
    if (result) return finishConnection(config, connector, result)
    writeConnection(config.storage, namespace, undefined)
  } catch {
    // Unreachable is not signed out: the stored connection stays, so that the next load tries again.
  } finally {
    attempt.end()
  }
  if (attempt.ownsStatus() && accountOf(config.accounts, namespace).status === 'connecting')
    resetAccount(config.accounts, namespace)
}
