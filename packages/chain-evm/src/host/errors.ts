import { defineError } from '@latchkey/errors'

/** Errors of the eip155 adapter that are there before a click. Range 7001–7999; 7002 is in `readBalance.ts`. */
export const InvalidAmountError = /* @__PURE__ */ defineError({
  name: 'InvalidAmountError',
  code: 7001,
  message: 'That is not an amount this currency can have.',
})
