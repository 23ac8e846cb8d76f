import { BaseError, type BaseErrorOptions } from './BaseError.ts'

export type ErrorDefinition = {
  /** Ends in `Error`, unique. */
  name: string
  /** Stable, unique, never reused. */
  code: number
  /** What happened, why, and what to do, for a visitor. */
  message: string
  /** What an EIP-1193 caller gets (EIP-1193, EIP-1474, EIP-5792); −32603 when left out. */
  rpcCode?: number
  /** What the service answers with; for an error that it never answers with there is none. */
  httpStatus?: number
}

export type DefinedError = {
  new (options?: BaseErrorOptions & { message?: string }): BaseError
  readonly code: number
  readonly errorName: string
  readonly defaultMessage: string
  readonly rpcCode: number | undefined
  readonly httpStatus: number | undefined
}

/**
 * Makes an error class beside the code that throws it.
 *
 * @param definition all that is known of the error, once: tables by code are derived from it
 * @example
 * export const CodeExpiredError = defineError({ name: 'CodeExpiredError', code: 4103, message: 'This code has expired. Ask for a new one.' })
 * throw new CodeExpiredError({ data: { expiredAt: 1 } })
 */
export function defineError(definition: ErrorDefinition): DefinedError {
  return class extends BaseError {
    static readonly code = definition.code
    static readonly errorName = definition.name
    static readonly defaultMessage = definition.message
    static readonly rpcCode = definition.rpcCode
    static readonly httpStatus = definition.httpStatus
    override readonly rpcCode = definition.rpcCode
    override name = definition.name
    constructor(options: BaseErrorOptions & { message?: string } = {}) {
      super(definition.code, options.message ?? definition.message, options)
    }
  }
}
