export * from './defineMethod.ts'
export * from './documentConfig.ts'
export * from './primitives.ts'
export * from './version.ts'
