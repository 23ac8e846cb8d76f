import * as z from 'zod'
import { cleanLabel } from '../../../upstreams/cleanLabel.ts'
import type { SocialNetwork } from './SocialNetwork.ts'

const claims = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
})

/** OpenID Connect. An address counts only with `email_verified`. */
export const google: SocialNetwork = {
  id: 'google',
  title: 'Google',
  issuer: 'https://accounts.google.com',
  authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
  scope: 'openid email profile',
  // Somebody with several accounts is asked which one, every time.
  parameters: { prompt: 'select_account' },
  readPerson(grant) {
    const { sub, name, email, email_verified } = claims.parse(grant.claims)
    // Sites are told the label, and the address only where the person has agreed to that.
    return { subject: sub, label: cleanLabel(name), email: (email_verified && email) || null }
  },
}
