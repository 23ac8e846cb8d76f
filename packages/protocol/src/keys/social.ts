import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineMethod } from '../schema/defineMethod.ts'
import { oauthProvider } from '../schema/oauth.ts'
import { email, foreignText, id128, nothing, otp, timestamp } from '../schema/primitives.ts'
import { challenge, state } from './session.ts'

const locale = /* @__PURE__ */ once(() => z.optional(z.string().check(z.maxLength(35))))
const policy = { access: 'open', ui: 'none' } as const

/**
 * Begins a social login. The flow is remembered here: no other result is taken.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, SocialUnavailableError,
 *   FreshLoginRequiredError, SignedOutError
 */
export const startSocial = /* @__PURE__ */ defineMethod({
  name: 'startSocial',
  params: () =>
    z.strictObject({
      provider: oauthProvider(),
      mode: z.enum(['popup', 'redirect']),
      returnUri: z.optional(foreignText(2048)),
      /** `link` works on the account page alone. */
      purpose: z.enum(['login', 'link']),
      locale: locale(),
    }),
  result: () => z.strictObject({ flowId: id128(), uri: foreignText(4096), expiresAt: timestamp() }),
  policy,
  timeout: 25_000,
})
/**
 * The uri came through the host: hostile input. A result of another flow, site or device is refused. The result itself
 * does not come through the host: the frame puts it in, or in redirect mode there is none.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, RoundTripError, AccountFrozenError,
 *   AccountHeldError, NothingPendingError, SocialUnavailableError, SocialDeclinedError, SocialFailedError,
 *   SocialGoneError, SocialMismatchError, IdentityTakenError, FreshLoginRequiredError, StrangeResultError, ResultAwaitedError
 */
export const finishSocial = /* @__PURE__ */ defineMethod({
  name: 'finishSocial',
  params: () => z.strictObject({ uri: foreignText(4096) }),
  result: state,
  policy,
  timeout: 25_000,
})
/**
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, SocialUnavailableError,
 *   FreshLoginRequiredError, SignedOutError
 */
export const startFarcaster = /* @__PURE__ */ defineMethod({
  name: 'startFarcaster',
  params: () => z.strictObject({ purpose: z.enum(['login', 'link']), locale: locale() }),
  result: () =>
    z.strictObject({
      flowId: id128(),
      /** The deep link that the frame draws. It never leaves the frame. */
      uri: foreignText(4096),
      expiresAt: timestamp(),
    }),
  policy,
  timeout: 25_000,
})
/**
 * Waits up to 20 s.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, RoundTripError, AccountFrozenError,
 *   AccountHeldError, NothingPendingError, SocialUnavailableError, SocialDeclinedError, SocialFailedError,
 *   SocialGoneError, SocialMismatchError, IdentityTakenError, FreshLoginRequiredError
 */
export const checkFarcaster = /* @__PURE__ */ defineMethod({
  name: 'checkFarcaster',
  params: nothing,
  result: () => z.strictObject({ isDone: z.boolean(), state: state() }),
  policy,
  timeout: 25_000,
})
/**
 * Signs in by a passkey alone; the browser shows its own sheet. The same gesture opens a protected wallet.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, RoundTripError, AccountFrozenError,
 *   AccountHeldError, NoPasskeysHereError, PasskeyNotUsedError, PasskeyRefusedError, PasskeyCannotOpenError
 */
export const signInWithPasskey = /* @__PURE__ */ defineMethod({
  name: 'signInWithPasskey',
  params: nothing,
  result: state,
  policy,
  timeout: null,
})
/**
 * With `awaitingRecovery`: opens the protected wallet on this device.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, RoundTripError, AccountFrozenError,
 *   AccountHeldError, NothingPendingError, NoPasskeysHereError, PasskeyNotUsedError, PasskeyRefusedError,
 *   PasskeyCannotOpenError, RecoveryMethodError
 */
export const recoverWithPasskey = /* @__PURE__ */ defineMethod({
  name: 'recoverWithPasskey',
  params: nothing,
  result: state,
  policy,
  timeout: null,
})
/**
 * Asks another window of the wallet to bring this device in. `fragment` is for the address of that window.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError
 */
export const startJoin = /* @__PURE__ */ defineMethod({
  name: 'startJoin',
  params: nothing,
  result: () =>
    z.strictObject({
      fragment: foreignText(512),
      number: z.string().check(z.regex(/^[0-9]{2}$/)),
      expiresAt: timestamp(),
    }),
  policy,
  timeout: 25_000,
})
/**
 * Waits up to 20 s.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, RoundTripError, AccountFrozenError,
 *   AccountHeldError, NothingPendingError, JoinGoneError
 */
export const checkJoin = /* @__PURE__ */ defineMethod({
  name: 'checkJoin',
  params: nothing,
  result: () => z.strictObject({ isDone: z.boolean(), state: state() }),
  policy,
  timeout: 25_000,
})

const granted = { access: 'granted', ui: 'none' } as const

/**
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, SignedOutError, NothingPendingError,
 *   TooSoonError, TooManyCodesError, TooManyFailuresError, MailUnavailableError, WrongCodeError, CodeLockedError,
 *   CodeExpiredError, ChallengeGoneError, EmailChangeGoneError, EmailTakenError, AccountFrozenError
 */
export const startEmailChange = /* @__PURE__ */ defineMethod({
  name: 'startEmailChange',
  params: () => z.strictObject({ email: email(), locale: locale() }),
  result: () =>
    z.strictObject({
      action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
      challenge: challenge(),
    }),
  policy: granted,
  timeout: 25_000,
})
/**
 * The code of the present step.
 *
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, SignedOutError, NothingPendingError,
 *   TooSoonError, TooManyCodesError, TooManyFailuresError, MailUnavailableError, WrongCodeError, CodeLockedError,
 *   CodeExpiredError, ChallengeGoneError, EmailChangeGoneError, EmailTakenError, AccountFrozenError
 */
export const submitEmailChange = /* @__PURE__ */ defineMethod({
  name: 'submitEmailChange',
  params: () => z.strictObject({ code: otp() }),
  result: () =>
    z.union([
      z.strictObject({ next: z.literal('VERIFY_SECONDARY_OTP'), challenge: challenge() }),
      z.strictObject({ next: z.literal('DONE'), newEmail: email(), state: state() }),
    ]),
  policy: granted,
  timeout: 25_000,
})
/**
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, SignedOutError, NothingPendingError,
 *   TooSoonError, TooManyCodesError, TooManyFailuresError, MailUnavailableError, WrongCodeError, CodeLockedError,
 *   CodeExpiredError, ChallengeGoneError, EmailChangeGoneError, EmailTakenError, AccountFrozenError
 */
export const resendEmailChange = /* @__PURE__ */ defineMethod({
  name: 'resendEmailChange',
  params: nothing,
  result: challenge,
  policy: granted,
  timeout: 25_000,
})
