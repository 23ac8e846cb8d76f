import { defineError } from '@latchkey/errors'

/** Errors of buying from the modal. Codes 5260–5269. */
export const OnrampOffError = /* @__PURE__ */ defineError({
  name: 'OnrampOffError',
  code: 5260,
  message: 'No provider for buying is set up.',
})
export const OnrampAmountError = /* @__PURE__ */ defineError({
  name: 'OnrampAmountError',
  code: 5261,
  message: 'The amount is not between the least and the most that the provider takes.',
})
export const OnrampNothingSoldError = /* @__PURE__ */ defineError({
  name: 'OnrampNothingSoldError',
  code: 5262,
  message: 'The provider sells nothing on this network.',
})
export const OnrampRestrictedError = /* @__PURE__ */ defineError({
  name: 'OnrampRestrictedError',
  code: 5263,
  message: 'Buying is not available in this time zone.',
})
