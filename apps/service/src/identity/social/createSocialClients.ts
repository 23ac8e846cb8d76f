import type { OauthProvider } from '@latchkey/protocol/socials'
import { withDeadline } from '@latchkey/std/deadline'
import * as oauth from 'openid-client'
import type { ServiceConfig, SocialSettings } from '../../config/ServiceConfig.ts'
import { boundedFetch } from '../../upstreams/boundedFetch.ts'
import type { SocialNetwork } from './providers/SocialNetwork.ts'
import { socialNetworks } from './socialNetworks.ts'

/** A network with the operator's credentials, ready to be asked. */
export type SocialClient = {
  network: SocialNetwork
  settings: SocialSettings
  configuration: oauth.Configuration
  /** Its own, so that one network cannot pass another's answers on (RFC 9700 section 4.4). */
  redirectUri: string
}

export type SocialClients = ReadonlyMap<string, SocialClient>

/** The network with the operator's own addresses in place of the well-known ones. */
function withSettings(network: SocialNetwork, settings: SocialSettings): SocialNetwork {
  const { issuer, authorizationEndpoint, tokenEndpoint, userinfoEndpoint, jwksUri } = settings
  return {
    ...network,
    ...(issuer ? { issuer } : {}),
    ...(authorizationEndpoint ? { authorizationEndpoint } : {}),
    ...(tokenEndpoint ? { tokenEndpoint } : {}),
    ...(userinfoEndpoint ? { userinfoEndpoint } : {}),
    ...(jwksUri ? { jwksUri } : {}),
  }
}

function configurationOf(
  network: SocialNetwork,
  settings: SocialSettings,
  now: () => number,
  timeout: number,
): oauth.Configuration {
  const { issuer, authorizationEndpoint, tokenEndpoint, jwksUri } = network
  const isOpenId = jwksUri !== undefined
  const secret = 'clientSecret' in settings ? settings.clientSecret : undefined
  const configuration = new oauth.Configuration(
    {
      issuer,
      authorization_endpoint: authorizationEndpoint,
      token_endpoint: tokenEndpoint,
      ...(isOpenId ? { jwks_uri: jwksUri } : {}),
    },
    settings.clientId,
    // The one algorithm that both OpenID providers sign with; a token by any other is refused.
    isOpenId ? { id_token_signed_response_alg: 'RS256' } : {},
    network.authenticate?.(settings, now) ?? oauth.ClientSecretPost(secret),
  )
  configuration.timeout = Math.max(1, Math.ceil(timeout / 1_000))
  configuration[oauth.customFetch] = (url, init) =>
    withDeadline({ ms: timeout, signal: init.signal }, (signal) =>
      boundedFetch(url, { ...init, signal } as RequestInit),
    )
  // Signatures of ID tokens are checked although TLS already says who sent them.
  if (isOpenId) oauth.enableNonRepudiationChecks(configuration)
  // The settings let http through for this machine alone.
  const isLocal = [tokenEndpoint, jwksUri, network.userinfoEndpoint].some((url) => url?.startsWith('http:'))
  if (isLocal) oauth.allowInsecureRequests(configuration)
  return configuration
}

/**
 * Makes a client for every network that has credentials. One without is not there.
 *
 * @param timeout of one request, ms
 */
export function createSocialClients(
  config: Pick<ServiceConfig, 'socials' | 'walletOrigin' | 'now'>,
  timeout: number,
): SocialClients {
  const clients = new Map<OauthProvider, SocialClient>()
  for (const network of Object.values(socialNetworks)) {
    const settings = config.socials?.[network.id]
    if (!settings) continue
    const own = withSettings(network, settings)
    clients.set(network.id, {
      network: own,
      settings,
      configuration: configurationOf(own, settings, config.now, timeout),
      redirectUri: `${config.walletOrigin}/social/callback/${network.id}`,
    })
  }
  return clients
}
