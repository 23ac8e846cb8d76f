import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { base64url, foreignText, id128 } from './primitives.ts'
import { isOauthProvider, SOCIAL_PROVIDERS } from './socials.ts'

/** What the callback page posts to the page that opened it: which sign-in is over, and nothing that signs in. */
export const socialMessage = /* @__PURE__ */ once(() =>
  z.strictObject({
    type: z.literal('latchkey.social'),
    resultUri: foreignText(2048),
  }),
)
/** What the callback page posts to the wallet's own frame, and to no other origin. */
export const socialResult = /* @__PURE__ */ once(() =>
  z.strictObject({
    type: z.literal('latchkey.result'),
    flowId: id128(),
    result: base64url(),
  }),
)
/** Name of the fragment parameter that carries `<flowId>` or `<flowId>.error.<code>` back in redirect mode. */
export const SOCIAL_RETURN = 'latchkey_social'

export const oauthProvider = /* @__PURE__ */ once(() =>
  z.enum(/* @__PURE__ */ SOCIAL_PROVIDERS.filter(isOauthProvider)),
)
