import { defineError } from '@latchkey/errors'

const define = (name: string, code: number, message: string) => defineError({ name, code, message })

/** Errors of the Solana adapter. Range 7101–7199. */
export const SolanaRequestError = /* @__PURE__ */ define(
  'SolanaRequestError',
  7101,
  'The network could not answer. Try again in a moment.',
)
export const SolanaFundsError = /* @__PURE__ */ define(
  'SolanaFundsError',
  7102,
  'This account does not have enough to pay for the amount and the fee.',
)
export const BelowRentError = /* @__PURE__ */ define(
  'BelowRentError',
  7103,
  'A new account must be sent at least what it has to hold to stay open. Send more.',
)
export const TransferFeeTokenError = /* @__PURE__ */ define(
  'TransferFeeTokenError',
  7104,
  'This token keeps a part of what is sent, so the recipient would get less. Send it with a wallet that shows how much.',
)
export const TransferHookTokenError = /* @__PURE__ */ define(
  'TransferHookTokenError',
  7105,
  'This token runs a program of its own at each transfer, which cannot be shown here. It was not sent.',
)
export const NotTransferableError = /* @__PURE__ */ define(
  'NotTransferableError',
  7106,
  'This token cannot be sent to another account.',
)
export const UnknownMintError = /* @__PURE__ */ define(
  'UnknownMintError',
  7107,
  'There is no such token on this network.',
)
export const BlockhashExpiredError = /* @__PURE__ */ define(
  'BlockhashExpiredError',
  7108,
  'The transaction was not taken in time and will not be any more. Nothing was sent. Try again.',
)
export const WaitAbortedError = /* @__PURE__ */ define(
  'WaitAbortedError',
  7109,
  'Waiting for the transaction was stopped. The transaction itself was not.',
)
export const WaitTimeoutError = /* @__PURE__ */ define(
  'WaitTimeoutError',
  7110,
  'The network has not confirmed this transaction yet. Check your activity before you send it again.',
)
