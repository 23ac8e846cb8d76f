import * as z from 'zod/mini'
import { foreignText } from '../schema/primitives.ts'

/** What the callback page posts to the page that opened it. */
export const socialMessage = /* @__PURE__ */ z.strictObject({
  type: z.literal('latchkey.social'),
  resultUri: foreignText(2048),
})
/** Name of the fragment parameter that carries `<flowId>.<result>` or `<flowId>.error.<code>` back in redirect mode. */
export const SOCIAL_RETURN = 'latchkey_social'

/** Networks whose sign-in goes through a page of theirs (OAuth 2, OpenID Connect). */
export const oauthProvider = /* @__PURE__ */ z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord'])
export type OauthProvider = z.output<typeof oauthProvider>
