import { BaseError } from './BaseError.ts'

/**
 * Whether an error, thrown here or told by a peer, has one of these codes. Classes do not survive a wire; codes do.
 *
 * @example if (hasCode(error, WalletConflictError.code)) …
 */
export const hasCode = (error: unknown, ...codes: readonly number[]): error is BaseError =>
  error instanceof BaseError && codes.includes(error.code)
