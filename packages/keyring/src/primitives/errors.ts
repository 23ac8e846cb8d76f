import { defineError } from '@latchkey/errors'

/** Errors of the keyring. Range 3000–3099. No message or detail holds a secret or a value of the caller's. */
export const InvalidRootError = /* @__PURE__ */ defineError({
  name: 'InvalidRootError',
  code: 3000,
  message: 'The root secret must be 32 random bytes.',
})
export const InvalidSeedError = /* @__PURE__ */ defineError({
  name: 'InvalidSeedError',
  code: 3001,
  message: 'The seed must be 16 to 64 bytes long.',
})
export const InvalidPathError = /* @__PURE__ */ defineError({
  name: 'InvalidPathError',
  code: 3002,
  message: "The derivation path must look like m/44'/60'/0'/0/0.",
})
export const InvalidChildKeyError = /* @__PURE__ */ defineError({
  name: 'InvalidChildKeyError',
  code: 3003,
  message: 'No key exists at this derivation path.',
})
export const InvalidShareError = /* @__PURE__ */ defineError({
  name: 'InvalidShareError',
  code: 3010,
  message: 'A share of the wallet is damaged. Sign in again to restore it.',
})
export const RootMismatchError = /* @__PURE__ */ defineError({
  name: 'RootMismatchError',
  code: 3011,
  message: 'The shares do not belong to this wallet. Sign in again to restore it.',
})
export const InvalidPrivateKeyError = /* @__PURE__ */ defineError({
  name: 'InvalidPrivateKeyError',
  code: 3020,
  message: 'The private key is not valid.',
})
export const InvalidDigestError = /* @__PURE__ */ defineError({
  name: 'InvalidDigestError',
  code: 3021,
  message: 'The digest must be 32 bytes long.',
})
export const InvalidHexError = /* @__PURE__ */ defineError({
  name: 'InvalidHexError',
  code: 3022,
  message: 'The text must be 0x and an even number of hex digits.',
})
export const InvalidTypedDataError = /* @__PURE__ */ defineError({
  name: 'InvalidTypedDataError',
  code: 3030,
  message: 'The typed data is not valid, so it was not signed.',
})
export const InvalidTransactionError = /* @__PURE__ */ defineError({
  name: 'InvalidTransactionError',
  code: 3040,
  message: 'The transaction is not valid, so it was not signed.',
})
export const UnsupportedTransactionError = /* @__PURE__ */ defineError({
  name: 'UnsupportedTransactionError',
  code: 3041,
  message: 'The wallet does not sign this type of transaction.',
})
export const TransactionAsMessageError = /* @__PURE__ */ defineError({
  name: 'TransactionAsMessageError',
  code: 3042,
  message: 'The message could be taken for a transaction, so it was not signed.',
})
export const InvalidRecoveryCodeError = /* @__PURE__ */ defineError({
  name: 'InvalidRecoveryCodeError',
  code: 3050,
  message: 'This is not a recovery code: compare each character with what you wrote down.',
})
export const InvalidKitError = /* @__PURE__ */ defineError({
  name: 'InvalidKitError',
  code: 3051,
  message: 'This is not a recovery kit of this wallet.',
})
export const KitNotOpenedError = /* @__PURE__ */ defineError({
  name: 'KitNotOpenedError',
  code: 3052,
  message: 'The code does not open this recovery kit, or the file was changed.',
})
