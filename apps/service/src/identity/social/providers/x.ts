import type { ClientAuth } from 'openid-client'
import * as z from 'zod'
import type { SocialSettings } from '../../../config/ServiceConfig.ts'
import { cleanLabel } from '../../../upstreams/cleanLabel.ts'
import type { SocialNetwork } from './SocialNetwork.ts'

const me = z.object({
  data: z.object({ id: z.string().regex(/^[0-9]{1,32}$/), username: z.string().min(1).max(50) }),
})

/** HTTP Basic with id and secret as they are: X does not undo the form encoding of RFC 6749 section 2.3.1. */
function plainBasic(settings: SocialSettings): ClientAuth {
  if (!('clientSecret' in settings)) throw new Error('X needs a secret.')
  const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
  return (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${credentials}`)
  }
}

/** OAuth 2.0. It tells a number and a handle, and no address. */
export const x: SocialNetwork = {
  id: 'x',
  title: 'X',
  issuer: 'https://x.com',
  authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
  tokenEndpoint: 'https://api.x.com/2/oauth2/token',
  userinfoEndpoint: 'https://api.x.com/2/users/me',
  scope: 'users.read tweet.read',
  authenticate: plainBasic,
  async readPerson({ read, userinfoEndpoint }) {
    const { data } = me.parse(await read(userinfoEndpoint))
    return { subject: data.id, label: cleanLabel(`@${data.username}`), email: null }
  },
}
