import { randomBytes } from 'node:crypto'
import type { Configuration, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { memoryAdapter } from './memoryAdapter.ts'
import type { SocialNetwork } from './SocialNetwork.ts'
import { signInErrorPage } from './signInPage.ts'
import { type TestPerson, testPeople } from './testPeople.ts'

type OidcProvider = typeof import('oidc-provider')

export type NetworkClient = {
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Private JWK that signs ID tokens. */
  signingKey: JWK
}

export const personBySubject = (network: SocialNetwork, subject: string): TestPerson | undefined =>
  Object.values(testPeople).find((person) => network.subjectOf(person) === subject)

/** Whoever has signed in has agreed: the sign-in page names what is asked. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider, params } = oidc
  const grant = new provider.Grant({
    accountId: session?.accountId,
    clientId: client?.clientId,
  })
  grant.addOIDCScope(String(params?.scope ?? ''))
  await grant.save()
  return grant
}

async function signInPolicy() {
  const { interactionPolicy } = await import('oidc-provider')
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  // A browser that has signed in before is asked again: which person is meant differs by test.
  const ask = new Check('always', 'every sign-in is asked for', 'login_required', ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(ask)
  // The sign-in page is the choice of an account too.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

const TTL = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  Grant: 3_600,
  IdToken: 600,
  Interaction: 600,
  Session: 3_600,
}

function configuration(name: string, network: SocialNetwork, client: NetworkClient): Configuration {
  const algorithm = client.signingKey.kty === 'RSA' ? 'RS256' : 'ES256'
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: network.basicAuthOnly ? 'client_secret_basic' : 'client_secret_post',
        id_token_signed_response_alg: algorithm,
      },
    ],
    jwks: { keys: [client.signingKey] },
    scopes: network.scopes,
    claims: Object.fromEntries(Object.entries(network.claims).map(([scope, names]) => [scope, [...names]])),
    // Google and Apple put the claims into the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    ttl: TTL,
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      // All networks share a host, and cookies do not know of ports or folders.
      names: { session: `${name}_session`, interaction: `${name}_sign_in`, resume: `${name}_resume` },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: network.openId && !network.signedClientSecret },
    },
    interactions: { url: (_ctx, { uid }) => `/${name}/sign-in/${uid}` },
    loadExistingGrant: grantEverything,
    findAccount: async (_ctx, subject) => {
      const person = personBySubject(network, subject)
      if (!person) return undefined
      return { accountId: subject, claims: async () => ({ sub: subject, ...network.claimsOf(person) }) }
    },
    renderError(ctx, out) {
      ctx.type = 'html'
      ctx.body = signInErrorPage(network.title, out.error_description ?? out.error)
    },
  }
}

/** Makes one OpenID provider (oidc-provider) that has one client and always asks who signs in. */
export async function createNetworkProvider(
  library: OidcProvider,
  issuer: string,
  name: string,
  network: SocialNetwork,
  client: NetworkClient,
): Promise<Provider> {
  const settings = configuration(name, network, client)
  const policy = await signInPolicy()
  return new library.default(issuer, {
    ...settings,
    interactions: { ...settings.interactions, policy },
  })
}
