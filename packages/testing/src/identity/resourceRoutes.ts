import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { personBySubject } from './createNetworkProvider.ts'
import type { SocialNetwork } from './SocialNetwork.ts'

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': 'Bearer error="invalid_token"' } : {}),
  })
  response.end(JSON.stringify(body))
}

/**
 * Answers the user resources of a network that is not OpenID Connect, by the access token (RFC 6750).
 *
 * @param path under the issuer
 * @returns false when the network has no such resource
 */
export async function answerResource(
  provider: Provider,
  network: SocialNetwork,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(path, 'http://resource.invalid')
  if (!Object.hasOwn(network.resources, url.pathname)) return false
  const resource = network.resources[url.pathname]
  const value = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = value ? await provider.AccessToken.find(value) : undefined
  const person = token ? personBySubject(network, token.accountId) : undefined
  if (!resource || !value || !token || !person) {
    send(response, 401, { message: 'Bad credentials' })
    return true
  }
  const client = await provider.Client.find(token.clientId ?? '')
  const { status = 200, body } = resource({
    person,
    scopes: new Set(token.scope?.split(' ')),
    url,
    accessToken: value,
    clientSecret: client?.clientSecret ?? '',
  })
  send(response, status, body)
  return true
}
