export * from './documentConfig.ts'
export * from './schema/defineMethod.ts'
export * from './schema/primitives.ts'
export * from './version.ts'
