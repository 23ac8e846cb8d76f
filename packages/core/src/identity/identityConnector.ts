import { type SocialProvider, socialProviderOf } from '@latchkey/protocol/socials'
import { activeNamespace } from '../account/accounts.ts'
import { ConnectorNotFoundError } from '../errors/connectionErrors.ts'
import type { Config, Features } from '../interfaces/Config.ts'
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

type Decided = Partial<Pick<Features, 'email' | 'socials' | 'passkeys'>>

/**
 * The networks that the page offers, in its order, as far as its wallet supports the active namespace (spec 6).
 * Names that nobody knows are left out.
 *
 * @param features as far as it is known what the page offers: undefined `socials` offers nothing yet
 */
export function socialProviders(config: Config, { socials }: Decided): SocialProvider[] {
  if (!socials || !identityConnector(config)) return []
  return [...new Set(socials)].flatMap((name) => socialProviderOf(name) ?? [])
}

/** Whether signing in by a passkey is offered: unless the page says no, where its embedded wallet is. */
export function offersPasskeys(config: Config, { email, socials, passkeys }: Decided): boolean {
  if (passkeys === false || !identityConnector(config)) return false
  return email === true || (socials !== undefined && socials !== false && socials.length > 0)
}
