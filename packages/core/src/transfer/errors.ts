import { defineError } from '@latchkey/errors'

/** Errors of sending from the modal. Codes 5210–5219. */
export const TransferIncompleteError = /* @__PURE__ */ defineError({
  name: 'TransferIncompleteError',
  code: 5210,
  message: 'An amount and receiver address are required',
})
export const TokenRequiredError = /* @__PURE__ */ defineError({
  name: 'TokenRequiredError',
  code: 5211,
  message: 'A token is required',
})
export const UnsupportedChainError = /* @__PURE__ */ defineError({
  name: 'UnsupportedChainError',
  code: 5212,
  message: 'Unsupported chain',
})
export const TransferAmountError = /* @__PURE__ */ defineError({
  name: 'TransferAmountError',
  code: 5213,
  message: 'That is not an amount that this token can be sent in.',
})
export const NotEnoughError = /* @__PURE__ */ defineError({
  name: 'NotEnoughError',
  code: 5214,
  message: 'The account does not have as much of this token.',
})
export const RecipientError = /* @__PURE__ */ defineError({
  name: 'RecipientError',
  code: 5215,
  message: 'That is not an address of this network, or its checksum is wrong.',
})
export const GasPriceNotSupportedError = /* @__PURE__ */ defineError({
  name: 'GasPriceNotSupportedError',
  code: 5216,
  message: 'Network not supported for Gas Price',
})
export const TransferAnswerError = /* @__PURE__ */ defineError({
  name: 'TransferAnswerError',
  code: 5217,
  message:
    'The wallet answered without the hash of a transaction. Look at its activity before you send it again.',
})
export const TransferUnderWayError = /* @__PURE__ */ defineError({
  name: 'TransferUnderWayError',
  code: 5218,
  message: 'The wallet was asked to send already. Answer it there first.',
})
export const TransferMovedError = /* @__PURE__ */ defineError({
  name: 'TransferMovedError',
  code: 5219,
  message: 'The wallet went to another network or account. Nothing was sent.',
})
