import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { oauthProvider } from '../schema/oauth.ts'
import { base64url, foreignText, id128, nothing, origin, projectId, timestamp } from '../schema/primitives.ts'
import { session, tokens } from './auth.ts'

const start = () => ({
  projectId: projectId(),
  hostOrigin: origin(),
  /** `link`: adds the identity to the account that the token of this call belongs to. */
  purpose: z.enum(['login', 'link']),
  locale: z.optional(z.string().check(z.maxLength(35))),
})

/** Begins a login; the flow is bound to the key of the proof. With purpose `link` the call also carries the token of the account. */
export const startSocial = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/social/start',
  body: () =>
    z.strictObject({
      ...start(),
      provider: oauthProvider(),
      /**
       * Popup: the result is posted to the wallet's own frame that began the flow. Redirect: the person agrees on our page,
       * then the browser is sent to `returnUri` with the flow's id in its fragment.
       */
      mode: z.enum(['popup', 'redirect']),
      /** With `redirect` alone: an address of `hostOrigin` that the project has registered, letter for letter. */
      returnUri: z.optional(foreignText(2048)),
    }),
  reply: () => z.strictObject({ flowId: id128(), uri: foreignText(4096), expiresAt: timestamp() }),
  auth: 'proof',
})
/** As `startSocial` with purpose `link`, for somebody who is signed in; needs a login of the last 5 minutes. */
export const startLink = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/social/link',
  body: () => startSocial.body,
  reply: () => startSocial.reply,
  auth: 'nonce',
})
/**
 * Takes what a flow that the same key began has come to: by its one-use result, which a popup brings, or in redirect mode
 * without one, once the person has agreed.
 *
 * Errors: SocialMismatchError, SocialGoneError, and what the provider answered (SocialDeclinedError, SocialFailedError).
 */
export const finishSocial = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/social/finish',
  body: () => z.strictObject({ flowId: id128(), result: z.optional(base64url()) }),
  reply: () => z.strictObject({ tokens: tokens(), session: session() }),
  auth: 'proof',
})
/** As `finishSocial` for a link; no new session. */
export const finishLink = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/social/finish-link',
  body: () => z.strictObject({ flowId: id128(), result: z.optional(base64url()) }),
  reply: nothing,
  auth: 'nonce',
})
/** Opens a channel at the Farcaster relay (FIP-11). Its token stays with the service. */
export const startFarcaster = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/farcaster/start',
  body: () => z.strictObject(start()),
  reply: () =>
    z.strictObject({
      flowId: id128(),
      /** Deep link for the Farcaster app, drawn as a QR code by the frame alone. */
      uri: foreignText(4096),
      expiresAt: timestamp(),
    }),
  auth: 'proof',
})
/** Waits up to 20 s for the person's app. */
export const finishFarcaster = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/farcaster/finish',
  body: () => z.strictObject({ flowId: id128() }),
  reply: () =>
    z.union([
      z.strictObject({ status: z.literal('pending') }),
      z.strictObject({ status: z.literal('done'), tokens: tokens(), session: session() }),
    ]),
  auth: 'proof',
})
