import * as z from 'zod'
import { cleanLabel } from '../../../upstreams/cleanLabel.ts'
import type { SocialNetwork } from './SocialNetwork.ts'

const user = z.object({ id: z.int().positive(), login: z.string().min(1).max(100) })
const emails = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1_000)

/** OAuth 2.0. The number is the identity: a login name can be given up, and taken by somebody else. */
export const github: SocialNetwork = {
  id: 'github',
  title: 'GitHub',
  issuer: 'https://github.com/login/oauth',
  authorizationEndpoint: 'https://github.com/login/oauth/authorize',
  tokenEndpoint: 'https://github.com/login/oauth/access_token',
  userinfoEndpoint: 'https://api.github.com/user',
  scope: 'read:user user:email',
  async readPerson({ read, userinfoEndpoint }) {
    const { id, login } = user.parse(await read(userinfoEndpoint))
    // People may keep their addresses from us; that is no reason to refuse them.
    const listed = emails.safeParse(await read(`${userinfoEndpoint}/emails`).catch(() => []))
    const primary = listed.data?.find((one) => one.primary && one.verified)
    return { subject: String(id), label: cleanLabel(login), email: primary?.email ?? null }
  },
}
