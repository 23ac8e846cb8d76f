import { defineError } from '@latchkey/errors'

/** Errors of signing in with a wallet. Codes 8300–8349. */
export const SiwxMessageInvalidError = /* @__PURE__ */ defineError({
  name: 'SiwxMessageInvalidError',
  code: 8300,
  message: 'The sign-in message is not in the form of ERC-4361 or CAIP-122.',
})
export const SiwxDomainError = /* @__PURE__ */ defineError({
  name: 'SiwxDomainError',
  code: 8301,
  message: 'The sign-in message is for another site.',
})
export const SiwxUriError = /* @__PURE__ */ defineError({
  name: 'SiwxUriError',
  code: 8302,
  message: 'The sign-in message is about another address of this site.',
})
export const SiwxNonceError = /* @__PURE__ */ defineError({
  name: 'SiwxNonceError',
  code: 8303,
  message: 'The sign-in message has another nonce.',
})
export const SiwxChainError = /* @__PURE__ */ defineError({
  name: 'SiwxChainError',
  code: 8304,
  message: 'The sign-in message is for another network.',
})
export const SiwxExpiredError = /* @__PURE__ */ defineError({
  name: 'SiwxExpiredError',
  code: 8305,
  message: 'The sign-in message has expired.',
})
export const SiwxNotYetValidError = /* @__PURE__ */ defineError({
  name: 'SiwxNotYetValidError',
  code: 8306,
  message: 'The sign-in message is not valid yet.',
})
export const SiwxSignatureError = /* @__PURE__ */ defineError({
  name: 'SiwxSignatureError',
  code: 8307,
  message: 'The signature is not one of that account over that message.',
})
export const SiwxChainUnavailableError = /* @__PURE__ */ defineError({
  name: 'SiwxChainUnavailableError',
  code: 8308,
  message: 'The network that can check this signature does not answer. Try again in a moment.',
})
export const SiwxNamespaceError = /* @__PURE__ */ defineError({
  name: 'SiwxNamespaceError',
  code: 8309,
  message: 'Signatures of this kind of network cannot be checked here.',
})
export const SiwxServiceError = /* @__PURE__ */ defineError({
  name: 'SiwxServiceError',
  code: 8320,
  message: 'We cannot reach the sign-in service. Check your connection and try again.',
})
export const SiwxStaleMessageError = /* @__PURE__ */ defineError({
  name: 'SiwxStaleMessageError',
  code: 8321,
  message: 'This sign-in was not begun on this page, or was used before. Start again.',
})
