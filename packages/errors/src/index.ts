export {
  BaseError,
  type BaseErrorOptions,
  fromWire,
  hasCode,
  toWire,
  UNKNOWN_ERROR_CODE,
  type WireError,
} from './BaseError.ts'
export { type DefinedError, defineError, type ErrorDefinition } from './defineError.ts'
