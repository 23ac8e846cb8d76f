import { BaseError, type DefinedError } from '@latchkey/errors'

/** Whether an error, thrown here or told by a peer, is one of these. Classes do not survive a wire; codes do. */
export const isOneOf = (error: unknown, ...kinds: readonly DefinedError[]): error is BaseError =>
  error instanceof BaseError && kinds.some(({ code }) => code === error.code)
