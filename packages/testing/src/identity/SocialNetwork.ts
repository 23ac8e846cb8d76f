import type { TestPerson } from './testPeople.ts'

/** What a resource request may see: the person, the scopes of the token, the address asked. */
export type ResourceRequest = {
  person: TestPerson
  scopes: ReadonlySet<string>
  url: URL
  accessToken: string
  clientSecret: string
}

export type ResourceReply = { status?: number; body: unknown }

/** How one network differs from a plain OpenID provider. */
export type SocialNetwork = {
  title: string
  /** Scopes that it knows; others are ignored. */
  scopes: readonly string[]
  /** OpenID Connect; the others are OAuth 2.0 alone and never make an ID token. */
  openId: boolean
  /** Sends `iss` in the authorization response (RFC 9207). */
  sendsIssuer: boolean
  /** The `sub` of the ID token, or the id of the network's own user resource. */
  subjectOf: (person: TestPerson) => string
  /** Claims by scope, for the ID token and userinfo. */
  claims: Readonly<Record<string, readonly string[]>>
  claimsOf: (person: TestPerson) => Record<string, unknown>
  /** User resources by path under the issuer; they take the access token as a Bearer token (RFC 6750). */
  resources: Readonly<Record<string, (request: ResourceRequest) => ResourceReply>>
  /** Scopes that make `response_mode=form_post` a must. */
  formPostScopes?: readonly string[]
  /** The client secret is a JWT signed by the client's key. */
  signedClientSecret?: boolean
  /** Refuses a client secret in the body. */
  basicAuthOnly?: boolean
  /** The token endpoint answers 200 also for errors, and in a form unless JSON is asked for. */
  looseTokenEndpoint?: boolean
}
