export { BaseError, type BaseErrorOptions, type WireError } from './BaseError.ts'
export { type DefinedError, defineError, type ErrorDefinition } from './defineError.ts'
export { hasCode } from './hasCode.ts'
export { fromWire, toWire, UNKNOWN_ERROR_CODE } from './wire.ts'
