import { defineError } from '@latchkey/errors'

/** Errors that the keys app may answer the frame with. Range 3100–3199 (3000–3099 belong to the keyring). */
export const SignedOutError = /* @__PURE__ */ defineError({
  name: 'SignedOutError',
  code: 3100,
  message: 'You are signed out. Sign in again.',
})
export const NoChallengeError = /* @__PURE__ */ defineError({
  name: 'NoChallengeError',
  code: 3101,
  message: 'No code is waiting to be entered. Ask for a new one.',
})
export const UnknownAccountError = /* @__PURE__ */ defineError({
  name: 'UnknownAccountError',
  code: 3102,
  message: 'This wallet has no such account.',
})
export const StorageBlockedError = /* @__PURE__ */ defineError({
  name: 'StorageBlockedError',
  code: 3103,
  message:
    'Your browser does not let the wallet store anything here. You stay signed in only until you leave this page.',
})
export const IntentRefusedError = /* @__PURE__ */ defineError({
  name: 'IntentRefusedError',
  code: 3104,
  message: 'The wallet refused to sign this.',
})
export const RoundTripError = /* @__PURE__ */ defineError({
  name: 'RoundTripError',
  code: 3105,
  message: 'The new wallet did not pass its check and was discarded. Nothing is lost; try again.',
})
