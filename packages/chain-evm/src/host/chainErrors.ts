import { BaseError, type DefinedError, defineError } from '@latchkey/errors'
import {
  ExecutionRevertedError as NodeExecutionReverted,
  FeeCapTooHighError as NodeFeeCapTooHigh,
  FeeCapTooLowError as NodeFeeCapTooLow,
  IntrinsicGasTooHighError as NodeGasTooHigh,
  IntrinsicGasTooLowError as NodeGasTooLow,
  InsufficientFundsError as NodeInsufficientFunds,
  NonceMaxValueError as NodeNonceMaxValue,
  NonceTooHighError as NodeNonceTooHigh,
  NonceTooLowError as NodeNonceTooLow,
  TipAboveFeeCapError as NodeTipAboveFeeCap,
} from 'viem'

const define = (name: string, code: number, message: string) => defineError({ name, code, message })

/** What a node says about a transaction, in fixed sentences (spec 8, chain-client errors). */
export const NonceTooLowError = define(
  'NonceTooLowError',
  7010,
  'This transaction number was used already. Send it again to use the next one.',
)
export const NonceTooHighError = define(
  'NonceTooHighError',
  7011,
  'An earlier transaction of this account is missing. Send that one first.',
)
export const NonceMaxValueError = define(
  'NonceMaxValueError',
  7012,
  'This account has used up its transaction numbers and cannot send any more.',
)
export const FeeCapTooHighError = define(
  'FeeCapTooHighError',
  7013,
  'The maximum fee is higher than any network can take.',
)
export const FeeCapTooLowError = define(
  'FeeCapTooLowError',
  7014,
  'The maximum fee is below what the network asks for now. Try again with a higher fee.',
)
export const InsufficientFundsError = define(
  'InsufficientFundsError',
  7015,
  'This account does not have enough to pay for the amount and the fee.',
)
export const GasTooHighError = define(
  'GasTooHighError',
  7016,
  'This transaction asks for more gas than a block may use.',
)
export const GasTooLowError = define(
  'GasTooLowError',
  7017,
  'This transaction asks for less gas than it needs.',
)
export const ExecutionRevertedError = define(
  'ExecutionRevertedError',
  7018,
  'The contract refused this transaction.',
)
export const TipAboveFeeCapError = define(
  'TipAboveFeeCapError',
  7019,
  'The tip is higher than the maximum fee of this transaction.',
)
export const ChainRequestError = define(
  'ChainRequestError',
  7020,
  'The network could not answer. Try again in a moment.',
)
export const ReceiptTimeoutError = define(
  'ReceiptTimeoutError',
  7021,
  'The network has not confirmed this transaction yet. It may still do so; check your activity before you send it again.',
)
export const ReceiptWaitAbortedError = define(
  'ReceiptWaitAbortedError',
  7022,
  'Waiting for the transaction was stopped. The transaction itself was not.',
)

/** The patterns are viem's, of what geth, erigon, nethermind and others say. The order matters: the first that fits wins. */
const TABLE: readonly (readonly [{ readonly nodeMessage: RegExp }, DefinedError])[] = [
  [NodeTipAboveFeeCap, TipAboveFeeCapError],
  [NodeFeeCapTooHigh, FeeCapTooHighError],
  [NodeFeeCapTooLow, FeeCapTooLowError],
  [NodeNonceMaxValue, NonceMaxValueError],
  [NodeNonceTooHigh, NonceTooHighError],
  [NodeNonceTooLow, NonceTooLowError],
  [NodeInsufficientFunds, InsufficientFundsError],
  [NodeGasTooHigh, GasTooHighError],
  [NodeGasTooLow, GasTooLowError],
  [NodeExecutionReverted, ExecutionRevertedError],
]

/**
 * Makes our error of whatever a chain client threw. The node's own text stays in `cause` only: a node may write
 * anything into it.
 *
 * @example
 * toChainError(new Error('nonce too low: next nonce 5')).shortMessage
 */
export function toChainError(error: unknown): BaseError {
  if (error instanceof BaseError) return error
  const texts = textsOf(error)
  const found = TABLE.find(([{ nodeMessage }]) => texts.some((text) => nodeMessage.test(text)))
  return new (found?.[1] ?? ChainRequestError)({ cause: error })
}

/** `message` and viem's `details` of the error and its causes, at most sixteen deep. */
function textsOf(error: unknown): string[] {
  const texts: string[] = []
  let current = error
  for (let depth = 0; depth < 16 && current instanceof Error; depth++) {
    texts.push(current.message.toLowerCase().slice(0, 4000))
    const { details } = current as { details?: unknown }
    if (typeof details === 'string') texts.push(details.toLowerCase().slice(0, 4000))
    current = current.cause
  }
  return texts
}
