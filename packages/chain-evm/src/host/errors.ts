import { defineError } from '@latchkey/errors'

/** Errors of the eip155 adapter. Range 7001–7999. */
export const InvalidAmountError = /* @__PURE__ */ defineError({
  name: 'InvalidAmountError',
  code: 7001,
  message: 'That is not an amount this currency can have.',
})
export const BalanceReadError = /* @__PURE__ */ defineError({
  name: 'BalanceReadError',
  code: 7002,
  message: 'The balance could not be read.',
})
