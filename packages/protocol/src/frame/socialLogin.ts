import * as z from 'zod/mini'
import { defineMethod } from '../schema/defineMethod.ts'
import { oauthProvider } from '../schema/oauth.ts'
import { accountType, chainId, foreignText, nothing } from '../schema/primitives.ts'
import { userSession } from '../schema/userSession.ts'

const wanted = () => ({ preferredAccountType: z.optional(accountType()), chainId: z.optional(chainId()) })

/**
 * Where the popup, or in redirect mode the page itself, goes next. The answer comes to our own callback alone.
 *
 * @throws SocialUnavailableError, SocialDeclinedError, SocialFailedError, SocialGoneError, SocialMismatchError,
 *   AccountFrozenError, AccountHeldError, ServiceUnreachableError, RateLimitedError
 */
const getSocialRedirectUri = /* @__PURE__ */ defineMethod({
  name: 'getSocialRedirectUri',
  params: () =>
    z.strictObject({
      provider: oauthProvider(),
      /** `popup` unless told. */
      mode: z.optional(z.enum(['popup', 'redirect'])),
      /** With `redirect`: the page of the host to come back to. */
      returnUri: z.optional(foreignText(2048)),
    }),
  result: () => z.strictObject({ uri: foreignText(4096) }),
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
/**
 * The uri came through the host and is hostile input: only a result of a login that this frame began is taken.
 *
 * @throws SocialUnavailableError, SocialDeclinedError, SocialFailedError, SocialGoneError, SocialMismatchError,
 *   AccountFrozenError, AccountHeldError, ServiceUnreachableError, RateLimitedError, StrangeUriError,
 *   NoPendingSignInError, RecoveryNeededError
 */
const connectSocial = /* @__PURE__ */ defineMethod({
  name: 'connectSocial',
  params: () => z.strictObject({ uri: foreignText(4096), ...wanted() }),
  result: userSession,
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
/**
 * Opens a channel. The url names it on the wallet's own origin and serves nobody else; the frame draws the real link itself.
 *
 * @throws SocialUnavailableError, SocialDeclinedError, SocialFailedError, SocialGoneError, SocialMismatchError,
 *   AccountFrozenError, AccountHeldError, ServiceUnreachableError, RateLimitedError
 */
const getFarcasterUri = /* @__PURE__ */ defineMethod({
  name: 'getFarcasterUri',
  params: nothing,
  result: () => z.strictObject({ url: foreignText(4096) }),
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
/**
 * The frame shows the QR code or the link, and answers when the person is signed in.
 *
 * @throws SocialUnavailableError, SocialDeclinedError, SocialFailedError, SocialGoneError, SocialMismatchError,
 *   AccountFrozenError, AccountHeldError, ServiceUnreachableError, RateLimitedError, NoPendingSignInError,
 *   UserRejectedError
 */
const connectFarcaster = /* @__PURE__ */ defineMethod({
  name: 'connectFarcaster',
  params: nothing,
  result: () => z.strictObject({ userName: z.nullable(foreignText(64)) }),
  policy: { access: 'open', ui: 'prompt' },
  timeout: null,
})
/**
 * Signs in by a passkey: the browser's own sheet, or the wallet's own window where the browser allows none in a frame.
 *
 * @throws PasskeyRefusedError, AccountFrozenError, AccountHeldError, ServiceUnreachableError,
 *   PasskeyUnavailableError, PasskeyCancelledError, UserRejectedError
 */
const connectPasskey = /* @__PURE__ */ defineMethod({
  name: 'connectPasskey',
  params: () => z.strictObject(wanted()),
  result: userSession,
  policy: { access: 'open', ui: 'prompt' },
  timeout: null,
})
/**
 * After `RecoveryNeededError`: the frame shows how to open the protected wallet on this device.
 *
 * @throws NoPendingSignInError, UserRejectedError, AccountFrozenError, AccountHeldError
 */
const promptRecovery = /* @__PURE__ */ defineMethod({
  name: 'promptRecovery',
  params: nothing,
  result: nothing,
  policy: { access: 'open', ui: 'prompt' },
  timeout: null,
})

export const socialLoginMethods = {
  getSocialRedirectUri,
  connectSocial,
  getFarcasterUri,
  connectFarcaster,
  connectPasskey,
  promptRecovery,
}
