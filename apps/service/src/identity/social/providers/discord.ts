import * as z from 'zod'
import { cleanLabel } from '../../../upstreams/cleanLabel.ts'
import type { SocialNetwork } from './SocialNetwork.ts'

const me = z.object({
  id: z.string().regex(/^[0-9]{1,32}$/),
  username: z.string().min(1).max(100),
  global_name: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
})

/** OAuth 2.0. The snowflake is the identity; an address counts only when it is `verified`. */
export const discord: SocialNetwork = {
  id: 'discord',
  title: 'Discord',
  issuer: 'https://discord.com',
  authorizationEndpoint: 'https://discord.com/oauth2/authorize',
  tokenEndpoint: 'https://discord.com/api/oauth2/token',
  userinfoEndpoint: 'https://discord.com/api/users/@me',
  scope: 'identify email',
  async readPerson({ read, userinfoEndpoint }) {
    const { id, username, global_name, email, verified } = me.parse(await read(userinfoEndpoint))
    return {
      subject: id,
      label: cleanLabel(global_name) ?? cleanLabel(username),
      email: (verified && email) || null,
    }
  },
}
