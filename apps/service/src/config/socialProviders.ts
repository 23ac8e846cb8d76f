import type { OauthProvider } from '@latchkey/protocol/http'
import * as z from 'zod'
import { isLoopbackName } from './isLoopbackName.ts'

/** An address that secrets are sent to: https, or http to this machine alone. */
export const secretUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && !url.username && !url.password && !url.hash
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))
  if (isPlain && isSafe) return text
  context.addIssue({ code: 'custom', message: 'write https://… (http is for localhost alone)' })
  return z.NEVER
})

const shared = {
  /** Client identifier (RFC 6749 section 2.2). */
  clientId: z.string().min(1).max(256),
  /** In place of the network's own addresses: for a test network, or one that has moved. */
  issuer: secretUrl.optional(),
  authorizationEndpoint: secretUrl.optional(),
  tokenEndpoint: secretUrl.optional(),
  userinfoEndpoint: secretUrl.optional(),
  jwksUri: secretUrl.optional(),
}
const withSecret = z.strictObject({ ...shared, clientSecret: z.string().min(1).max(1_024) })
const withKey = z.strictObject({
  ...shared,
  /** Of the developer team: the issuer of client secrets. */
  teamId: z.string().regex(/^[A-Za-z0-9]{1,32}$/, 'letters and digits'),
  keyId: z.string().regex(/^[A-Za-z0-9]{1,32}$/, 'letters and digits'),
  /** P-256, PKCS #8 in PEM, as the network gives it out. */
  privateKey: z.string().regex(/^-----BEGIN PRIVATE KEY-----\s/, 'write the key in PEM (PKCS #8)'),
})

/** Credentials of the social networks; one that is left out is not offered. */
export const socialProvidersSchema = z
  .strictObject({
    google: withSecret,
    github: withSecret,
    apple: withKey,
    facebook: withSecret,
    x: withSecret,
    discord: withSecret,
  } satisfies Record<OauthProvider, z.ZodType>)
  .partial()

export type SocialProviders = z.output<typeof socialProvidersSchema>
/** What an operator sets of any network. */
export type SocialSettings = z.output<typeof withSecret> | z.output<typeof withKey>
export type SecretSettings = z.output<typeof withSecret>
export type KeySettings = z.output<typeof withKey>

/** Where Farcaster sign-ins are passed on and checked. */
export type FarcasterConfig = {
  /** Of the relay (FIP-11), without a slash at the end. */
  relayUrl: string
  /** A node of OP Mainnet: its word decides who owns a Farcaster id. */
  optimismRpcUrl: string
}
