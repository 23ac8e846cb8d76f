import type { Config } from '../createConfig.ts'
import { ConnectorNotFoundError } from '../errors.ts'
import { accountOf, patchAccount, resetAccount } from '../slices/accounts.ts'
import { activeNamespace } from './activeConnection.ts'
import { beginAttempt } from './beginAttempt.ts'
import { finishConnection } from './finishConnection.ts'

/**
 * Connects with one connector. A second call takes over from the first.
 *
 * @throws ConnectorNotFoundError, ConnectionDeclinedError when aborted or disconnected meanwhile, or what the
 * connector rejects with; the status is back where it was then
 */
export async function connect(
  config: Config,
  parameters: { connectorId: string; signal?: AbortSignal },
): Promise<void> {
  const connector = config.connectors.find((candidate) => candidate.id === parameters.connectorId)
  if (!connector) throw new ConnectorNotFoundError()
  const namespace = activeNamespace(config)
  const attempt = beginAttempt(config, namespace, parameters.signal)
  if (accountOf(config.accounts, namespace).status === 'disconnected')
    patchAccount(config.accounts, namespace, { status: 'connecting' })
  try {
    attempt.assertCurrent()
    const result = await connector.connect({
      caipNetworkId: config.networks.getState().activeId,
      signal: attempt.signal,
    })
    attempt.assertCurrent()
    finishConnection(config, connector, result)
  } catch (error) {
    if (attempt.ownsStatus() && accountOf(config.accounts, namespace).status === 'connecting')
      resetAccount(config.accounts, namespace)
    throw error
  } finally {
    attempt.end()
  }
}
