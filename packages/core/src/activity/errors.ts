import { defineError } from '@latchkey/errors'

/** Errors of an account's activity. Codes 5230–5239. */
export const TransactionsUnavailableError = /* @__PURE__ */ defineError({
  name: 'TransactionsUnavailableError',
  code: 5230,
  message: 'Failed to fetch transactions',
})
export const TransactionsAccountError = /* @__PURE__ */ defineError({
  name: 'TransactionsAccountError',
  code: 5231,
  message: "Transactions can't be fetched without an accountAddress",
})
