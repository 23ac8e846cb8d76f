/** What crosses a wire: never a stack, never an inner error. */
export type WireError = {
  /** Stable number; a range per package (docs/architecture.md). */
  code: number
  /** One sentence a person can read. */
  message: string
  /** Allow-listed facts, such as `{ retryAfter: 12 }` (seconds). */
  data?: Record<string, string | number | boolean | null>
}

export type BaseErrorOptions = {
  /** More about this one occurrence, for a developer. Never sent over a wire. */
  details?: string
  /** Hints of what to do, one a line. */
  metaMessages?: readonly string[]
  /** Facts that may cross a wire. Nothing secret. */
  data?: WireError['data']
  cause?: unknown
}

/**
 * The one error class that every other error of Latchkey extends. An app may hold two copies of it: `instanceof` knows the
 * errors of both, a class of one error by its name.
 *
 * @example
 * try { … } catch (error) { if (error instanceof BaseError) console.log(error.code, error.shortMessage) }
 */
export class BaseError extends Error {
  override name = 'LatchkeyError'
  readonly code: number
  readonly shortMessage: string
  readonly details: string | undefined
  readonly metaMessages: readonly string[]
  readonly data: WireError['data']
  /** What an EIP-1193 caller gets; undefined for an error that came over a wire, of which the code alone is known. */
  readonly rpcCode: number | undefined
  declare static readonly errorName: string | undefined

  /** No other library's errors have a field `rpcCode`. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    if (!(error instanceof Error) || !('rpcCode' in error)) return false
    // biome-ignore lint/complexity/noThisInStatic: each class answers for itself.
    return (this.errorName ?? error.name) === error.name
  }

  constructor(
    code: number,
    shortMessage: string,
    { details, metaMessages = [], data, cause }: BaseErrorOptions = {},
  ) {
    const lines = [shortMessage, ...metaMessages]
    if (details) lines.push(`Details: ${details}`)
    lines.push(`Code: ${code}`)
    super(lines.join('\n'), cause === undefined ? undefined : { cause })
    this.code = code
    this.shortMessage = shortMessage
    this.details = details
    this.metaMessages = metaMessages
    this.data = data
  }

  /** Finds the first error in the cause chain that `predicate` accepts. */
  walk(predicate: (error: unknown) => boolean): unknown {
    let current: unknown = this
    // A cause chain may loop when a peer built it; sixteen is deeper than any of ours.
    for (let depth = 0; depth < 16 && current !== undefined; depth++) {
      if (predicate(current)) return current
      current = (current as Partial<Error> | null)?.cause
    }
    return undefined
  }
}

/** Code of an error that has no definition of its own: something unforeseen. */
export const UNKNOWN_ERROR_CODE = 5000

/**
 * Turns any thrown value into what may leave this realm: code, short message and allow-listed data.
 * A foreign error becomes `fallback`, so that its text cannot leak a secret.
 *
 * @example
 * port.postMessage({ id, error: toWire(error, 'An error occurred') })
 */
export function toWire(error: unknown, fallback = 'An error occurred'): WireError {
  if (!(error instanceof BaseError)) return { code: UNKNOWN_ERROR_CODE, message: fallback }
  const wire: WireError = { code: error.code, message: error.shortMessage }
  if (error.data) wire.data = error.data
  return wire
}

/** Makes an error of what a peer sent; the peer's text is kept, nothing else of it is trusted. */
export function fromWire(wire: WireError): BaseError {
  return new BaseError(wire.code, wire.message, wire.data ? { data: wire.data } : {})
}

/**
 * Whether an error, thrown here or told by a peer, has one of these codes. Classes do not survive a wire; codes do.
 *
 * @example if (hasCode(error, WalletConflictError.code)) …
 */
export const hasCode = (error: unknown, ...codes: readonly number[]): error is BaseError =>
  error instanceof BaseError && codes.includes(error.code)

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
/* @__NO_SIDE_EFFECTS__ */
export function defineError(definition: ErrorDefinition): DefinedError {
  return class extends BaseError {
    static readonly code = definition.code
    static override readonly errorName = definition.name
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

export const PartNotLoadedError = /* @__PURE__ */ defineError({
  name: 'PartNotLoadedError',
  code: 5022,
  message: 'A part of the wallet could not be loaded. Check your connection and try again.',
})

/**
 * Code that comes by `import()`. Browsers have no type of their own for code that cannot be downloaded, and each has other
 * words for it. What could not be loaded is asked for anew by the next call.
 *
 * @throws PartNotLoadedError
 * @example
 * const { send } = await loading(import('./send.ts'))
 */
export const loading = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch((cause: unknown) => {
    throw new PartNotLoadedError({ cause })
  })
