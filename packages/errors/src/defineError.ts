import { BaseError, type BaseErrorOptions } from './BaseError.ts'

export type ErrorDefinition = {
  /** Ends in `Error`, unique. */
  name: string
  /** Stable, unique, never reused. */
  code: number
  /** What happened, why, and what to do, for a visitor. */
  message: string
}

export type DefinedError = {
  new (options?: BaseErrorOptions & { message?: string }): BaseError
  readonly code: number
  readonly errorName: string
  readonly defaultMessage: string
}

/**
 * Makes an error class beside the code that throws it.
 *
 * @param definition name, code and the sentence shown when none is given
 * @example
 * export const CodeExpiredError = defineError({ name: 'CodeExpiredError', code: 4103, message: 'This code has expired. Ask for a new one.' })
 * throw new CodeExpiredError({ data: { expiredAt: 1 } })
 */
export function defineError(definition: ErrorDefinition): DefinedError {
  return class extends BaseError {
    static readonly code = definition.code
    static readonly errorName = definition.name
    static readonly defaultMessage = definition.message
    override name = definition.name
    constructor(options: BaseErrorOptions & { message?: string } = {}) {
      super(definition.code, options.message ?? definition.message, options)
    }
  }
}
