import type { Config } from '../createConfig.ts'
import { ConnectorNotFoundError } from '../errors.ts'
import { accountOf, patchAccount, resetAccount } from '../slices/accounts.ts'
import { activeNamespace } from './activeConnection.ts'
import { finishConnection } from './finishConnection.ts'

/**
 * Connects with one connector.
 *
 * @throws ConnectorNotFoundError, or what the connector rejects with; the status is back where it was then
 */
export async function connect(
  config: Config,
  parameters: { connectorId: string; signal?: AbortSignal },
): Promise<void> {
  const connector = config.connectors.find((candidate) => candidate.id === parameters.connectorId)
  if (!connector) throw new ConnectorNotFoundError()
  const namespace = activeNamespace(config)
  if (accountOf(config.accounts, namespace).status === 'disconnected')
    patchAccount(config.accounts, namespace, { status: 'connecting' })
  try {
    const result = await connector.connect({
      caipNetworkId: config.networks.getState().activeId,
      ...(parameters.signal ? { signal: parameters.signal } : {}),
    })
    finishConnection(config, connector, result)
  } catch (error) {
    if (accountOf(config.accounts, namespace).status === 'connecting')
      resetAccount(config.accounts, namespace)
    throw error
  }
}
