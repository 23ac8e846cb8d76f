import { activeNamespace } from '../account/activeConnection.ts'
import { ConnectorNotFoundError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Connector } from '../interfaces/Connector.ts'

export type IdentityConnector = Connector & Required<Pick<Connector, 'identity'>>

/** The connector with other ways to sign in than e-mail, if it supports the active namespace (spec 6). */
export function identityConnector(config: Config): IdentityConnector | undefined {
  const namespace = activeNamespace(config)
  return config.connectors
    .getState()
    .connectors.find(
      (connector): connector is IdentityConnector =>
        connector.identity !== undefined && connector.namespaces.includes(namespace),
    )
}

/** @throws ConnectorNotFoundError */
export function requireIdentity(config: Config): IdentityConnector {
  const connector = identityConnector(config)
  if (!connector) throw new ConnectorNotFoundError()
  return connector
}
