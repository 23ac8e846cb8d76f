import { defineError } from '@latchkey/errors'

/** Errors of swapping from the modal. Codes 5250–5259. */
export const SwapNetworkError = /* @__PURE__ */ defineError({
  name: 'SwapNetworkError',
  code: 5250,
  message: 'Network not supported for Swaps',
})
export const SwapQuoteError = /* @__PURE__ */ defineError({
  name: 'SwapQuoteError',
  code: 5251,
  message: 'The price could not be read. Try again in a moment.',
})
export const SwapRouteError = /* @__PURE__ */ defineError({
  name: 'SwapRouteError',
  code: 5252,
  message: 'Nobody swaps this amount of these two tokens right now.',
})
export const SwapWorseError = /* @__PURE__ */ defineError({
  name: 'SwapWorseError',
  code: 5253,
  message: 'The price has changed: the swap would give less than was agreed.',
})
export const SwapApprovalError = /* @__PURE__ */ defineError({
  name: 'SwapApprovalError',
  code: 5254,
  message: 'The network refused to let the token be used. Nothing was swapped.',
})
export const SwapAnswerError = /* @__PURE__ */ defineError({
  name: 'SwapAnswerError',
  code: 5255,
  message: 'The wallet did not say what it sent. Look at its activity before you swap again.',
})
export const SwapUnderWayError = /* @__PURE__ */ defineError({
  name: 'SwapUnderWayError',
  code: 5256,
  message: 'The wallet was asked to swap already. Answer it there first.',
})
/** Somebody answers for another contract or amount than was quoted. */
export const SwapTransactionError = /* @__PURE__ */ defineError({
  name: 'SwapTransactionError',
  code: 5257,
  message: 'The swap that came back is not the one that was asked for. Nothing was sent.',
})
/** What comes next would be asked of another account, or on another network. */
export const SwapMovedError = /* @__PURE__ */ defineError({
  name: 'SwapMovedError',
  code: 5258,
  message: 'The wallet went to another network or account. Nothing was swapped.',
})
