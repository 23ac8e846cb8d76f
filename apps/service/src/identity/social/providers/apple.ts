import { importPKCS8, SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'
import * as z from 'zod'
import type { SocialSettings } from '../../../config/ServiceConfig.ts'
import { cleanLabel } from '../../../upstreams/cleanLabel.ts'
import type { SocialNetwork } from './SocialNetwork.ts'

/** Apple writes some booleans as text. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: flag.optional(),
})
const user = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
})

/** Seconds that a client secret serves: one request. */
const SECRET_LIFETIME = 300

/** The client secret is a JWT of the team's key, made for each request. */
function signedSecret(settings: SocialSettings, now: () => number): ClientAuth {
  if (!('privateKey' in settings)) throw new Error('Apple needs a key in place of a secret.')
  const { clientId, teamId, keyId, privateKey } = settings
  return async (server, _client, body) => {
    const issuedAt = Math.floor(now() / 1_000)
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(server.issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + SECRET_LIFETIME)
      .sign(await importPKCS8(privateKey, 'ES256'))
    body.set('client_id', clientId)
    body.set('client_secret', secret)
  }
}

/** The name comes once, at the first sign-in, beside the code and unsigned: good for a label and for nothing else. */
function readName(text: string | null): string | null {
  if (text === null || text.length > 2_048) return null
  try {
    const { name } = user.parse(JSON.parse(text))
    return cleanLabel([name?.firstName, name?.lastName].filter(Boolean).join(' '))
  } catch {
    return null
  }
}

/** OpenID Connect with `form_post`, which its scopes call for. The address may be one of Apple's private relay. */
export const apple: SocialNetwork = {
  id: 'apple',
  title: 'Apple',
  issuer: 'https://appleid.apple.com',
  authorizationEndpoint: 'https://appleid.apple.com/auth/authorize',
  tokenEndpoint: 'https://appleid.apple.com/auth/token',
  jwksUri: 'https://appleid.apple.com/auth/keys',
  scope: 'openid name email',
  parameters: { response_mode: 'form_post' },
  isFormPost: true,
  authenticate: signedSecret,
  readPerson(grant) {
    const { sub, email, email_verified } = claims.parse(grant.claims)
    return {
      subject: sub,
      label: readName(grant.callback.get('user')),
      email: (email_verified && email) || null,
    }
  },
}
