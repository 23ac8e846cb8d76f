export * from './documentConfig.ts'
export * from './schema/defineMethod.ts'
export * from './schema/primitives.ts'

/** Version of the frame and keys protocols; both sides must speak the same one. */
export const PROTOCOL_VERSION = 1
