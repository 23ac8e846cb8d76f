import { accountOf, patchAccount, resetAccount } from '../account/accounts.ts'
import { findConnector } from '../account/activeConnection.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Connector } from '../interfaces/Connector.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { readConnections, type StoredConnection } from '../storage/storedConnections.ts'
import { writeConnection } from '../storage/storedState.ts'
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
  const { connectorId, caipNetworkId } = connection
  const attempt = beginAttempt(config, namespace)
  patchAccount(config.accounts, namespace, { status: 'connecting', connectorId })
  try {
    const connector =
      findConnector(config.connectors, connectorId) ?? (await lateConnector(config, connectorId))
    attempt.assertCurrent()
    const result = await connector?.reconnect({ caipNetworkId, signal: attempt.signal })
    attempt.assertCurrent()
    if (result) return finishConnection(config, connector as Connector, result, { restored: true })
    // A wallet that is not there may be back at the next load: an extension that is off has signed nobody out.
    if (connector) writeConnection(config.storage, namespace, undefined)
  } catch {
    // Unreachable is not signed out: the stored connection stays, so that the next load tries again.
  } finally {
    attempt.end()
  }
  if (attempt.ownsStatus() && accountOf(config.accounts, namespace).status === 'connecting')
    resetAccount(config.accounts, namespace)
}

/** How long a wallet of this browser may take to announce itself, ms. */
const ANNOUNCE_WAIT = 1_000

/** The connector of an id, also when its wallet announces itself a little late. */
function lateConnector(config: Config, id: string): Promise<Connector | undefined> {
  const known = findConnector(config.connectors, id)
  if (known) return Promise.resolve(known)
  return new Promise((resolve) => {
    const settle = (connector?: Connector) => {
      clearTimeout(timer)
      stop()
      resolve(connector)
    }
    const timer = setTimeout(settle, ANNOUNCE_WAIT)
    const stop = config.connectors.subscribe(() => {
      const connector = findConnector(config.connectors, id)
      if (connector) settle(connector)
    })
    config.runtime.signal.addEventListener('abort', () => settle(), { once: true })
  })
}
