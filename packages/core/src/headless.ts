/** Connecting without the modal: what its views show and do, as functions for a page that draws them itself. */
export * from './headless/connectFlow.ts'
export { socialName } from './identity/socialName.ts'
export * from './page.ts'
