export { type EmbeddedOptions, embedded } from './embedded.ts'
export * from './errors.ts'
