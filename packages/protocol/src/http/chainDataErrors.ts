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
export const SmartSessionUnknownError = /* @__PURE__ */ defineError({
  name: 'SmartSessionUnknownError',
  code: 4703,
  httpStatus: 404,
  message: 'This service keeps no permissions of accounts. Take it back in the wallet that gave it.',
})
/** Errors of an account's history, 4720–4739. */
export const HistoryCursorError = /* @__PURE__ */ defineError({
  name: 'HistoryCursorError',
  code: 4720,
  httpStatus: 400,
  message:
    'The cursor is not one that this service gave: it may be cut off or changed. Ask again without a cursor.',
})
export const HistoryUnavailableError = /* @__PURE__ */ defineError({
  name: 'HistoryUnavailableError',
  code: 4721,
  httpStatus: 503,
  message: 'The history cannot be read: its source does not answer right now. Try again in a moment.',
})
/** Errors of buying, 4740–4749. A host shows what spec 8 falls back to, and says that it does. */
export const OnrampNotOfferedError = /* @__PURE__ */ defineError({
  name: 'OnrampNotOfferedError',
  code: 4740,
  httpStatus: 404,
  message: 'This service does not offer buying, or not through the provider that was named.',
})
export const OnrampUnavailableError = /* @__PURE__ */ defineError({
  name: 'OnrampUnavailableError',
  code: 4741,
  httpStatus: 503,
  message: 'The provider for buying does not answer right now. Try again in a moment, or choose another one.',
})
export const OnrampRefusedError = /* @__PURE__ */ defineError({
  name: 'OnrampRefusedError',
  code: 4742,
  httpStatus: 422,
  message: 'The provider does not sell that: choose another amount, currency or network.',
})
/** Errors of swaps, 4770–4779. */
export const ConvertNetworkError = /* @__PURE__ */ defineError({
  name: 'ConvertNetworkError',
  code: 4770,
  httpStatus: 400,
  message: 'Network not supported for Swaps: choose another network.',
})
export const GasPriceNetworkError = /* @__PURE__ */ defineError({
  name: 'GasPriceNetworkError',
  code: 4771,
  httpStatus: 400,
  message: 'Network not supported for Gas Price: choose another network.',
})
export const ConvertUnavailableError = /* @__PURE__ */ defineError({
  name: 'ConvertUnavailableError',
  code: 4772,
  httpStatus: 503,
  message:
    'Swaps cannot be quoted: whoever would make them does not answer right now. Try again in a moment.',
})
export const NoRouteError = /* @__PURE__ */ defineError({
  name: 'NoRouteError',
  code: 4773,
  httpStatus: 409,
  message: 'Nobody swaps this amount of these two tokens right now. Try a smaller amount or another token.',
})
export const WorseQuoteError = /* @__PURE__ */ defineError({
  name: 'WorseQuoteError',
  code: 4774,
  httpStatus: 409,
  message: 'The price has changed: the swap would give less than was agreed. Look at the new amount first.',
})
export const ConvertNotOfferedError = /* @__PURE__ */ defineError({
  name: 'ConvertNotOfferedError',
  code: 4775,
  httpStatus: 404,
  message: 'Swaps are not offered here, or not through the provider that was named.',
})
