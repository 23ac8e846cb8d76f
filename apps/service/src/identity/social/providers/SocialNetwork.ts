import type { OauthProvider } from '@latchkey/protocol/socials'
import type { ClientAuth } from 'openid-client'
import type { SocialSettings } from '../../../config/ServiceConfig.ts'

/** Who a network says that somebody is. */
export type SocialPerson = {
  /** Stable, and never given to another person: unique within the issuer. */
  subject: string
  /** What the network calls the person: shown, never trusted. */
  label: string | null
  /** Only where the network itself has verified it. */
  email: string | null
}

/** What a sign-in at a network has brought. Everything here is unread: the network's file parses it. */
export type SocialGrant = {
  /** Verified claims of the ID token (OpenID Connect Core section 2); undefined without OpenID Connect. */
  claims: Readonly<Record<string, unknown>> | undefined
  accessToken: string
  /** What came to the callback beside code and state. The browser could have written it. */
  callback: URLSearchParams
  settings: SocialSettings
  userinfoEndpoint: string
  /** Reads a resource of the network with the access token (RFC 6750). */
  read(url: string): Promise<unknown>
}

/** One network: where it is, what is asked of it, and how its answers are read. */
export type SocialNetwork = {
  id: OauthProvider
  /** As people know it. */
  title: string
  /** First half of every identity, and the `iss` of its answers (RFC 9207). */
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  userinfoEndpoint?: string
  /** Signing keys of ID tokens. A network without them is OAuth 2.0 alone. */
  jwksUri?: string
  scope: string
  /** Further parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>
  /** The answer comes as a POST from the network's page (OAuth 2.0 Form Post Response Mode). */
  isFormPost?: boolean
  /** How the client proves itself at the token endpoint; by its secret in the body unless told. */
  authenticate?(settings: SocialSettings, now: () => number): ClientAuth
  /** @throws when the answers have not the form that the network documents */
  readPerson(grant: SocialGrant): SocialPerson | Promise<SocialPerson>
}
