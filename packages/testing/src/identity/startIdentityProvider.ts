import { generateKeyPair, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { JWK, Provider } from 'oidc-provider'
import { type AppleClient, isAppleClientSecret } from './appleClientSecret.ts'
import { createNetworkProvider } from './createNetworkProvider.ts'
import { addQuirks } from './networkQuirks.ts'
import { answerResource } from './resourceRoutes.ts'
import type { SocialNetwork } from './SocialNetwork.ts'
import { answerSignIn } from './signInRoutes.ts'
import { type SocialProvider, socialNetworks, socialProviders } from './socialNetworks.ts'
import { testPeople } from './testPeople.ts'

export type IdentityProviderOptions = {
  /** Default: a free port. */
  port?: number
  /** Redirect URIs are `<walletOrigin>/social/callback/<provider>`, exactly. */
  walletOrigin: string
}

/** Settings of one client, as the service takes them in SOCIAL_PROVIDERS. */
export type SocialProviderSettings = {
  clientId: string
  clientSecret?: string
  /** apple: signs the client secret; PKCS #8 in PEM. */
  privateKey?: string
  teamId?: string
  keyId?: string
  issuer: string
  /** For browsers. The other endpoints are for Node, which does not resolve names under localhost. */
  authorizationEndpoint: string
  tokenEndpoint: string
  userinfoEndpoint?: string
  jwksUri?: string
}

export type IdentityProvider = {
  /** The origin that all six issuers share. */
  readonly issuer: string
  readonly port: number
  readonly providers: Record<SocialProvider, SocialProviderSettings>
  readonly people: typeof testPeople
  /** Sets Cross-Origin-Opener-Policy of the sign-in page; `same-origin` severs a popup from its opener. */
  setOpenerPolicy: (provider: SocialProvider, policy: string | undefined) => void
  stop: () => Promise<void>
}

type Network = { network: SocialNetwork; provider: Provider; settings: SocialProviderSettings }

const generate = promisify(generateKeyPair)

async function signingKey(network: SocialNetwork): Promise<JWK> {
  const { privateKey } = network.openId
    ? await generate('rsa', { modulusLength: 2048 })
    : await generate('ec', { namedCurve: 'P-256' })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), use: 'sig', kid: randomBytes(8).toString('hex') }
}

function endpoints(
  origin: string,
  port: number,
  name: SocialProvider,
): Omit<SocialProviderSettings, 'clientId'> {
  const network = socialNetworks[name]
  const direct = `http://127.0.0.1:${port}/${name}`
  const [resource] = Object.keys(network.resources)
  const userinfo = resource ?? (name === 'google' ? '/me' : undefined)
  return {
    issuer: `${origin}/${name}`,
    authorizationEndpoint: `${origin}/${name}/auth`,
    tokenEndpoint: `${direct}/token`,
    ...(userinfo ? { userinfoEndpoint: direct + userinfo } : {}),
    ...(network.openId ? { jwksUri: `${direct}/jwks` } : {}),
  }
}

/** Lets the provider compare a client secret as Apple does, instead of with the registered one. */
async function signedSecret(
  provider: Provider,
  client: Omit<AppleClient, 'clientId'> & { clientId: string },
) {
  const { privateKey, publicKey } = await generate('ec', { namedCurve: 'P-256' })
  provider.Client.prototype.compareClientSecret = (secret) =>
    isAppleClientSecret(secret, client, publicKey, provider.issuer)
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}

async function createNetwork(
  name: SocialProvider,
  origin: string,
  port: number,
  walletOrigin: string,
): Promise<Network> {
  const network: SocialNetwork = socialNetworks[name]
  const [library, key] = await Promise.all([import('oidc-provider'), signingKey(network)])
  const clientId = `latchkey-${name}`
  const clientSecret = randomBytes(24).toString('base64url')
  const places = endpoints(origin, port, name)
  const provider = await createNetworkProvider(library, places.issuer, name, network, {
    clientId,
    clientSecret,
    redirectUri: `${walletOrigin}/social/callback/${name}`,
    signingKey: key,
  })
  addQuirks(provider, network)
  if (!network.signedClientSecret)
    return { network, provider, settings: { clientId, clientSecret, ...places } }
  const team = { teamId: 'LATCHKEY01', keyId: 'TESTKEY001' }
  const privateKey = await signedSecret(provider, { clientId, ...team })
  return { network, provider, settings: { clientId, ...team, privateKey, ...places } }
}

function refuse(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
  response.end('There is nothing here.\n')
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Sends a request to the network that its first path segment names. */
function router(networks: ReadonlyMap<string, Network>, openerPolicies: ReadonlyMap<string, string>): Answer {
  const callbacks = new Map([...networks].map(([name, { provider }]) => [name, provider.callback()]))
  return async (request, response) => {
    const [, name = '', rest = '/'] = /^\/([a-z]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const found = networks.get(name)
    if (!found) return refuse(response)
    const { provider, network } = found
    if (rest.startsWith('/sign-in/'))
      return answerSignIn(provider, network, request, response, openerPolicies.get(name))
    if (await answerResource(provider, network, rest, request, response)) return
    // What oidc-provider goes by when it is mounted under a path.
    Object.assign(request, { originalUrl: request.url, url: rest })
    await callbacks.get(name)?.(request, response)
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: Error) =>
      reject(new Error(`The identity provider cannot use port ${port}: ${cause.message}`, { cause })),
    )
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/**
 * Starts one process-local OpenID Connect server that stands for the six social networks, a client each, quirks
 * included: github, facebook, x and discord are OAuth 2 alone; apple answers by `form_post`, hides addresses and
 * takes a signed client secret; discord has verified no address; x has none. PKCE (RFC 7636) with S256 and exact
 * redirect URIs are demanded of everyone. Its page offers the test people and Cancel.
 *
 * @throws Error that names the port when it is taken
 * @example
 * const identity = await startIdentityProvider({ walletOrigin: 'http://wallet.localhost:8787' })
 * process.env.SOCIAL_PROVIDERS = JSON.stringify(identity.providers)
 * await identity.stop()
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  let answer: Answer = async (_request, response) => refuse(response)
  const server = createServer((request, response) => {
    answer(request, response).catch(() => refuse(response))
  })
  const port = await listen(server, options.port ?? 0)
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  try {
    const origin = `http://id.localhost:${port}`
    const walletOrigin = new URL(options.walletOrigin).origin
    const networks = new Map(
      await Promise.all(
        socialProviders.map(
          async (name) => [name, await createNetwork(name, origin, port, walletOrigin)] as const,
        ),
      ),
    )
    const openerPolicies = new Map<string, string>()
    answer = router(networks, openerPolicies)
    const settings = [...networks].map(([name, network]) => [name, network.settings])
    return {
      issuer: origin,
      port,
      providers: Object.fromEntries(settings) as IdentityProvider['providers'],
      people: testPeople,
      setOpenerPolicy(provider, policy) {
        if (policy === undefined) openerPolicies.delete(provider)
        else openerPolicies.set(provider, policy)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
