export { type EmbeddedOptions, embedded } from './embedded.ts'
export { EMBEDDED_ICON } from './embeddedIcon.ts'
export * from './errors.ts'
