import { defineError } from '@latchkey/errors'

/** Errors of names that the service gives, 4760–4779. */
export const NameInvalidError = /* @__PURE__ */ defineError({
  name: 'NameInvalidError',
  code: 4760,
  httpStatus: 422,
  message: 'This cannot be a name: use four or more letters, digits or hyphens.',
})
export const NameReservedError = /* @__PURE__ */ defineError({
  name: 'NameReservedError',
  code: 4761,
  httpStatus: 422,
  message: 'This name is kept back: it could be taken for the wallet itself. Choose another one.',
})
export const NameTakenError = /* @__PURE__ */ defineError({
  name: 'NameTakenError',
  code: 4762,
  httpStatus: 409,
  message: 'Somebody has this name already. Choose another one.',
})
export const NameOwnedError = /* @__PURE__ */ defineError({
  name: 'NameOwnedError',
  code: 4763,
  httpStatus: 409,
  message: 'This account has a name already, and an account has one.',
})
export const NameProofError = /* @__PURE__ */ defineError({
  name: 'NameProofError',
  code: 4764,
  httpStatus: 422,
  message:
    'The account has not signed for this name, or too long ago: ask it to sign anew, and check the clock of the device.',
})
export const NameNotFoundError = /* @__PURE__ */ defineError({
  name: 'NameNotFoundError',
  code: 4765,
  httpStatus: 404,
  message: 'Nobody has this name.',
})
export const NameQuestionError = /* @__PURE__ */ defineError({
  name: 'NameQuestionError',
  code: 4766,
  httpStatus: 400,
  message: 'This is no question about a name that the service answers (ERC-3668, ENSIP-10).',
})
export const NamesOffError = /* @__PURE__ */ defineError({
  name: 'NamesOffError',
  code: 4767,
  httpStatus: 404,
  message: 'This service gives no names: its operator has set no zone for them.',
})
/** Errors of collectibles, 4780–4789. */
export const NftsUnavailableError = /* @__PURE__ */ defineError({
  name: 'NftsUnavailableError',
  code: 4780,
  httpStatus: 503,
  message: 'Collectibles cannot be read: the network does not answer right now. Try again in a moment.',
})
