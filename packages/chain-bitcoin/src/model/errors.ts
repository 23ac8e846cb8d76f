import { defineError } from '@latchkey/errors'

const define = (name: string, code: number, message: string) =>
  /* @__PURE__ */ defineError({ name, code, message })

/** Errors of Bitcoin. Range 7201–7299. `data.reason` of the first is a `PsbtRefusal`. */
export const PsbtRefusedError = /* @__PURE__ */ define(
  'PsbtRefusedError',
  7201,
  'The wallet cannot account for this transaction, so it was not signed.',
)
export const BitcoinAddressError = /* @__PURE__ */ define(
  'BitcoinAddressError',
  7202,
  'This is no address of this Bitcoin network. Copy it again.',
)
export const BitcoinFundsError = /* @__PURE__ */ define(
  'BitcoinFundsError',
  7203,
  'This account does not have enough to pay for the amount and the fee.',
)
export const BitcoinAmountError = /* @__PURE__ */ define(
  'BitcoinAmountError',
  7204,
  'This amount is too small for the network to pass on. Send more.',
)
export const BitcoinKeyError = /* @__PURE__ */ define(
  'BitcoinKeyError',
  7205,
  'The key does not hold this account, so nothing was signed.',
)
export const BitcoinRequestError = /* @__PURE__ */ define(
  'BitcoinRequestError',
  7206,
  'The network could not answer. Try again in a moment.',
)
