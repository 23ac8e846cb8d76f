import { defineError } from '@latchkey/errors'

/** Errors that the keys app may answer the frame with. Range 3100–3199 (3000–3099 belong to the keyring). */
export const SignedOutError = /* @__PURE__ */ defineError({
  name: 'SignedOutError',
  code: 3100,
  rpcCode: 4100,
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
export const NothingPendingError = /* @__PURE__ */ defineError({
  name: 'NothingPendingError',
  code: 3106,
  message: 'No sign-in of this kind is under way. Start again.',
})
export const StrangeResultError = /* @__PURE__ */ defineError({
  name: 'StrangeResultError',
  code: 3107,
  message: 'The answer of the sign-in did not come from this wallet and was refused.',
})
export const NoPasskeysHereError = /* @__PURE__ */ defineError({
  name: 'NoPasskeysHereError',
  code: 3108,
  message: 'Your browser does not offer passkeys here.',
})
export const PasskeyNotUsedError = /* @__PURE__ */ defineError({
  name: 'PasskeyNotUsedError',
  code: 3109,
  message: 'No passkey was used.',
})
export const PasskeyCannotOpenError = /* @__PURE__ */ defineError({
  name: 'PasskeyCannotOpenError',
  code: 3110,
  message: 'This passkey signs in, but it cannot open the wallet here. Use your recovery code.',
})
export const WrongRecoveryCodeError = /* @__PURE__ */ defineError({
  name: 'WrongRecoveryCodeError',
  code: 3111,
  message: 'That is not the recovery code of this wallet.',
})
export const ResultAwaitedError = /* @__PURE__ */ defineError({
  name: 'ResultAwaitedError',
  code: 3119,
  message: 'The window of the sign-in has not brought its result yet.',
})
export const PanelClosedError = /* @__PURE__ */ defineError({
  name: 'PanelClosedError',
  code: 3112,
  message: 'You closed this step. Nothing was changed.',
})
