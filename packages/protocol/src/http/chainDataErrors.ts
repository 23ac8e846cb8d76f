import { defineError } from '@latchkey/errors'

/** Errors of chain data, 4700–4719. A host shows 4700 as spec 8's 'Token Balance Unavailable'. */
export const BalancesUnavailableError = /* @__PURE__ */ defineError({
  name: 'BalancesUnavailableError',
  code: 4700,
  httpStatus: 503,
  message: 'Token balances cannot be read: the network does not answer right now. Try again in a moment.',
})
export const PricesUnavailableError = /* @__PURE__ */ defineError({
  name: 'PricesUnavailableError',
  code: 4701,
  httpStatus: 503,
  message: 'Prices cannot be read: their source does not answer right now. Try again in a moment.',
})
export const NamesUnavailableError = /* @__PURE__ */ defineError({
  name: 'NamesUnavailableError',
  code: 4702,
  httpStatus: 503,
  message:
    'Names cannot be looked up: the network of names does not answer right now. Try again in a moment.',
})
/** Errors of an account's history, 4720–4739. */
export const HistoryCursorError = /* @__PURE__ */ defineError({
  name: 'HistoryCursorError',
  code: 4720,
  httpStatus: 400,
  message:
    'The cursor is not one that this service gave: it may be cut off or changed. Ask again without a cursor.',
})
