import { createHmac } from 'node:crypto'
import * as z from 'zod'
import type { SocialSettings } from '../../../config/ServiceConfig.ts'
import { cleanLabel } from '../../../upstreams/cleanLabel.ts'
import type { SocialNetwork } from './SocialNetwork.ts'

const me = z.object({ id: z.string().regex(/^[0-9]{1,32}$/), name: z.string().optional() })

/** The proof that we hold the app's secret: a token that was stolen elsewhere reads nothing here. */
function appSecretProof(settings: SocialSettings, accessToken: string): string {
  if (!('clientSecret' in settings)) throw new Error('Facebook needs a secret.')
  return createHmac('sha256', settings.clientSecret).update(accessToken).digest('hex')
}

/**
 * OAuth 2.0. The id belongs to the app: another app sees another number. Its addresses carry no mark of verification,
 * so none is asked for.
 */
export const facebook: SocialNetwork = {
  id: 'facebook',
  title: 'Facebook',
  issuer: 'https://www.facebook.com',
  authorizationEndpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
  tokenEndpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
  userinfoEndpoint: 'https://graph.facebook.com/v23.0/me',
  scope: 'public_profile',
  async readPerson({ read, userinfoEndpoint, settings, accessToken }) {
    const url = new URL(userinfoEndpoint)
    url.searchParams.set('fields', 'id,name')
    url.searchParams.set('appsecret_proof', appSecretProof(settings, accessToken))
    const { id, name } = me.parse(await read(url.href))
    return { subject: id, label: cleanLabel(name), email: null }
  },
}
