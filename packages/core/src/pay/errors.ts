import { defineError } from '@latchkey/errors'

/** Errors of payments that a page asks for. Codes 5280–5289. */
export const PayOffError = /* @__PURE__ */ defineError({
  name: 'PayOffError',
  code: 5280,
  rpcCode: 4200,
  message: 'Payments are off on this page. Set `features: { pay: true }`.',
})
export const PayRequestError = /* @__PURE__ */ defineError({
  name: 'PayRequestError',
  code: 5281,
  rpcCode: -32602,
  message:
    'That is no payment. Give an amount such as "12.50", the address of a recipient, one of the networks of the page, and no token or its address.',
})
/** `data.asked`: the wallet had been asked, and may send all the same. */
export const PayClosedError = /* @__PURE__ */ defineError({
  name: 'PayClosedError',
  code: 5282,
  rpcCode: 4001,
  message: 'The visitor left the payment.',
})
export const PayNotEnoughError = /* @__PURE__ */ defineError({
  name: 'PayNotEnoughError',
  code: 5283,
  message: 'The account has nothing that is enough for this payment.',
})
export const PayUnderWayError = /* @__PURE__ */ defineError({
  name: 'PayUnderWayError',
  code: 5284,
  rpcCode: -32002,
  message: 'The wallet was asked for another payment already. Wait until that one has ended.',
})
/** `data.hash`: the transaction. */
export const PayRevertedError = /* @__PURE__ */ defineError({
  name: 'PayRevertedError',
  code: 5285,
  message: 'The network refused the payment. Nothing was paid.',
})
/** `data.hash`: the transaction. */
export const PayUnconfirmedError = /* @__PURE__ */ defineError({
  name: 'PayUnconfirmedError',
  code: 5286,
  message: 'The payment was sent, and no block has it yet. Look at its transaction before you ask again.',
})
export const PaySwapError = /* @__PURE__ */ defineError({
  name: 'PaySwapError',
  code: 5287,
  message: 'The swap before the payment was not confirmed. Nothing was paid.',
})
export const PayDeclinedError = /* @__PURE__ */ defineError({
  name: 'PayDeclinedError',
  code: 5288,
  rpcCode: 4001,
  message: 'The visitor declined in the wallet. Nothing was paid.',
})
export const PayMovedError = /* @__PURE__ */ defineError({
  name: 'PayMovedError',
  code: 5289,
  message: 'The wallet went to another network or account. Nothing was paid.',
})
