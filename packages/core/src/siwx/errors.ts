import { defineError } from '@latchkey/errors'

/** Errors of sign-in with a wallet on the host side (spec 8). Codes 5060–5079. */
export const SiwxNotEnabledError = /* @__PURE__ */ defineError({
  name: 'SiwxNotEnabledError',
  code: 5060,
  message: 'SIWX is not enabled',
})
export const NoActiveCaipAddressError = /* @__PURE__ */ defineError({
  name: 'NoActiveCaipAddressError',
  code: 5061,
  message: 'No ActiveCaipAddress found',
})
export const NoActiveCaipNetworkError = /* @__PURE__ */ defineError({
  name: 'NoActiveCaipNetworkError',
  code: 5062,
  message: 'No ActiveCaipNetwork or client found',
})
export const SignatureDeclinedError = /* @__PURE__ */ defineError({
  name: 'SignatureDeclinedError',
  code: 5063,
  message: 'Signature declined',
})
export const ProviderUndefinedError = /* @__PURE__ */ defineError({
  name: 'ProviderUndefinedError',
  code: 5064,
  message: 'UniversalAdapter:signMessage - provider is undefined',
})
export const CaipNetworkUndefinedError = /* @__PURE__ */ defineError({
  name: 'CaipNetworkUndefinedError',
  code: 5065,
  message: 'CaipNetwork is undefined',
})
export const CaipNetworkOrAddressUndefinedError = /* @__PURE__ */ defineError({
  name: 'CaipNetworkOrAddressUndefinedError',
  code: 5066,
  message: 'CaipNetwork or CaipAddress is undefined',
})
export const SignInFailedError = /* @__PURE__ */ defineError({
  name: 'SignInFailedError',
  code: 5068,
  message: 'The sign-in did not work. Try again.',
})
export const SignInTimeoutError = /* @__PURE__ */ defineError({
  name: 'SignInTimeoutError',
  code: 5069,
  message: 'The sign-in took too long. Check the connection and try again.',
})
export const SignInAbortedError = /* @__PURE__ */ defineError({
  name: 'SignInAbortedError',
  code: 5070,
  message: 'The sign-in was left before it was done.',
})
export const SigningNotSupportedError = /* @__PURE__ */ defineError({
  name: 'SigningNotSupportedError',
  code: 5071,
  message: 'The wallet did not answer with a signature.',
})
