import { BaseError, type WireError } from './BaseError.ts'

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
